import { Text, UnstyledButton } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { formatPeriodOn, formatShortDay, timeOf } from "#browser/formats.ts";
import { useSiteNow } from "#browser/use-site-now.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { partyLabel } from "../visits/labels.ts";
import { visitListQuery } from "../visits/queries.ts";
import styles from "./approvals.module.css";

/** The list of upcoming visits shows the rest. */
const maxRows = 10;

/** The host's visitors of today, inside and expected; without any, the next visitor. */
export function HostDay({ onOpen }: { readonly onOpen: (id: number) => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const today = useSiteNow(useSuspenseQuery(siteQuery).data.timezone).slice(0, 10);
  const coming = useQuery(
    visitListQuery("requests", { status: "approved", sort: "startDate", size: maxRows }, language),
  ).data?.rows.filter(({ statusCode }) => statusCode === "approved");
  const inside = useQuery(
    visitListQuery("visited", { status: "entered", sort: "startDate", size: maxRows }, language),
  ).data?.rows.filter(({ statusCode }) => statusCode === "entered");
  if (!coming || !inside) return null;
  const todays = [...inside, ...coming.filter(({ startDate }) => startDate.slice(0, 10) <= today)];
  const isToday = todays.length > 0 || coming.length === 0;
  const visits = isToday ? todays : coming.slice(0, 1);
  return (
    <Section title={t(isToday ? "console.approvals.today" : "console.approvals.next")}>
      {visits.length > 0 ? (
        <div>
          {visits.map((visit) => (
            <DayRow
              key={visit.id}
              onOpen={() => onOpen(visit.id)}
              time={
                isToday
                  ? formatPeriodOn(today, visit.startDate, visit.endDate)
                  : `${formatShortDay(visit.startDate, language)} ${timeOf(visit.startDate)}`
              }
              visit={visit}
            />
          ))}
        </div>
      ) : (
        <Text c="dimmed">{t("console.approvals.nothingNext")}</Text>
      )}
    </Section>
  );
}

interface RowProps {
  readonly visit: VisitAnswer;
  readonly time: string;
  readonly onOpen: () => void;
}

function DayRow({ visit, time, onOpen }: RowProps) {
  const t = useTranslate();
  const party = visit.followersCnt > 0 ? partyLabel(visit, t) : "";
  return (
    <UnstyledButton className={styles.row} onClick={onOpen}>
      <Text className={`${styles.time} tabular`} component="span" size="sm">
        {time}
      </Text>
      <span className={styles.visitor}>
        <Text component="span" fw={600}>
          {[visit.name, party].filter(Boolean).join(" ")}
        </Text>{" "}
        <Text c="dimmed" component="span" size="sm">
          {visit.accessiblePlace?.name}
        </Text>
      </span>
      {visit.statusCode === "entered" && <StatusBadge code={visit.statusCode} name={visit.status.name} />}
    </UnstyledButton>
  );
}
