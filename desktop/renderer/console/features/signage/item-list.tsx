import type { ReactNode } from "react";
import type { WallTime } from "#contract/dates.ts";
import type { SignageItem } from "#contract/signage.ts";
import { Section } from "../../components/section.tsx";
import { SortableList } from "../../components/sortable-list.tsx";
import { ItemRow } from "./item-row.tsx";
import { useSort } from "./use-sort.ts";

interface Props {
  readonly title: string;
  readonly hint: string;
  readonly items: readonly SignageItem[];
  readonly now: WallTime;
  readonly onOpen: (id: number) => void;
  /** What stands in place of an empty list. */
  readonly empty: ReactNode;
}

/** Items in the order in which they are shown, to be put in another. */
export function ItemList({ title, hint, items, now, onOpen, empty }: Props) {
  const sort = useSort();
  return (
    <Section hint={hint} title={title}>
      {items.length === 0 && empty}
      {items.length > 0 && (
        <SortableList
          items={items}
          label={title}
          nameOf={(item) => item.title}
          onSort={(ids) => sort.mutate(ids)}
          renderItem={(item) => <ItemRow item={item} now={now} onOpen={onOpen} />}
        />
      )}
    </Section>
  );
}
