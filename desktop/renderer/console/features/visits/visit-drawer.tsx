import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";

/** Comes when the first visit is opened: lists are on the screen sooner without it. */
const VisitDetail = lazy(async () => ({ default: (await import("./visit-detail.tsx")).VisitDetail }));

interface Props {
  /** The visit to show; undefined where the drawer is closed. */
  readonly id: number | undefined;
  readonly onClose: () => void;
  /** Shows another one: a companion, or the leader. */
  readonly onOpen: (id: number) => void;
}

/** One visit: facts, what can be done now, companions, and what happened, beside the list it came from. */
export function VisitDrawer({ id, onClose, onOpen }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={id !== undefined} onClose={onClose} title={t("console.visit.title")}>
      {id !== undefined && (
        <Suspense fallback={<Skeleton height={320} />}>
          <VisitDetail id={id} key={id} onDone={onClose} onOpen={onOpen} />
        </Suspense>
      )}
    </SideDrawer>
  );
}
