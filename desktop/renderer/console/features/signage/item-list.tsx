import { Anchor, Text } from "@mantine/core";
import { IconAlignLeft, IconMessage, IconMovie } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatPeriod } from "#browser/formats.ts";
import type { WallTime } from "#contract/dates.ts";
import { type SignageItem, sortSignage } from "#contract/site/signage.ts";
import { Section } from "../../components/section.tsx";
import { SortableList } from "../../components/sortable-list.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { call } from "../../lib/api.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { type ItemState, stateOf, typeLabel } from "./item.ts";
import { type SignageList, signageQuery } from "./queries.ts";
import styles from "./signage.module.css";

interface ItemListProps {
  readonly title: string;
  readonly hint: string;
  readonly items: readonly SignageItem[];
  readonly now: WallTime;
  readonly onOpen: (id: number) => void;
  /** What stands in place of an empty list. */
  readonly empty: ReactNode;
}

/** Items in the order in which they are shown, to be put in another. */
export function ItemList({ title, hint, items, now, onOpen, empty }: ItemListProps) {
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

/** The tints of the visits' badges: on, to come, gone by, put away. */
const tints = { now: "exited", later: "approved", over: "ended", off: "cancelled" } as const;

export function ItemStateBadge({ state }: { readonly state: ItemState }) {
  const t = useTranslate();
  return <StatusBadge code={tints[state]} name={t(`console.signage.${state}`)} />;
}

/** "2026-03-10 09:00부터", "… 까지", or both; empty where nothing is said. */
function periodText({ from, to }: SignageItem, t: Translate): string {
  if (from !== null && to !== null) return formatPeriod(from, to);
  if (from !== null) return t("console.signage.since", { from });
  return to === null ? "" : t("console.signage.until", { to });
}

interface ItemStateBadgeProps {
  readonly item: SignageItem;
  readonly now: WallTime;
  readonly onOpen: (id: number) => void;
}

/** One item of the list: what it looks like, what it is called, when it is shown. */
function ItemRow({ item, now, onOpen }: ItemStateBadgeProps) {
  const t = useTranslate();
  const { id, type, title, text, seconds } = item;
  const facts = [
    t(typeLabel(type)),
    type === "video"
      ? t("console.signage.atMost", { seconds })
      : t("console.signage.secondsShown", { seconds }),
    periodText(item, t),
  ];
  return (
    <div className={styles.row}>
      <Thumb item={item} />
      <div className={styles.words}>
        <Anchor component="button" fw={600} maw="100%" onClick={() => onOpen(id)} ta="left" type="button">
          {title}
        </Anchor>
        {text && (
          <Text className={styles.line} size="sm">
            {text}
          </Text>
        )}
        <Text c="dimmed" className="tabular" size="xs">
          {facts.filter(Boolean).join(" · ")}
        </Text>
      </div>
      <span className={styles.state}>
        <ItemStateBadge state={stateOf(item, now)} />
      </span>
    </div>
  );
}

function Thumb({ item: { type, file } }: { readonly item: SignageItem }) {
  const Icon = { text: IconAlignLeft, "flow-text": IconMessage, image: IconAlignLeft, video: IconMovie }[
    type
  ];
  return (
    <span aria-hidden className={styles.thumb}>
      {type === "image" ? <img alt="" loading="lazy" src={file?.url} /> : <Icon size={20} stroke={1.5} />}
    </span>
  );
}

const inOrder = (items: readonly SignageItem[], ids: readonly number[]): SignageItem[] => {
  const moved = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...moved, ...items.filter(({ id }) => !ids.includes(id))];
};

const inOrderOf = (list: SignageList, ids: readonly number[]): SignageList => ({
  ...list,
  items: inOrder(list.items, ids),
  flowTexts: inOrder(list.flowTexts, ids),
});

const mutationKey = ["signage", "sort"];

/**
 * Puts items in a new order: at once on this screen, and back as it was where the server does not take it. What runs
 * along the bottom has an order of its own and stays where it is.
 */
const useSort = () =>
  useMutation({
    mutationKey,
    // one after the other: the last order is the one that stays
    scope: { id: "signage-sort" },
    mutationFn: (ids: readonly number[]) =>
      call(sortSignage, { body: { dispOrders: ids.map((id, at) => ({ id, dispOrder: at + 1 })) } }),
    onMutate: async (ids) => {
      const { queryKey } = signageQuery;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (list) => list && inOrderOf(list, ids));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: ["signage"] });
    },
  });
