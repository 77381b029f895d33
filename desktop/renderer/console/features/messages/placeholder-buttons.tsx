import { Button, Group, Text } from "@mantine/core";
import type { RefObject } from "react";
import type { Blank } from "#contract/sms-text.ts";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly blanks: readonly Blank[];
  /** Where they are put: at the cursor. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** What the text is, where there are several. */
  readonly label?: string;
}

/** Puts a blank, which is filled for each recipient, into a text. */
export function BlankButtons({ blanks, field, text, onText, label }: Props) {
  const t = useTranslate();
  const put = (blank: Blank) => {
    const area = field.current;
    const from = area?.selectionStart ?? text.length;
    const to = area?.selectionEnd ?? text.length;
    const written = `{${blank}}`;
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
        {blanks.map((blank) => (
          <Button key={blank} onClick={() => put(blank)} size="compact-xs" variant="light">
            {t(`console.compose.blank_${blank}`)}
          </Button>
        ))}
      </Group>
      <Text c="dimmed" mt={4} size="xs">
        {t("console.compose.particles")}
      </Text>
    </div>
  );
}
