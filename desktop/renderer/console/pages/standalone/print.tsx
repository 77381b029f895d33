import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { statusCodes } from "#contract/visits/status.ts";
import { choicesIn } from "../../components/table/list-search.ts";
import { BadgePreview } from "../../features/print/badge-preview.tsx";
import { ClosingReport } from "../../features/print/closing-report.tsx";
import { InvitationSlips } from "../../features/print/invitation-slips.tsx";
import {
  badgeQuery,
  closingsQuery,
  evacuationQuery,
  passListQuery,
  registerListQuery,
} from "../../features/print/queries.ts";
import { QueryPreview } from "../../features/print/query-preview.tsx";
import { RegisterList } from "../../features/print/register-list.tsx";
import { isPrintKind, type PrintSearch } from "../../features/print/search.ts";
import { rowOfVisit, type SheetRow } from "../../features/print/sheet-data.ts";
import { EvacuationList, PassList } from "../../features/print/sheets.tsx";
import { useBadgeView } from "../../features/print/use-printing.ts";
import { UntracedNote } from "../../features/visits/untraced-note.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { NotFound } from "../../shell/error-pages.tsx";

const route = getRouteApi("/print/$kind");

/** Print preview; nothing else of the page is printed. */
export function PrintPage() {
  const { kind } = route.useParams();
  const { visit } = route.useSearch();
  if (!isPrintKind(kind)) return <NotFound />;
  if (kind === "badge") return visit === undefined ? <BadgeTestPreview /> : <BadgesPreview id={visit} />;
  if (kind === "register") return <RegisterPreview />;
  if (kind === "closing") return <ClosingPreview />;
  if (kind === "invitations") return <InvitationsPreview />;
  return kind === "passes" ? <PassListPreview /> : <EvacuationPreview />;
}

/** Describes the filters of the list. */
function useFilterSummary({ board, list = "all", q, status, from, to }: PrintSearch): string {
  const t = useTranslate();
  const parts = [
    t(board ? `console.today.${board}` : `console.visits.${list}`),
    q && `‘${q}’`,
    choicesIn(status, statusCodes)
      .map((code) => t(`status.${code}`))
      .join(", "),
    (from || to) && `${from ?? ""}–${to ?? ""}`,
  ];
  return parts.filter(Boolean).join(" · ");
}

function PassListPreview() {
  const search = route.useSearch();
  const language = useLanguage();
  const about = useFilterSummary(search);
  const answer = useQuery(passListQuery(search, language));
  return (
    <QueryPreview answer={answer} kind="passes">
      {({ rows, isCut }) => (
        <PassList
          about={about}
          isCut={isCut}
          // re-measure when language or rows change
          key={`${language}-${answer.dataUpdatedAt}`}
          rows={rows.map(rowOfVisit)}
        />
      )}
    </QueryPreview>
  );
}

function EvacuationPreview() {
  const answer = useQuery(evacuationQuery(useLanguage()));
  return (
    <QueryPreview answer={answer} kind="evacuation" tools={answer.data?.untraced && <UntracedNote />}>
      {({ rows }) => <EvacuationList rows={rows.map(rowOfVisit)} />}
    </QueryPreview>
  );
}

function RegisterPreview() {
  const search = route.useSearch();
  return (
    <QueryPreview answer={useQuery(registerListQuery(search, useLanguage()))} kind="register">
      {({ rows, isCut }) => <RegisterList isCut={isCut} rows={rows} search={search} />}
    </QueryPreview>
  );
}

function ClosingPreview() {
  const { from } = route.useSearch();
  return (
    <QueryPreview answer={useQuery(closingsQuery(from, useLanguage()))} kind="closing">
      {(closings) => closings.map((closing) => <ClosingReport closing={closing} key={closing.id} />)}
    </QueryPreview>
  );
}

/** Invitations are created before this page opens: their links are in memory only, and the server shows them once. */
function InvitationsPreview() {
  return (
    <QueryPreview answer={useQuery(siteQuery)} kind="invitations">
      {() => <InvitationSlips />}
    </QueryPreview>
  );
}

function BadgesPreview({ id }: { readonly id: number }) {
  const t = useTranslate();
  const view = useBadgeView();
  const [includesCompanions, setIncludesCompanions] = useState(true);
  const answer = useQuery(badgeQuery(id, useLanguage()));
  const { visit, companions = [] } = answer.data ?? {};
  const rows = useMemo(
    () => (visit ? [visit, ...(includesCompanions ? companions : [])].map(rowOfVisit) : []),
    [visit, companions, includesCompanions],
  );
  const companionsCheckbox = (
    <Checkbox
      checked={includesCompanions}
      label={t("console.visit.companions", { count: companions.length })}
      onChange={(event) => setIncludesCompanions(event.currentTarget.checked)}
    />
  );
  return (
    <QueryPreview
      answer={answer}
      kind="badge"
      tools={companions.length > 0 && companionsCheckbox}
      view={view}
    >
      {() => <BadgePreview rows={rows} view={view} />}
    </QueryPreview>
  );
}

/** Sets up and tests the badge printer. */
function BadgeTestPreview() {
  const view = useBadgeView(true);
  const answer = useQuery(siteQuery);
  return (
    <QueryPreview answer={answer} kind="badge" view={view}>
      {() => <BadgePreview rows={noBadges} view={view} />}
    </QueryPreview>
  );
}

const noBadges: readonly SheetRow[] = [];
