import { Skeleton } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { useTranslate } from "../../lib/language.ts";
import { type BoardAction, nextAction } from "./board-tabs.ts";

/** Lazy, because it loads the forms of the visit's drawer. */
const BulkActionForm = lazyPart(
  async () => (await import("./bulk-action-form.tsx")).BulkActionForm,
  <Skeleton height={320} />,
);

interface Props {
  /** Undefined closes the drawer. */
  readonly action: BoardAction | undefined;
  readonly chosen: readonly VisitAnswer[];
  readonly onClose: () => void;
  /** Called when the action is done for all visits. */
  readonly onDone: () => void;
}

/** Checks in or out the visits selected on the board. */
export function BulkActionDrawer({ action, chosen, onClose, onDone }: Props) {
  const t = useTranslate();
  const visits = chosen.filter((row) => nextAction(row) === action);
  return (
    <SidePanel
      isOpen={action !== undefined}
      onClose={onClose}
      title={t("console.today.batch", { count: visits.length })}
    >
      {action && <BulkActionForm action={action} onClose={onClose} onDone={onDone} visits={visits} />}
    </SidePanel>
  );
}
