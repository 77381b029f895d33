import { Button, Group, Progress, Select, Text, Textarea } from "@mantine/core";
import { type RefObject, useRef } from "react";
import { placeholdersFor, type TemplateAnswer, unknownPlaceholder } from "#contract/messages/sms.ts";
import { type MessagePlaceholder, maxSmsBytes, smsKind, unsendable } from "#contract/messages/sms-text.ts";
import { type DraftForm, errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { type ComposeValues, sendableEvents } from "./compose-values.ts";
import styles from "./messages.module.css";

interface TextSectionProps {
  readonly form: DraftForm<ComposeValues>;
  /** Size of the longest message. */
  readonly bytes: number;
  readonly templates: readonly TemplateAnswer[];
  readonly onChange: (next: Partial<ComposeValues>) => void;
}

/** Select option for a message without a template. */
const noTemplate = "-";

/** Validation error of a message while typing. */
export function messageError(text: string, bytes: number): string | undefined {
  const character = unsendable(text);
  if (character !== undefined) return errorText(`smsCharacter:${character}`);
  const placeholder = unknownPlaceholder("manual", text);
  if (placeholder !== undefined) return errorText(`blankUnknown:{${placeholder}}`);
  return bytes > maxSmsBytes.lms ? errorText(`smsTooLong:${maxSmsBytes.lms}`) : undefined;
}

/** Message text: template, placeholders and byte count. */
export function TextSection({ form, bytes, templates, onChange }: TextSectionProps) {
  const t = useTranslate();
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, template } = form.values;
  const write = (next: string) => onChange({ text: next, template: null });
  const { error, ...input } = form.getInputProps("text");
  const selectTemplate = (value: string | null) => {
    const chosen = templates.find(({ event }) => event === value);
    onChange(chosen ? { template: chosen.event, text: chosen.text } : { template: null });
  };
  return (
    <>
      <Select
        allowDeselect={false}
        data={[
          { value: noTemplate, label: t("console.compose.ownWords") },
          ...sendableEvents.map((event) => ({ value: event, label: t(`console.messages.event_${event}`) })),
        ]}
        label={t("console.compose.template")}
        onChange={selectTemplate}
        value={template ?? noTemplate}
      />
      {template && (
        <Text c="dimmed" mt={-8} size="xs">
          {t("console.compose.templateHint")}
        </Text>
      )}
      <Textarea
        {...input}
        autosize
        error={messageError(text, bytes) ?? error}
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
  /** The placeholder is inserted at this field's cursor. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Accessible name, if there are several fields. */
  readonly label?: string;
}

/** Buttons that insert placeholders, which are filled for each recipient. */
export function PlaceholderButtons({ placeholders, field, text, onText, label }: PlaceholderButtonsProps) {
  const t = useTranslate();
  const insert = (placeholder: MessagePlaceholder) => {
    const area = field.current;
    const from = area?.selectionStart ?? text.length;
    const to = area?.selectionEnd ?? text.length;
    const inserted = `{${placeholder}}`;
    onText(text.slice(0, from) + inserted + text.slice(to));
    // after React has updated the field
    setTimeout(() => {
      area?.focus();
      area?.setSelectionRange(from + inserted.length, from + inserted.length);
    });
  };
  return (
    <div>
      <Group aria-label={label ?? t("console.compose.blanks")} gap={6} role="group">
        {placeholders.map((placeholder) => (
          <Button key={placeholder} onClick={() => insert(placeholder)} size="compact-xs" variant="light">
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

/** Message size as carriers count it, and whether it is sent as SMS or LMS. */
export function ByteCount({ bytes }: { readonly bytes: number }) {
  const t = useTranslate();
  const kind = smsKind(bytes);
  const max = maxSmsBytes[kind];
  const isOver = bytes > max;
  return (
    <div className={styles.byteCount}>
      <Progress
        aria-label={t("console.compose.length")}
        color={isOver ? "red" : kind === "lms" ? "orange" : "brand"}
        size="sm"
        value={Math.min(100, (100 * bytes) / max)}
      />
      <Text c={isOver ? "var(--mantine-color-error)" : "dimmed"} className="tabular" role="status" size="sm">
        {t(isOver ? "console.compose.over" : `console.compose.${kind}`, {
          bytes: bytes.toLocaleString(),
          most: max.toLocaleString(),
        })}
      </Text>
    </div>
  );
}
