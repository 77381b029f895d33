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
  /** Shown instead of an empty list. */
  readonly empty: ReactNode;
}

/** Items in display order, sortable. */
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

/** Visit statuses whose colours stand for each state. */
const stateCodes = { now: "exited", later: "approved", over: "ended", off: "cancelled" } as const;

export function ItemStateBadge({ state }: { readonly state: ItemState }) {
  const t = useTranslate();
  return <StatusBadge code={stateCodes[state]} name={t(`console.signage.${state}`)} />;
}

/** "2026-03-10 09:00부터", "… 까지", or both; empty without limits. */
function periodText({ from, to }: SignageItem, t: Translate): string {
  if (from !== null && to !== null) return formatPeriod(from, to);
  if (from !== null) return t("console.signage.since", { from });
  return to === null ? "" : t("console.signage.until", { to });
}

interface ItemRowProps {
  readonly item: SignageItem;
  readonly now: WallTime;
  readonly onOpen: (id: number) => void;
}

function ItemRow({ item, now, onOpen }: ItemRowProps) {
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
      <Thumbnail item={item} />
      <div className={styles.content}>
        <Anchor component="button" fw={600} maw="100%" onClick={() => onOpen(id)} ta="left" type="button">
          {title}
        </Anchor>
        {text && (
          <Text className={styles.excerpt} size="sm">
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

function Thumbnail({ item: { type, file } }: { readonly item: SignageItem }) {
  const Icon = { text: IconAlignLeft, "flow-text": IconMessage, image: IconAlignLeft, video: IconMovie }[
    type
  ];
  return (
    <span aria-hidden className={styles.thumb}>
      {type === "image" ? <img alt="" loading="lazy" src={file?.url} /> : <Icon size={20} stroke={1.5} />}
    </span>
  );
}

const sortItems = (items: readonly SignageItem[], ids: readonly number[]): SignageItem[] => {
  const sorted = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  return [...sorted, ...items.filter(({ id }) => !ids.includes(id))];
};

const sortList = (list: SignageList, ids: readonly number[]): SignageList => ({
  ...list,
  items: sortItems(list.items, ids),
  flowTexts: sortItems(list.flowTexts, ids),
});

const mutationKey = ["signage", "sort"];

/** Sorts items optimistically; a refetch reverts a failed change. Tickers have their own order. */
const useSort = () =>
  useMutation({
    mutationKey,
    // sequential, so that the last order wins
    scope: { id: "signage-sort" },
    mutationFn: (ids: readonly number[]) =>
      call(sortSignage, { body: { dispOrders: ids.map((id, index) => ({ id, dispOrder: index + 1 })) } }),
    onMutate: async (ids) => {
      const { queryKey } = signageQuery;
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (list) => list && sortList(list, ids));
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey }) === 1)
        void queryClient.invalidateQueries({ queryKey: ["signage"] });
    },
  });
