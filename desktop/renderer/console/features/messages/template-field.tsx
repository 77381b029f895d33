import { Button, Stack, Text, Textarea } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { Language } from "#browser/language.ts";
import { placeholdersFor, type TemplateEvent, unknownPlaceholder } from "#contract/messages/sms.ts";
import { unsendable } from "#contract/messages/sms-text.ts";
import { type DraftForm, errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { fillMessage } from "./compose-values.ts";
import styles from "./messages.module.css";
import { ByteCount, PlaceholderButtons } from "./text-section.tsx";

type TemplateValues = { enabled: boolean; text: string; enText: string };

interface Props {
  readonly form: DraftForm<TemplateValues>;
  readonly field: "text" | "enText";
  readonly lang: Language;
  readonly event: TemplateEvent;
  /** The product's own template. */
  readonly defaultText: string;
}

/** Template of an event in one language, with byte count, variables and an example. */
export function TemplateField({ form, field, lang, event, defaultText }: Props) {
  const t = useTranslate();
  const area = useRef<HTMLTextAreaElement>(null);
  const { customerCompany } = useSuspenseQuery(siteQuery).data;
  const text = form.values[field];
  const { error, ...input } = form.getInputProps(field);
  const write = (next: string) => {
    form.clearFieldError(field);
    form.setValues({ [field]: next });
  };
  const example = fillMessage(text || defaultText, {
    name: t(`console.wording.name_${lang}`),
    reserveNo: t("console.wording.reserveNo"),
    startDate: t("console.wording.startDate"),
    place: t(`console.wording.place_${lang}`),
    host: t(`console.wording.host_${lang}`),
    company: customerCompany[lang],
    reason: t(`console.wording.reason_${lang}`),
  });
  const character = unsendable(text);
  const placeholder = unknownPlaceholder(event, text);
  const wrong =
    (character !== undefined && errorText(`smsCharacter:${character}`)) ||
    (placeholder !== undefined && errorText(`blankUnknown:{${placeholder}}`));
  return (
    <Stack gap="xs">
      <Textarea
        {...input}
        autosize
        description={t("console.wording.emptyHint")}
        error={wrong || error}
        label={t(`console.wording.words_${lang}`)}
        maxRows={12}
        minRows={3}
        onChange={(changed) => write(changed.currentTarget.value)}
        ref={area}
      />
      <ByteCount bytes={example.bytes} />
      <PlaceholderButtons
        placeholders={placeholdersFor(event)}
        field={area}
        label={t(`console.wording.blanks_${lang}`)}
        onText={write}
        text={text}
      />
      <Text c="dimmed" size="xs">
        {t("console.wording.example")}
      </Text>
      <blockquote className={styles.messageText} lang={lang}>
        {example.text}
      </blockquote>
      {text !== defaultText && (
        <Button onClick={() => write(defaultText)} size="compact-sm" variant="default" w="fit-content">
          {t(`console.wording.usual_${lang}`)}
        </Button>
      )}
    </Stack>
  );
}
