import { Select, Text, Textarea } from "@mantine/core";
import { useRef } from "react";
import { blanksFor, type TemplateAnswer, unknownBlank } from "#contract/sms.ts";
import { mostBytes, unsendable } from "#contract/sms-text.ts";
import { errorText } from "../../lib/check-body.ts";
import { useTranslate } from "../../lib/language.ts";
import type { DraftForm } from "../../lib/use-draft-form.ts";
import { ByteCount } from "./byte-count.tsx";
import { type ComposeValues, sendableEvents } from "./compose-values.ts";
import { BlankButtons } from "./placeholder-buttons.tsx";

interface Props {
  readonly form: DraftForm<ComposeValues>;
  /** Of the longest message. */
  readonly bytes: number;
  readonly templates: readonly TemplateAnswer[];
  readonly onChange: (next: Partial<ComposeValues>) => void;
}

/** Stands for words of one's own in a list of templates. */
const own = "-";

/** What is wrong with a text while it is typed. */
function wrongWith(text: string, bytes: number): string | undefined {
  const character = unsendable(text);
  if (character !== undefined) return errorText(`smsCharacter:${character}`);
  const blank = unknownBlank("manual", text);
  if (blank !== undefined) return errorText(`blankUnknown:{${blank}}`);
  return bytes > mostBytes.lms ? errorText(`smsTooLong:${mostBytes.lms}`) : undefined;
}

/** The text: words of one's own or of a template, blanks, and how long it is. */
export function TextSection({ form, bytes, templates, onChange }: Props) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, template } = form.values;
  const write = (next: string) => onChange({ text: next, template: null });
  const { error, ...input } = form.getInputProps("text");
  const take = (value: string | null) => {
    const chosen = templates.find(({ event }) => event === value);
    onChange(chosen ? { template: chosen.event, text: chosen.text } : { template: null });
  };
  return (
    <>
      <Select
        allowDeselect={false}
        data={[
          { value: own, label: t("console.compose.ownWords") },
          ...sendableEvents.map((event) => ({ value: event, label: t(`console.messages.event_${event}`) })),
        ]}
        label={t("console.compose.template")}
        onChange={take}
        value={template ?? own}
      />
      {template && (
        <Text c="dimmed" mt={-8} size="xs">
          {t("console.compose.templateHint")}
        </Text>
      )}
      <Textarea
        {...input}
        autosize
        error={wrongWith(text, bytes) ?? error}
        label={t("console.compose.words")}
        maxRows={18}
        minRows={8}
        onChange={(event) => write(event.currentTarget.value)}
        ref={field}
        required
      />
      <ByteCount bytes={bytes} />
      <BlankButtons blanks={blanksFor("manual")} field={field} onText={write} text={text} />
    </>
  );
}
