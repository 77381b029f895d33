/** Status of server and data in the header. */
import { Tooltip, VisuallyHidden } from "@mantine/core";
import { notifyManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { clockTime } from "#browser/formats.ts";
import { useServerName } from "../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { useLive } from "../lib/live.ts";
import { queryClient } from "../lib/query-client.ts";
import styles from "./app-shell.module.css";

/** Server, time of the data, and live connection; always visible. */
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
        <span className={styles.readAt}>
          {t("console.shell.readAt", { time: clockTime(readAt, language, timezone) })}
        </span>
      )}
      <LiveLabel timezone={timezone} />
    </div>
  );
}

/** State of the live connection, and since when it is lost. */
function LiveLabel({ timezone }: { readonly timezone: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const server = useServerName();
  const { state, lostAt } = useLive();
  const since = lostAt === undefined ? "" : clockTime(lostAt, language, timezone);
  const text = t(`console.live.${state}`, { since });
  return (
    <Tooltip label={t(`console.live.${state}Hint`, { server })} maw={280} multiline>
      <span className={styles.liveLabel} data-state={state} role="status">
        <span aria-hidden className={styles.liveDot} />
        {text}
      </span>
    </Tooltip>
  );
}

/** Queries of the app shell, which do not count as the screen's data. */
const shellQueries = new Set<unknown>(["session", "preferences", "configuration", "health"]);

const cache = queryClient.getQueryCache();

/** When the oldest data on the screen was read. */
function oldestUpdate(): number | undefined {
  const shown = cache.getAll().filter((query) => query.isActive() && query.state.dataUpdatedAt > 0);
  const main = shown.filter(({ queryKey }) => !shellQueries.has(queryKey[0]));
  const times = (main.length > 0 ? main : shown).map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : undefined;
}

const subscribe = (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed));

/** @returns milliseconds since 1970; undefined without data */
const useReadAt = (): number | undefined => useSyncExternalStore(subscribe, oldestUpdate);
