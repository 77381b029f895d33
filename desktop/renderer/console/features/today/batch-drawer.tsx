import { Skeleton } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { lazyPart } from "../../components/lazy-part.tsx";
import { SidePanel } from "../../components/side-panel.tsx";
import { useTranslate } from "../../lib/language.ts";
import { type BoardAction, nextAction } from "./board-tabs.ts";

/** Its forms are those of the visit's drawer. */
const Batch = lazyPart(async () => (await import("./batch.tsx")).Batch, <Skeleton height={320} />);

interface Props {
  /** Undefined where it is closed. */
  readonly action: BoardAction | undefined;
  /** Rows that are chosen, as they are now. */
  readonly chosen: readonly VisitAnswer[];
  readonly onClose: () => void;
  /** Everybody is in, or out. */
  readonly onDone: () => void;
}

/** Passes for, or the exit of, those who were chosen from a list of the board. */
export function BatchDrawer({ action, chosen, onClose, onDone }: Props) {
  const t = useTranslate();
  const visits = chosen.filter((row) => nextAction(row) === action);
  return (
    <SidePanel
      isOpen={action !== undefined}
      onClose={onClose}
      title={t("console.today.batch", { count: visits.length })}
    >
      {action && <Batch action={action} onClose={onClose} onDone={onDone} visits={visits} />}
    </SidePanel>
  );
}
