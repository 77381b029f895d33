import { Paper, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useSiteNow } from "#browser/use-site-now.ts";
import type { Sheet, Snapshot } from "../../../../ipc.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import {
  dateOf,
  type OfflineSearch,
  snapshotQuery,
  visitsInside,
  visitsOfDay,
} from "../../features/offline/snapshot.ts";
import { BadgePreview } from "../../features/print/badge-preview.tsx";
import styles from "../../features/print/print.module.css";
import { PrintPreview } from "../../features/print/print-preview.tsx";
import { isPrintKind } from "../../features/print/search.ts";
import { rowOfSnapshot, SheetSourceContext } from "../../features/print/sheet-data.ts";
import { EvacuationList, PassList } from "../../features/print/sheets.tsx";
import { type BadgeView, useBadgeView } from "../../features/print/use-printing.ts";
import { useServerWatch } from "../../lib/connectivity.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { NotFound } from "../../shell/error-pages.tsx";

const route = getRouteApi("/offline/print/$kind");

/** Prints from the offline copy; each sheet is marked as offline. */
export function OfflinePrintPage() {
  const t = useTranslate();
  const { kind } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data } = useQuery(snapshotQuery);
  const view = useBadgeView();
  useServerWatch();
  // these are not part of the offline copy
  if (!isPrintKind(kind) || kind === "register" || kind === "closing" || kind === "invitations")
    return <NotFound />;
  const back = () => void navigate({ to: "/offline", search: { day: search.day } });
  const { snapshot, problem } = data ?? {};
  return (
    <PrintPreview
      isReady={snapshot !== undefined}
      kind={kind}
      onBack={back}
      view={kind === "badge" ? view : undefined}
    >
      {!data && <Skeleton height={480} />}
      {problem && (
        <Paper className={styles.note} radius="lg" withBorder>
          <EmptyState title={t("console.offline.nothing")}>
            {t(`console.offline.problem.${problem}`)}
          </EmptyState>
        </Paper>
      )}
      {snapshot && <OfflineSheet kind={kind} search={search} snapshot={snapshot} view={view} />}
    </PrintPreview>
  );
}

interface Props {
  readonly kind: Sheet;
  readonly snapshot: Snapshot;
  readonly search: OfflineSearch;
  readonly view: BadgeView;
}

function OfflineSheet({ kind, snapshot, view, search: { day = "today", visit: id } }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const { company, timezone, readAt, reader, visits, isCut } = snapshot;
  const date = dateOf(day, useSiteNow(timezone));
  const badges = useMemo(() => visits.filter((visit) => visit.id === id).map(rowOfSnapshot), [visits, id]);
  return (
    <SheetSourceContext value={{ company, timezone, by: reader, readAt, isOffline: true }}>
      {kind === "evacuation" && <EvacuationList rows={visitsInside(visits).map(rowOfSnapshot)} />}
      {kind === "passes" && (
        <PassList
          about={t(`console.offline.${day}`)}
          day={date}
          isCut={isCut}
          key={`${language}-${date}-${readAt}`}
          rows={visitsOfDay(visits, date).map(rowOfSnapshot)}
        />
      )}
      {kind === "badge" && badges.length === 0 && <EmptyState title={t("console.offline.notFound")} />}
      {kind === "badge" && badges.length > 0 && <BadgePreview rows={badges} view={view} />}
    </SheetSourceContext>
  );
}
