import { Paper, Skeleton } from "@mantine/core";
import { type UseQueryResult, useSuspenseQuery } from "@tanstack/react-query";
import { useCanGoBack, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Sheet } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { useCorrectedAddress } from "../../components/table/use-corrected-address.ts";
import { isServerUnreachable } from "../../lib/connectivity.ts";
import { firstScreen } from "../../lib/navigation.ts";
import { useCurrentUser, useShownName } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import { OfflineListsLink } from "../offline/offline-note.tsx";
import styles from "./print.module.css";
import { PrintPreview } from "./print-preview.tsx";
import { SheetSourceContext } from "./sheet-data.ts";
import type { BadgeView } from "./use-printing.ts";

interface Props<Data> {
  readonly kind: Sheet;
  readonly answer: UseQueryResult<Data>;
  readonly tools?: ReactNode;
  readonly view?: BadgeView;
  readonly children: (data: Data) => ReactNode;
}

/** Print preview of a query's data, with the signed-in user as its author. */
export function QueryPreview<Data>({ kind, answer, tools, view, children }: Props<Data>) {
  const router = useRouter();
  const user = useCurrentUser();
  const by = useShownName(user);
  const { customerCompany: company, timezone } = useSuspenseQuery(siteQuery).data;
  const canGoBack = useCanGoBack();
  const isCorrecting = useCorrectedAddress({ error: answer.error, isPlaceholderData: false });
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: firstScreen(user) }));
  return (
    <PrintPreview isReady={answer.data !== undefined} kind={kind} onBack={back} tools={tools} view={view}>
      {(answer.isPending || isCorrecting) && <Skeleton height={480} />}
      {answer.isError && !isCorrecting && (
        <Paper className={styles.note} radius="lg" withBorder>
          <ErrorState onRetry={() => void answer.refetch()} error={answer.error} />
          {desktopApp && isServerUnreachable(answer.error) && <OfflineListsLink />}
        </Paper>
      )}
      {answer.data !== undefined && (
        <SheetSourceContext value={{ company, timezone, by, readAt: answer.dataUpdatedAt, isOffline: false }}>
          {children(answer.data)}
        </SheetSourceContext>
      )}
    </PrintPreview>
  );
}
