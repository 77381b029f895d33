import { Alert, Button, Group, Paper, Skeleton, Stack, Title } from "@mantine/core";
import { IconPlugConnected, IconPlugConnectedX } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { clockTime } from "#browser/formats.ts";
import type { Snapshot } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { LanguageSelect } from "../../components/language-select.tsx";
import styles from "../../features/offline/offline.module.css";
import { OfflineLists } from "../../features/offline/offline-lists.tsx";
import { snapshotQuery } from "../../features/offline/snapshot.ts";
import { useServer, useServerWatch, useUnreachableSince } from "../../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

const route = getRouteApi("/offline");

/** 오프라인 명단: the lists of the offline copy while the server is unreachable. */
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
            <EmptyState title={t("console.offline.nothing")}>
              {t(`console.offline.problem.${problem}`)}
            </EmptyState>
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
              <ConfirmButton
                isBusy={wipe.isPending}
                label={t("console.offline.wipe")}
                onConfirm={() => wipe.mutate()}
                question={t("console.offline.wipeQuestion")}
              />
            </div>
          </>
        )}
      </Stack>
    </main>
  );
}

interface Props {
  /** The offline copy; undefined if there is none. */
  readonly snapshot: Snapshot | undefined;
}

/** Start of the outage, or a link back once the server answers. */
function ServerState({ snapshot }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const server = useServer();
  const since = useUnreachableSince();
  const navigate = useNavigate();
  if (since === undefined) {
    return (
      <Alert color="green" icon={<IconPlugConnected aria-hidden />} title={t("console.offline.back")}>
        <Group justify="space-between">
          {snapshot && t("console.offline.backHint")}
          <Button onClick={() => void navigate({ to: "/" })}>{t("console.offline.toConsole")}</Button>
        </Group>
      </Alert>
    );
  }
  return (
    <Alert
      color="red"
      icon={<IconPlugConnectedX aria-hidden />}
      title={t("console.offline.gone", { server, since: clockTime(since, language, snapshot?.timezone) })}
    >
      <Group justify="space-between">
        {t(snapshot ? "console.offline.goneHint" : "console.offline.goneBare")}
        <Button onClick={() => void desktopApp?.checkServer().catch(() => undefined)} variant="default">
          {t("console.offline.check")}
        </Button>
      </Group>
    </Alert>
  );
}
