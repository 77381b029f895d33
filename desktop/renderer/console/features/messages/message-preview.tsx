import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { languageNames } from "#browser/language.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import type { fillMessage, Recipient } from "./compose-values.ts";
import styles from "./messages.module.css";

interface MessagePreviewProps {
  readonly recipients: readonly Recipient[];
  readonly index: number;
  readonly onShow: (index: number) => void;
  readonly messageOf: (recipient: Recipient) => ReturnType<typeof fillMessage>;
  /** Shown while there are no recipients. */
  readonly text: string;
}

/** Preview of one recipient's message, with buttons for the previous and next recipient. */
export function MessagePreview({ recipients, index, onShow, messageOf, text }: MessagePreviewProps) {
  const t = useTranslate();
  const language = useLanguage();
  const sender = useSuspenseQuery(siteQuery).data.customerCompany[language] || t("console.shell.product");
  const recipient = recipients[index];
  if (!recipient) return <PhonePreview sender={sender} text={text} />;
  const message = messageOf(recipient);
  const step = (by: number) => onShow((index + by + recipients.length) % recipients.length);
  const note = t("console.compose.note", {
    kind: t(`console.messages.kind_${message.kind}`),
    bytes: message.bytes.toLocaleString(),
    language: languageNames[recipient.lang],
  });
  return (
    <PhonePreview note={note} sender={sender} text={message.text}>
      <Group gap="xs" justify="center" wrap="nowrap">
        <ActionIcon
          aria-label={t("console.compose.previous")}
          color="gray"
          disabled={recipients.length < 2}
          onClick={() => step(-1)}
          variant="subtle"
        >
          <IconChevronLeft aria-hidden size={18} />
        </ActionIcon>
        <Text aria-live="polite" size="sm" ta="center">
          {t("console.compose.place", { name: recipient.name, index: index + 1, count: recipients.length })}
        </Text>
        <ActionIcon
          aria-label={t("console.compose.next")}
          color="gray"
          disabled={recipients.length < 2}
          onClick={() => step(1)}
          variant="subtle"
        >
          <IconChevronRight aria-hidden size={18} />
        </ActionIcon>
      </Group>
    </PhonePreview>
  );
}

interface PhonePreviewProps {
  readonly sender: string;
  /** Empty shows a placeholder. */
  readonly text: string;
  /** Bytes and kind, below the message. */
  readonly note?: string;
  /** Recipient and navigation, above the phone. */
  readonly children?: ReactNode;
}

/** Drawing of a phone that shows the message. */
function PhonePreview({ sender, text, note, children }: PhonePreviewProps) {
  const t = useTranslate();
  return (
    <figure aria-label={t("console.compose.preview")} className={styles.preview}>
      {children}
      <div className={styles.phone}>
        <div aria-hidden className={styles.speaker} />
        <div className={styles.sender}>{sender}</div>
        <div className={styles.phoneScreen}>
          {text ? (
            <p className={styles.bubble}>{text}</p>
          ) : (
            <p className={styles.placeholder}>{t("console.compose.previewEmpty")}</p>
          )}
        </div>
      </div>
      {note && (
        <Text c="dimmed" className="tabular" size="sm" ta="center">
          {note}
        </Text>
      )}
    </figure>
  );
}
