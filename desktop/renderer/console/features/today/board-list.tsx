import { type ComponentProps, useState } from "react";
import { BatchDrawer } from "./batch-drawer.tsx";
import { BoardTable } from "./board.tsx";
import { type BoardAction, nextAction } from "./board-tabs.ts";
import { BoardTools } from "./board-tools.tsx";

type Props = Omit<ComponentProps<typeof BoardTable>, "chosen" | "onChoose" | "tools"> & {
  /** Closes the drawer of a visit. */
  readonly onClose: () => void;
};

/** A list of the day, of which several can be chosen to be issued passes or checked out together. */
export function BoardList({ onOpen, onClose, ...table }: Props) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [batch, setBatch] = useState<BoardAction>();
  // who was let in or has left meanwhile is not handled unseen
  const chosen = table.rows.filter((row) => ids.has(row.id) && nextAction(row));
  const clear = () => {
    setIds(new Set());
    setBatch(undefined);
  };
  return (
    <>
      <BoardTable
        {...table}
        chosen={new Set(chosen.map(({ id }) => id))}
        onChoose={(some, isChosen) => {
          const others = [...ids].filter((id) => !some.includes(id));
          setIds(new Set(isChosen ? [...others, ...some] : others));
        }}
        onOpen={(id, action) => {
          setBatch(undefined);
          onOpen(id, action);
        }}
        tools={
          <BoardTools
            chosen={chosen}
            onBatch={(action) => {
              onClose();
              setBatch(action);
            }}
            onClear={clear}
          />
        }
      />
      <BatchDrawer
        action={table.selected === undefined ? batch : undefined}
        chosen={chosen}
        onClose={() => setBatch(undefined)}
        onDone={clear}
      />
    </>
  );
}
