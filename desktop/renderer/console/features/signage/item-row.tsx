import { Anchor, Text } from "@mantine/core";
import { IconAlignLeft, IconMessage, IconMovie } from "@tabler/icons-react";
import type { WallTime } from "#contract/dates.ts";
import type { SignageItem } from "#contract/signage.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatPeriod } from "../../lib/format.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { type ItemState, stateOf, typeWord } from "./item-state.ts";
import styles from "./signage.module.css";

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

interface Props {
  readonly item: SignageItem;
  readonly now: WallTime;
  readonly onOpen: (id: number) => void;
}

/** One item of the list: what it looks like, what it is called, when it is shown. */
export function ItemRow({ item, now, onOpen }: Props) {
  const t = useTranslate();
  const { id, type, title, text, seconds } = item;
  const facts = [
    t(typeWord(type)),
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
