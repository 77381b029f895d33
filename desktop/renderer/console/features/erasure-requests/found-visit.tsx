import { Alert, Checkbox, Group, Stack, Text } from "@mantine/core";
import type { ErasureRequestAnswer, RequestedVisitAnswer } from "#contract/privacy/erasure-requests.ts";
import { Period } from "../../components/date-time.tsx";
import { TextLink } from "../../components/links.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** A visit of an erasure request; an open visit blocks the erasure. */
export function FoundVisit({ visit }: { readonly visit: RequestedVisitAnswer }) {
  const t = useTranslate();
  return (
    <div>
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
  );
}

interface OtherNamesProps {
  readonly visits: ErasureRequestAnswer["otherNames"];
  /** Ids of visits that the privacy officer confirmed as the person's. */
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** Visits with the same phone number and another name; erased only if the privacy officer confirms them. */
export function OtherNames({ visits, chosen, onChange }: OtherNamesProps) {
  const t = useTranslate();
  if (visits.length === 0) return null;
  const title = t("console.erasure.otherNames", { count: visits.length });
  return (
    <Alert aria-label={title} color="orange" title={title}>
      <Stack gap="xs">
        <Text size="sm">{t("console.erasure.otherNamesText")}</Text>
        {visits.map((visit) => (
          <div key={visit.id}>
            <Checkbox
              checked={chosen.includes(visit.id)}
              label={t("console.erasure.otherName", { name: visit.name, no: visit.reserveNo })}
              onChange={({ currentTarget: { checked } }) =>
                onChange(checked ? [...chosen, visit.id] : chosen.filter((id) => id !== visit.id))
              }
            />
            <FoundVisit visit={visit} />
          </div>
        ))}
      </Stack>
    </Alert>
  );
}
