import { VisuallyHidden } from "@mantine/core";
import { clockTime } from "../../../shared/clock.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useReadAt } from "../../lib/read-at.ts";
import { useServerName } from "../../lib/server.ts";
import styles from "./app-shell.module.css";
import { LiveLabel } from "./live-label.tsx";

/** Which server, as of when, and whether changes arrive (look: always visible). */
export function FrameStatus({ timezone }: { readonly timezone: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const server = useServerName();
  const readAt = useReadAt();
  return (
    <div className={styles.status}>
      <span className={styles.server} title={server}>
        <VisuallyHidden>{t("console.frame.server")} </VisuallyHidden>
        {server}
      </span>
      {readAt !== undefined && (
        <span className={styles.time}>
          {t("console.frame.readAt", { time: clockTime(readAt, language, timezone) })}
        </span>
      )}
      <LiveLabel timezone={timezone} />
    </div>
  );
}
