import { Skeleton } from "@mantine/core";
import { lazyPart } from "../../components/lazy-part.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { VisitDrawerAction } from "./visit-actions.tsx";

/** With the forms for passes and edits it weighs more than the list beside it. */
const VisitDetail = lazyPart(
  async () => (await import("./visit-detail.tsx")).VisitDetail,
  <Skeleton height={320} />,
);

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
  return (
    <SidePanel isOpen={id !== undefined} onClose={onClose} title={t("console.visit.title")}>
      {id !== undefined && (
        <VisitDetail action={action} id={id} key={`${id}-${action ?? ""}`} onDone={onClose} onOpen={onOpen} />
      )}
    </SidePanel>
  );
}
