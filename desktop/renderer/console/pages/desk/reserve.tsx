import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { formatDay } from "#browser/formats.ts";
import { fromInstant } from "#contract/dates.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { TextLink } from "../../components/links.tsx";
import { repeatReservation } from "../../features/reserve/repeat-visit.ts";
import { ReserveForm } from "../../features/reserve/reserve-form.tsx";
import { followersQuery, visitQuery } from "../../features/visits/queries.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { scopeOf, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/reserve");

/** Reservation by staff: by telephone, for walk-ins, or repeating an earlier visit. */
export function ReservePage() {
  const t = useTranslate();
  const { again } = route.useSearch();
  const isOwn = scopeOf(useCurrentUser(), "visits.reserve") === "own";
  return (
    <Stack gap="md" maw={1080}>
      <title>{t("console.reserve.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t(again === undefined ? "console.nav.reserve" : "console.reserve.again")}
        </Title>
        {again === undefined && (
          <Text c="dimmed" size="sm">
            {t(isOwn ? "console.reserve.leadOwn" : "console.reserve.lead")}
          </Text>
        )}
        {again === undefined && isOwn && (
          <TextLink search={{ list: "visited" }} size="sm" to="/approvals">
            {t("console.approvals.invitePast")}
          </TextLink>
        )}
      </div>
      {again === undefined ? <ReserveForm /> : <RepeatReservation id={again} key={again} />}
    </Stack>
  );
}

/** The form prefilled from an earlier visit and its companions. */
function RepeatReservation({ id }: { readonly id: number }) {
  const language = useLanguage();
  const visit = useQuery(visitQuery(id, language));
  const companions = useQuery({
    ...followersQuery(id, language),
    enabled: visit.data !== undefined && visit.data.followersCnt > 0,
  });
  const failed = [visit, companions].find(({ isError, data }) => isError && !data);
  if (failed) return <ErrorState onRetry={() => void failed.refetch()} error={failed.error} />;
  if (!visit.data || companions.isLoading) return <Skeleton height={480} radius="lg" />;
  return <RepeatForm companions={companions.data ?? []} visit={visit.data} />;
}

interface RepeatProps {
  readonly visit: VisitAnswer;
  readonly companions: readonly VisitAnswer[];
}

function RepeatForm({ visit, companions }: RepeatProps) {
  const t = useTranslate();
  const language = useLanguage();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  // computed once, to keep later input
  const [initial] = useState(() => repeatReservation(visit, companions, fromInstant(new Date(), timezone)));
  return (
    <>
      <Text c="dimmed" size="sm">
        {t("console.reserve.againLead", { day: formatDay(visit.startDate, language) })}
      </Text>
      <ReserveForm draft={`reserve-${visit.id}`} initial={initial} />
    </>
  );
}
