import { Anchor, Group, Paper, Stack, Text } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits.ts";
import { Period } from "../../components/period.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import { VisitActions } from "./visit-actions.tsx";

interface Props {
  readonly visit: VisitAnswer;
  readonly onOpen: () => void;
}

/** A request as its host decides it: who, when, what for, and the buttons. */
export function RequestCard({ visit, onOpen }: Props) {
  const t = useTranslate();
  const party = visit.followersCnt > 0 ? t("console.visit.andOthers", { count: visit.followersCnt }) : "";
  return (
    <Paper aria-label={visit.name} component="article" p="md" radius="lg" withBorder>
      <Stack gap="sm">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Anchor component="button" fw={700} onClick={onOpen} size="lg" ta="left" type="button">
            {[visit.name, party].filter(Boolean).join(" ")}
          </Anchor>
          <StatusBadge code={visit.statusCode} name={visit.status.name} />
        </Group>
        <div>
          <Text>
            <Period end={visit.endDate} start={visit.startDate} />
          </Text>
          <Text c="dimmed" size="sm">
            {[visit.company, visit.position].filter(Boolean).join(" · ")}
          </Text>
          <Text c="dimmed" size="sm">
            {[visit.purpose.name, visit.accessiblePlace?.name, visit.carNumber].filter(Boolean).join(" · ")}
          </Text>
          {visit.note && <Text size="sm">{visit.note}</Text>}
        </div>
        <VisitActions visit={visit} />
      </Stack>
    </Paper>
  );
}
