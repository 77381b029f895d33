import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly companions: readonly VisitAnswer[];
  readonly onOpen: (id: number) => void;
}

/** Who came along, or with whom. */
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
      {companions.map((one) => (
        <Group gap="xs" key={one.id}>
          <Anchor component="button" onClick={() => onOpen(one.id)} type="button">
            {one.name}
          </Anchor>
          <StatusBadge code={one.statusCode} name={one.status.name} />
          {one.consentMissing && (
            <Text c="var(--status-entered)" size="sm">
              {t("console.visit.notAgreed")}
            </Text>
          )}
          {one.pass && (
            <Text c="dimmed" className="tabular" size="sm">
              {one.pass.passNo}
            </Text>
          )}
        </Group>
      ))}
    </Stack>
  );
}
