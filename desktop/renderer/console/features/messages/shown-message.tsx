import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { languageNames, useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import type { Addressee, filled } from "./compose-values.ts";
import { PhonePreview } from "./phone-preview.tsx";

interface Props {
  readonly addressees: readonly Addressee[];
  readonly index: number;
  readonly onShow: (index: number) => void;
  readonly messageOf: (addressee: Addressee) => ReturnType<typeof filled>;
  /** What is shown while there is nobody. */
  readonly text: string;
}

/** What one of the recipients will see, and the way to the next. */
export function ShownMessage({ addressees, index, onShow, messageOf, text }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const sender = useSuspenseQuery(siteQuery).data.customerCompany[language] || t("console.frame.product");
  const one = addressees[index];
  if (!one) return <PhonePreview sender={sender} text={text} />;
  const message = messageOf(one);
  const step = (by: number) => onShow((index + by + addressees.length) % addressees.length);
  const note = t("console.compose.note", {
    kind: t(`console.messages.kind_${message.kind}`),
    bytes: message.bytes.toLocaleString(),
    language: languageNames[one.lang],
  });
  return (
    <PhonePreview note={note} sender={sender} text={message.text}>
      <Group gap="xs" justify="center" wrap="nowrap">
        <ActionIcon
          aria-label={t("console.compose.previous")}
          color="gray"
          disabled={addressees.length < 2}
          onClick={() => step(-1)}
          variant="subtle"
        >
          <IconChevronLeft aria-hidden size={18} />
        </ActionIcon>
        <Text aria-live="polite" size="sm" ta="center">
          {t("console.compose.place", { name: one.name, index: index + 1, count: addressees.length })}
        </Text>
        <ActionIcon
          aria-label={t("console.compose.next")}
          color="gray"
          disabled={addressees.length < 2}
          onClick={() => step(1)}
          variant="subtle"
        >
          <IconChevronRight aria-hidden size={18} />
        </ActionIcon>
      </Group>
    </PhonePreview>
  );
}
