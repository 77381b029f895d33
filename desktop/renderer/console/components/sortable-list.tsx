import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslate } from "../lib/language.ts";
import styles from "./sortable-list.module.css";

interface Item {
  readonly id: number;
}

interface Props<Row extends Item> {
  /** Accessible name. */
  readonly label: string;
  readonly items: readonly Row[];
  /** Name of an item for its handle and announcements. */
  readonly nameOf: (item: Row) => string;
  readonly renderItem: (item: Row) => ReactNode;
  /** Called with the new order after a drop. */
  readonly onSort: (ids: readonly number[]) => void;
  /** Disables moving, for read-only users or while a change is being saved. */
  readonly isDisabled?: boolean;
}

/** Pixels before a press becomes a drag. */
const dragDistance = 4;

/** A list sorted by mouse, touch or keyboard (Space, arrows, Space; Esc cancels). */
export function SortableList<Row extends Item>(props: Props<Row>) {
  const { label, items, nameOf, renderItem, onSort, isDisabled = false } = props;
  const t = useTranslate();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragDistance } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(({ id }) => id);
  const indexOf = (id: unknown) => ids.indexOf(Number(id));
  const announcement = (id: unknown, over: unknown = id) => {
    const item = items[indexOf(id)];
    return { name: item ? nameOf(item) : "", place: indexOf(over) + 1, count: ids.length };
  };
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onSort(arrayMove(ids, indexOf(active.id), indexOf(over.id)));
  };

  return (
    <DndContext
      accessibility={{
        screenReaderInstructions: { draggable: t("console.sort.how") },
        announcements: {
          onDragStart: ({ active }) => t("console.sort.taken", announcement(active.id)),
          onDragOver: ({ active, over }) =>
            over ? t("console.sort.over", announcement(active.id, over.id)) : undefined,
          onDragEnd: ({ active, over }) => t("console.sort.put", announcement(active.id, over?.id)),
          onDragCancel: ({ active }) => t("console.sort.left", announcement(active.id)),
        },
      }}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      sensors={sensors}
    >
      <SortableContext disabled={isDisabled} items={ids} strategy={verticalListSortingStrategy}>
        <ul aria-label={label} className={styles.list}>
          {items.map((item) => (
            <SortableItem id={item.id} isDisabled={isDisabled} key={item.id} name={nameOf(item)}>
              {renderItem(item)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface ItemProps extends Item {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly children: ReactNode;
}

function SortableItem({ id, name, isDisabled, children }: ItemProps) {
  const t = useTranslate();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const isMotionReduced = useReducedMotion();
  return (
    <li
      className={styles.item}
      data-dragging={isDragging || undefined}
      ref={setNodeRef}
      style={{
        transform: CSS.Translate.toString(transform),
        transition: isMotionReduced ? undefined : transition,
      }}
    >
      {!isDisabled && (
        <ActionIcon
          {...attributes}
          {...listeners}
          aria-label={t("console.sort.handle", { name })}
          className={styles.handle}
          color="gray"
          ref={setActivatorNodeRef}
          size="lg"
          variant="subtle"
        >
          <IconGripVertical aria-hidden size={18} />
        </ActionIcon>
      )}
      <div className={styles.content}>{children}</div>
    </li>
  );
}
