import { Alert, Group, Stack, Text, Title } from "@mantine/core";
import type { ErasureRequestAnswer } from "#contract/erasure-requests.ts";
import { TextLink } from "../../components/links.tsx";
import { Period } from "../../components/period.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** The person's visits as they are now, and which of them stand in the way. */
export function FoundVisits({ visits }: { readonly visits: ErasureRequestAnswer["visits"] }) {
  const t = useTranslate();
  if (visits.length === 0)
    return (
      <Alert color="orange" title={t("console.erasure.nothing")}>
        <Text size="sm">{t("console.erasure.nothingText")}</Text>
      </Alert>
    );
  return (
    <Stack component="section" aria-label={t("console.erasure.found")} gap="xs">
      <Title order={3} size="h5">
        {t("console.erasure.foundCount", { count: visits.length })}
      </Title>
      {visits.map((visit) => (
        <div key={visit.id}>
          <Group gap="xs">
            <TextLink className="tabular" search={{ visit: visit.id }} to="/visits">
              {visit.reserveNo}
            </TextLink>
            <StatusBadge code={visit.statusCode} name={visit.status.name} />
          </Group>
          <Text c="dimmed" component="div" size="sm">
            <Period end={visit.endDate} start={visit.startDate} />
          </Text>
          {visit.isOpen && (
            <Text c="var(--status-rejected)" size="sm">
              {t("console.erasure.openVisit")}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
