import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import {
  endOwnSession,
  endOwnSessions,
  getOwnSessions,
  type SessionAnswer,
} from "#contract/people/account.ts";
import { endHostUserSessions, getHostUserSessions } from "#contract/people/host-user-access.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { call, read } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useLeave } from "../../lib/use-sign-out.ts";

const ownSessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => read(getOwnSessions, {}, signal),
});

/** The user's own sessions: ends one, or all including the current one. */
export function OwnSessions() {
  const t = useTranslate();
  const sessions = useQuery(ownSessionsQuery);
  const leave = useLeave();
  const end = useMutation({
    mutationFn: (id: number) => call(endOwnSession, { params: { id: String(id) } }),
    onSettled: () => void queryClient.invalidateQueries(ownSessionsQuery),
  });
  const endAll = useMutation({ mutationFn: () => call(endOwnSessions, {}), onSuccess: leave });
  if (sessions.isPending) return <Skeleton height={96} />;
  if (sessions.isLoadingError)
    return <ErrorState onRetry={() => void sessions.refetch()} error={sessions.error} />;
  return (
    <Stack gap="md">
      {sessions.data.map((session) => (
        <Group justify="space-between" key={session.id}>
          <SessionFacts session={session} />
          {!session.isCurrent && (
            <Button
              aria-label={t("console.sessions.endOne", { device: session.device || session.address })}
              loading={end.isPending && end.variables === session.id}
              onClick={() => end.mutate(session.id)}
              size="compact-sm"
              variant="default"
            >
              {t("console.sessions.end")}
            </Button>
          )}
        </Group>
      ))}
      <ConfirmButton
        isBusy={endAll.isPending}
        label={t("console.sessions.endAll")}
        onConfirm={() => endAll.mutate()}
        question={t("console.sessions.endAllAsk")}
      />
    </Stack>
  );
}

/** Another user's sessions; an administrator ends all of them at once. */
export function HostUserSessions({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useTranslate();
  const query = queryOptions({
    queryKey: ["hostUsers", "sessions", id],
    queryFn: ({ signal }) => read(getHostUserSessions, { params: { id: String(id) } }, signal),
  });
  const sessions = useQuery(query);
  const end = useMutation({
    mutationFn: () => call(endHostUserSessions, { params: { id: String(id) } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["hostUsers"] }),
  });
  if (sessions.isPending) return <Skeleton height={48} />;
  if (sessions.isLoadingError)
    return <ErrorState onRetry={() => void sessions.refetch()} error={sessions.error} />;
  if (sessions.data.length === 0) return <Text c="dimmed">{t("console.sessions.none")}</Text>;
  return (
    <Stack gap="sm">
      {sessions.data.map((session) => (
        <SessionFacts key={session.id} session={session} />
      ))}
      {!sessions.data.some(({ isCurrent }) => isCurrent) && (
        <ConfirmButton
          isBusy={end.isPending}
          label={t("console.sessions.endTheirs")}
          onConfirm={() => end.mutate()}
          question={t("console.sessions.endTheirsAsk", { name })}
        />
      )}
    </Stack>
  );
}

function SessionFacts({ session }: { readonly session: SessionAnswer }) {
  const t = useTranslate();
  const { device, address, createdAt, activeAt, isCurrent } = session;
  return (
    <div>
      <Group gap="xs">
        <Text fw={600}>{device || t("console.sessions.unknown")}</Text>
        {isCurrent && <Badge variant="light">{t("console.sessions.current")}</Badge>}
      </Group>
      <Text c="dimmed" className="tabular" size="sm">
        {address}
      </Text>
      <Text c="dimmed" className="tabular" size="sm">
        {t("console.sessions.times", { since: createdAt, used: activeAt })}
      </Text>
    </div>
  );
}
