import { Skeleton } from "@mantine/core";
import { lazyPart } from "../../components/lazy-part.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { VisitDrawerAction } from "./visit-actions.tsx";

/** Lazy, because its forms are larger than the lists that open it. */
const VisitDetail = lazyPart(
  async () => (await import("./visit-detail.tsx")).VisitDetail,
  <Skeleton height={320} />,
);

interface Props {
  /** Undefined closes the drawer. */
  readonly id: number | undefined;
  /** Form to open initially. */
  readonly action?: VisitDrawerAction | undefined;
  readonly onClose: () => void;
  /** Opens another visit: a companion, or the leader. */
  readonly onOpen: (id: number) => void;
}

/** Details of a visit, with its actions, companions and history, next to the list. */
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
