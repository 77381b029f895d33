import { Group, Paper, Skeleton, Stack, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { AskButton } from "../../components/ask-button.tsx";
import { Empty } from "../../components/empty-state.tsx";
import { LanguageSelect } from "../../components/language-select.tsx";
import styles from "../../features/offline/offline.module.css";
import { OfflineLists } from "../../features/offline/offline-lists.tsx";
import { snapshotQuery } from "../../features/offline/queries.ts";
import { ServerState } from "../../features/offline/server-state.tsx";
import { useServerWatch } from "../../lib/connectivity.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

const route = getRouteApi("/offline");

/** 오프라인 명단: what the desk can still do while the server is gone, from what was read last. Nothing else. */
export function OfflinePage() {
  const t = useTranslate();
  const { day = "today" } = route.useSearch();
  const navigate = route.useNavigate();
  const answer = useQuery(snapshotQuery);
  useServerWatch();
  const wipe = useMutation({
    mutationFn: async () => desktopApp?.wipeSnapshot(),
    onSettled: () => queryClient.invalidateQueries(snapshotQuery),
  });
  const { snapshot, problem } = answer.data ?? {};
  return (
    <main className={styles.page}>
      <title>{t("console.offline.page")}</title>
      <Stack gap="md">
        <Group justify="space-between">
          <Title order={1} size="h3">
            {t("console.offline.title")}
          </Title>
          <LanguageSelect />
        </Group>
        <ServerState snapshot={snapshot} />
        {answer.isPending && <Skeleton height={320} />}
        {problem && (
          <Paper radius="lg" withBorder>
            <Empty title={t("console.offline.nothing")}>{t(`console.offline.problem.${problem}`)}</Empty>
          </Paper>
        )}
        {snapshot && (
          <>
            <OfflineLists
              day={day}
              onDay={(next) => void navigate({ search: { day: next }, replace: true })}
              snapshot={snapshot}
            />
            <div>
              <AskButton
                isBusy={wipe.isPending}
                label={t("console.offline.wipe")}
                onYes={() => wipe.mutate()}
                question={t("console.offline.wipeQuestion")}
              />
            </div>
          </>
        )}
      </Stack>
    </main>
  );
}
