import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly companions: readonly VisitAnswer[];
  readonly onOpen: (id: number) => void;
}

/** Companions of a leader, or the leader of a companion. */
export function Companions({ visit, companions, onOpen }: Props) {
  const t = useTranslate();
  const { leader } = visit;
  if (leader) {
    return (
      <Anchor component="button" onClick={() => onOpen(leader.id)} ta="left" type="button">
        {t("console.visit.with", { name: leader.name })}
      </Anchor>
    );
  }
  if (companions.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t("console.visit.companions", { count: visit.followersCnt })}
      </Title>
      {companions.map((companion) => (
        <Group gap="xs" key={companion.id}>
          <Anchor component="button" onClick={() => onOpen(companion.id)} type="button">
            {companion.name}
          </Anchor>
          <StatusBadge code={companion.statusCode} name={companion.status.name} />
          {companion.consentMissing && (
            <Text c="var(--status-entered)" size="sm">
              {t("console.visit.notAgreed")}
            </Text>
          )}
          {companion.pass && (
            <Text c="dimmed" className="tabular" size="sm">
              {companion.pass.passNo}
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}
