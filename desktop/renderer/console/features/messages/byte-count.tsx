import { Progress, Text } from "@mantine/core";
import { mostBytes, smsKind } from "#contract/sms-text.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./messages.module.css";

/** How long a message is as carriers count, and how it goes out. */
export function ByteCount({ bytes }: { readonly bytes: number }) {
  const t = useTranslate();
  const kind = smsKind(bytes);
  const most = mostBytes[kind];
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
