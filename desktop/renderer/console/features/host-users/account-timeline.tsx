import { Skeleton, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../components/empty-state.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { hostUserLogsQuery } from "./queries.ts";

/** Changes to a host user's access, newest first. */
export function AccountTimeline({ id }: { readonly id: number }) {
  const t = useTranslate();
  const logs = useQuery(hostUserLogsQuery(id, useLanguage()));
  if (logs.isPending) return <Skeleton height={96} />;
  if (logs.isLoadingError) return <ErrorState onRetry={() => void logs.refetch()} error={logs.error} />;
  if (logs.data.length === 0) return <Text c="dimmed">{t("console.hostUsers.log.none")}</Text>;
  const roleOf = (role: (typeof logs.data)[number]["toRole"]) => (role ? t(`console.role.${role}`) : "");
  return (
    <Timeline active={-1} bulletSize={14} lineWidth={2}>
      {[...logs.data].reverse().map(({ id: key, action, actor, address, at, fromRole, toRole }) => (
        <Timeline.Item key={key} title={t(`console.hostUsers.log.${action}`)}>
          <Text c="dimmed" className="tabular" size="xs">
            {[at, actor.name, address].filter(Boolean).join(" · ")}
          </Text>
          {toRole && (
            <Text size="sm">
              {fromRole
                ? t("console.hostUsers.log.fromTo", { from: roleOf(fromRole), to: roleOf(toRole) })
                : roleOf(toRole)}
            </Text>
          )}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
