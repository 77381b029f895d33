import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./messages.module.css";

interface Props {
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
export function PhonePreview({ sender, text, note, children }: Props) {
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
