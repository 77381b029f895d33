import { Button, Group, Progress, Select, Text, Textarea } from "@mantine/core";
import { type RefObject, useRef } from "react";
import { placeholdersFor, type TemplateAnswer, unknownPlaceholder } from "#contract/messages/sms.ts";
import { type MessagePlaceholder, maxSmsBytes, smsKind, unsendable } from "#contract/messages/sms-text.ts";
import { type DraftForm, errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./messages.module.css";
import { type ComposeValues, sendableEvents } from "./use-send.ts";

interface TextSectionProps {
  readonly form: DraftForm<ComposeValues>;
  /** Of the longest message. */
  readonly bytes: number;
  readonly templates: readonly TemplateAnswer[];
  readonly onChange: (next: Partial<ComposeValues>) => void;
}

/** Stands for words of one's own in a list of templates. */
const own = "-";

/** What is wrong with a text while it is typed. */
export function wrongWith(text: string, bytes: number): string | undefined {
  const character = unsendable(text);
  if (character !== undefined) return errorText(`smsCharacter:${character}`);
  const placeholder = unknownPlaceholder("manual", text);
  if (placeholder !== undefined) return errorText(`blankUnknown:{${placeholder}}`);
  return bytes > maxSmsBytes.lms ? errorText(`smsTooLong:${maxSmsBytes.lms}`) : undefined;
}

/** The text: words of one's own or of a template, placeholders, and how long it is. */
export function TextSection({ form, bytes, templates, onChange }: TextSectionProps) {
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
      <PlaceholderButtons placeholders={placeholdersFor("manual")} field={field} onText={write} text={text} />
    </>
  );
}

interface PlaceholderButtonsProps {
  readonly placeholders: readonly MessagePlaceholder[];
  /** Where they are put: at the cursor. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What the text is, where there are several. */
  readonly label?: string;
}

/** Puts a placeholder, which is filled for each recipient, into a text. */
export function PlaceholderButtons({ placeholders, field, text, onText, label }: PlaceholderButtonsProps) {
  const t = useTranslate();
  const put = (placeholder: MessagePlaceholder) => {
    const area = field.current;
    const from = area?.selectionStart ?? text.length;
    const to = area?.selectionEnd ?? text.length;
    const written = `{${placeholder}}`;
    onText(text.slice(0, from) + written + text.slice(to));
    // once the field holds it
    setTimeout(() => {
      area?.focus();
      area?.setSelectionRange(from + written.length, from + written.length);
    });
  };
  return (
    <div>
      <Group aria-label={label ?? t("console.compose.blanks")} gap={6} role="group">
        {placeholders.map((placeholder) => (
          <Button key={placeholder} onClick={() => put(placeholder)} size="compact-xs" variant="light">
            {t(`console.compose.blank_${placeholder}`)}
          </Button>
        ))}
      </Group>
      <Text c="dimmed" mt={4} size="xs">
        {t("console.compose.particles")}
      </Text>
    </div>
  );
}

/** How long a message is as carriers count, and how it goes out. */
export function ByteCount({ bytes }: { readonly bytes: number }) {
  const t = useTranslate();
  const kind = smsKind(bytes);
  const most = maxSmsBytes[kind];
  const isOver = bytes > most;
  return (
    <div className={styles.bytes}>
      <Progress
        aria-label={t("console.compose.length")}
        color={isOver ? "red" : kind === "lms" ? "orange" : "brand"}
        size="sm"
        value={Math.min(100, (100 * bytes) / most)}
      />
      <Text c={isOver ? "var(--mantine-color-error)" : "dimmed"} className="tabular" role="status" size="sm">
        {t(isOver ? "console.compose.over" : `console.compose.${kind}`, {
          bytes: bytes.toLocaleString(),
          most: most.toLocaleString(),
        })}
      </Text>
    </div>
  );
}
