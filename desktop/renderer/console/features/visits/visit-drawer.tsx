import { Skeleton } from "@mantine/core";
import { lazyCode } from "../../components/lazy-code.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { loadLazyMessages, useTranslate } from "../../lib/language.ts";
import { useLoadAhead } from "../../lib/load-ahead.ts";
import type { VisitDrawerAction } from "./visit-actions.tsx";

const importDetail = () => import("./visit-detail.tsx");

/** Comes after the list, which is on the screen sooner without it, and before the first visit is opened. */
const VisitDetail = lazyCode(
  async () => {
    const [detail] = await Promise.all([importDetail(), loadLazyMessages()]);
    return detail.VisitDetail;
  },
  <Skeleton height={320} />,
);

const ahead = [async () => (await importDetail()).loadDrawerParts(), VisitDetail.load] as const;

interface Props {
  /** The visit to show; undefined where the drawer is closed. */
  readonly id: number | undefined;
  /** What it was opened for: the passes that came back are asked for at once, or what is to be changed. */
  readonly action?: VisitDrawerAction | undefined;
  readonly onClose: () => void;
  /** Shows another one: a companion, or the leader. */
  readonly onOpen: (id: number) => void;
}

/** One visit: facts, what can be done now, companions, and what happened, beside the list it came from. */
export function VisitDrawer({ id, action, onClose, onOpen }: Props) {
  const t = useTranslate();
  useLoadAhead(ahead);
  return (
    <SidePanel isOpen={id !== undefined} onClose={onClose} title={t("console.visit.title")}>
      {id !== undefined && (
        <VisitDetail action={action} id={id} key={`${id}-${action ?? ""}`} onDone={onClose} onOpen={onOpen} />
      )}
    </SidePanel>
  );
}
