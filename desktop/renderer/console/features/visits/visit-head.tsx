import { Alert, Group, Text, Title } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** Who comes, how it stands, and what has to be known before anything is done. */
export function VisitHead({ visit }: { readonly visit: VisitAnswer }) {
  const t = useTranslate();
  return (
    <>
      <Group gap="xs">
        <Title order={2} size="h3">
          {visit.name}
        </Title>
        <StatusBadge code={visit.statusCode} name={visit.status.name} />
        {visit.overdue && (
          <Text c="var(--status-rejected)" fw={600} size="sm">
            {t("console.visit.overdue")}
          </Text>
        )}
      </Group>
      {visit.endedBecause && (
        <Text c="dimmed" size="sm">
          {t(`console.ended.${visit.endedBecause}`)}
        </Text>
      )}
      {visit.consentMissing && !visit.actions.includes("issue") && (
        <Alert color="orange" p="xs">
          {t("console.visit.consentMissing")}
        </Alert>
      )}
    </>
  );
}
