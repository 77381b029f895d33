import { ActionIcon, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { languageNames } from "#browser/language.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./messages.module.css";
import type { Addressee, filled } from "./use-send.ts";

interface ShownMessageProps {
  readonly addressees: readonly Addressee[];
  readonly index: number;
  readonly onShow: (index: number) => void;
  readonly messageOf: (addressee: Addressee) => ReturnType<typeof filled>;
  /** What is shown while there is nobody. */
  readonly text: string;
}

/** What one of the recipients will see, and the way to the next. */
export function ShownMessage({ addressees, index, onShow, messageOf, text }: ShownMessageProps) {
  const t = useTranslate();
  const language = useLanguage();
  const sender = useSuspenseQuery(siteQuery).data.customerCompany[language] || t("console.shell.product");
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

interface PhonePreviewProps {
  /** Who is said to have written. */
  readonly sender: string;
  /** Empty while there is none. */
  readonly text: string;
  /** Bytes and kind, below the message. */
  readonly note?: string;
  /** Whose telephone it is, and the way to another's. */
  readonly children?: ReactNode;
}

/** A message on the telephone of whoever gets it. */
function PhonePreview({ sender, text, note, children }: PhonePreviewProps) {
  const t = useTranslate();
  return (
    <figure aria-label={t("console.compose.preview")} className={styles.figure}>
      {children}
      <div className={styles.phone}>
        <div aria-hidden className={styles.ear} />
        <div className={styles.sender}>{sender}</div>
        <div className={styles.screen}>
          {text ? (
            <p className={styles.bubble}>{text}</p>
          ) : (
            <p className={styles.nothing}>{t("console.compose.previewEmpty")}</p>
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
