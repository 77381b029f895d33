import { Checkbox, Paper, Skeleton } from "@mantine/core";
import { type UseQueryResult, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useCanGoBack, useRouter } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import { statusCodes } from "#contract/visits/status.ts";
import type { Sheet } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { choicesIn } from "../../components/table/list-search.ts";
import { printedClosingsQuery } from "../../features/closing/queries.ts";
import { OfflineListsLink } from "../../features/offline/snapshot.tsx";
import { BadgePreview } from "../../features/print/badge-preview.tsx";
import { ClosingReport } from "../../features/print/closing-report.tsx";
import { InvitationSlips } from "../../features/print/invitation-slips.tsx";
import { Preview } from "../../features/print/preview.tsx";
import styles from "../../features/print/print.module.css";
import {
  badgeQuery,
  evacuationQuery,
  passListQuery,
  registerListQuery,
} from "../../features/print/queries.ts";
import { RegisterList } from "../../features/print/register-list.tsx";
import { isPrintKind, type PrintSearch } from "../../features/print/search.ts";
import { rowOfVisit, type SheetRow, SheetSourceContext } from "../../features/print/sheet-data.ts";
import { EvacuationList, PassList } from "../../features/print/sheets.tsx";
import { type BadgeView, useBadgeView } from "../../features/print/use-printing.ts";
import { isServerUnreachable } from "../../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { firstScreen } from "../../lib/navigation.ts";
import { useCurrentUser, useShownName } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import { NotFound } from "../../shell/error-pages.tsx";

const route = getRouteApi("/print/$kind");

/** What comes out of the printer, as it will come out; nothing else of the page is printed. */
export function PrintPage() {
  const { kind } = route.useParams();
  const { visit } = route.useSearch();
  if (!isPrintKind(kind)) return <NotFound />;
  if (kind === "badge") return visit === undefined ? <BadgeTest /> : <Badges id={visit} />;
  if (kind === "register") return <RegisterPreview />;
  if (kind === "closing") return <ClosingPreview />;
  if (kind === "invitations") return <InvitationsPreview />;
  return kind === "passes" ? <PassListPreview /> : <EvacuationPreview />;
}

interface Props<Data> {
  readonly kind: Sheet;
  readonly answer: UseQueryResult<Data>;
  readonly tools?: ReactNode;
  readonly view?: BadgeView;
  readonly children: (data: Data) => ReactNode;
}

/** The sheet of what was read just now, printed by whoever is signed in. */
function ReadPreview<Data>({ kind, answer, tools, view, children }: Props<Data>) {
  const router = useRouter();
  const user = useCurrentUser();
  const by = useShownName(user);
  const { customerCompany: company, timezone } = useSuspenseQuery(siteQuery).data;
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: firstScreen(user) }));
  return (
    <Preview isReady={answer.data !== undefined} kind={kind} onBack={back} tools={tools} view={view}>
      {answer.isPending && <Skeleton height={480} />}
      {answer.isError && (
        <Paper className={styles.note} radius="lg" withBorder>
          <ErrorState again={() => void answer.refetch()} error={answer.error} />
          {desktopApp && isServerUnreachable(answer.error) && <OfflineListsLink />}
        </Paper>
      )}
      {answer.data !== undefined && (
        <SheetSourceContext value={{ company, timezone, by, readAt: answer.dataUpdatedAt, isOffline: false }}>
          {children(answer.data)}
        </SheetSourceContext>
      )}
    </Preview>
  );
}

/** What the list is a cut of, in words. */
function useAbout({ board, list = "all", q, status, from, to }: PrintSearch): string {
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
  const about = useAbout(search);
  const answer = useQuery(passListQuery(search, language));
  return (
    <ReadPreview answer={answer} kind="passes">
      {({ rows, isCut }) => (
        <PassList
          about={about}
          isCut={isCut}
          // measured anew when the words or the rows are others
          key={`${language}-${answer.dataUpdatedAt}`}
          rows={rows.map(rowOfVisit)}
        />
      )}
    </ReadPreview>
  );
}

function EvacuationPreview() {
  return (
    <ReadPreview answer={useQuery(evacuationQuery(useLanguage()))} kind="evacuation">
      {({ rows }) => <EvacuationList rows={rows.map(rowOfVisit)} />}
    </ReadPreview>
  );
}

function RegisterPreview() {
  const search = route.useSearch();
  return (
    <ReadPreview answer={useQuery(registerListQuery(search, useLanguage()))} kind="register">
      {({ rows, isCut }) => <RegisterList isCut={isCut} rows={rows} search={search} />}
    </ReadPreview>
  );
}

function ClosingPreview() {
  const { from } = route.useSearch();
  return (
    <ReadPreview answer={useQuery(printedClosingsQuery(from, useLanguage()))} kind="closing">
      {(closings) => closings.map((closing) => <ClosingReport closing={closing} key={closing.id} />)}
    </ReadPreview>
  );
}

/** Made before they are opened: their links are in memory only, and the server shows them once. */
function InvitationsPreview() {
  return (
    <ReadPreview answer={useQuery(siteQuery)} kind="invitations">
      {() => <InvitationSlips />}
    </ReadPreview>
  );
}

function Badges({ id }: { readonly id: number }) {
  const t = useTranslate();
  const view = useBadgeView();
  const [isParty, setIsParty] = useState(true);
  const answer = useQuery(badgeQuery(id, useLanguage()));
  const { visit, companions = [] } = answer.data ?? {};
  const rows = useMemo(
    () => (visit ? [visit, ...(isParty ? companions : [])].map(rowOfVisit) : []),
    [visit, companions, isParty],
  );
  const party = (
    <Checkbox
      checked={isParty}
      label={t("console.visit.companions", { count: companions.length })}
      onChange={(event) => setIsParty(event.currentTarget.checked)}
    />
  );
  return (
    <ReadPreview answer={answer} kind="badge" tools={companions.length > 0 && party} view={view}>
      {() => <BadgePreview rows={rows} view={view} />}
    </ReadPreview>
  );
}

/** The badges' printer is set up and tried while nobody waits for a badge. */
function BadgeTest() {
  const view = useBadgeView(true);
  const answer = useQuery(siteQuery);
  return (
    <ReadPreview answer={answer} kind="badge" view={view}>
      {() => <BadgePreview rows={noBadges} view={view} />}
    </ReadPreview>
  );
}

const noBadges: readonly SheetRow[] = [];
