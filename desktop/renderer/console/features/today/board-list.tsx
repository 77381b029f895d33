import { type ComponentProps, useState } from "react";
import { BoardTable } from "./board-table.tsx";
import { type BoardAction, nextAction } from "./board-tabs.ts";
import { BoardTools } from "./board-tools.tsx";
import { BulkActionDrawer } from "./bulk-action-drawer.tsx";

type Props = Omit<ComponentProps<typeof BoardTable>, "chosen" | "onChoose" | "tools"> & {
  /** Closes the visit's drawer. */
  readonly onClose: () => void;
};

/** A tab of the board, with bulk check-in and check-out. */
export function BoardList({ onOpen, onClose, ...table }: Props) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [bulkAction, setBulkAction] = useState<BoardAction>();
  // drop visits that a colleague has checked in or out meanwhile
  const chosen = table.rows.filter((row) => ids.has(row.id) && nextAction(row));
  const clear = () => {
    setIds(new Set());
    setBulkAction(undefined);
  };
  return (
    <>
      <BoardTable
        {...table}
        chosen={new Set(chosen.map(({ id }) => id))}
        onChoose={(changed, isChosen) => {
          const others = [...ids].filter((id) => !changed.includes(id));
          setIds(new Set(isChosen ? [...others, ...changed] : others));
        }}
        onOpen={(id, action) => {
          setBulkAction(undefined);
          onOpen(id, action);
        }}
        tools={
          <BoardTools
            chosen={chosen}
            onBulkAction={(action) => {
              onClose();
              setBulkAction(action);
            }}
            onClear={clear}
          />
        }
      />
      <BulkActionDrawer
        action={table.selected === undefined ? bulkAction : undefined}
        chosen={chosen}
        onClose={() => setBulkAction(undefined)}
        onDone={clear}
      />
    </>
  );
}
