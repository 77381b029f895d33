import { Tooltip } from "@mantine/core";
import { clockTime } from "../../../shared/clock.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useLive } from "../../lib/live.ts";
import { useServerName } from "../../lib/server.ts";
import styles from "./app-shell.module.css";

/** Whether what is shown follows what happens, and since when it does not. */
export function LiveLabel({ timezone }: { readonly timezone: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const server = useServerName();
  const { state, lostAt } = useLive();
  const since = lostAt === undefined ? "" : clockTime(lostAt, language, timezone);
  const text = t(`console.live.${state}`, { since });
  return (
    <Tooltip label={t(`console.live.${state}Hint`, { server })} multiline maw={280}>
      <span className={styles.label} data-state={state} role="status">
        <span aria-hidden className={styles.dot} />
        {text}
      </span>
    </Tooltip>
  );
}
