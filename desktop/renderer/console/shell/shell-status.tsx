/** When what is on the screen was read. */
import { Tooltip, VisuallyHidden } from "@mantine/core";
import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { clockTime } from "#browser/formats.ts";
import { useServerName } from "../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { useLive } from "../lib/live.ts";
import { queryClient } from "../lib/query-client.ts";
import styles from "./app-shell.module.css";

/** Which server, as of when, and whether changes arrive (look: always visible). */
export function ShellStatus({ timezone }: { readonly timezone: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const server = useServerName();
  const readAt = useReadAt();
  return (
    <div className={styles.status}>
      <span className={styles.server} title={server}>
        <VisuallyHidden>{t("console.shell.server")} </VisuallyHidden>
        {server}
      </span>
      {readAt !== undefined && (
        <span className={styles.time}>
          {t("console.shell.readAt", { time: clockTime(readAt, language, timezone) })}
        </span>
      )}
      <LiveLabel timezone={timezone} />
    </div>
  );
}

/** Whether what is shown follows what happens, and since when it does not. */
function LiveLabel({ timezone }: { readonly timezone: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const server = useServerName();
  const { state, lostAt } = useLive();
  const since = lostAt === undefined ? "" : clockTime(lostAt, language, timezone);
  const text = t(`console.live.${state}`, { since });
  return (
    <Tooltip label={t(`console.live.${state}Hint`, { server })} maw={280} multiline>
      <span className={styles.label} data-state={state} role="status">
        <span aria-hidden className={styles.dot} />
        {text}
      </span>
    </Tooltip>
  );
}

/** What stands around every screen, and is not what somebody came to read. */
const surroundings = new Set<unknown>(["session", "preferences", "configuration", "health"]);

const cache = queryClient.getQueryCache();

/** The oldest reading counts: nothing on the screen is older than that. */
function oldest(): number | undefined {
  const shown = cache.getAll().filter((query) => query.isActive() && query.state.dataUpdatedAt > 0);
  const main = shown.filter(({ queryKey }) => !surroundings.has(queryKey[0]));
  const times = (main.length > 0 ? main : shown).map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const subscribe = (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed));

/** @returns milliseconds since 1970; undefined while nothing has been read */
const useReadAt = (): number | undefined => useSyncExternalStore(subscribe, oldest);
