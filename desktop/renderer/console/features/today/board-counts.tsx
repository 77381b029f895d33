import { UnstyledButton } from "@mantine/core";
import type { ProgressAnswer } from "#contract/visits/visits.ts";
import { useTranslate } from "../../lib/language.ts";
import type { BoardTab } from "./board-tabs.ts";
import styles from "./today.module.css";

interface Props {
  readonly counts: ProgressAnswer["counts"];
  /** Number of expected visitors who are late. */
  readonly late: number;
  readonly chosen: BoardTab;
  readonly onChoose: (list: BoardTab) => void;
}

/** Tabs of the board with their counts. */
export function BoardCounts({ counts, late, chosen, onChoose }: Props) {
  const t = useTranslate();
  const tiles: readonly { list: BoardTab; count: number; isAlert?: boolean; more?: string }[] = [
    {
      list: "expected",
      count: counts.applied + counts.approved + counts.expectedAgain,
      more: [
        t("console.today.undecided", { count: counts.applied }),
        late > 0 && t("console.today.lateCount", { count: late }),
      ]
        .filter(Boolean)
        .join(" · "),
    },
    { list: "inside", count: counts.entered },
    { list: "overdue", count: counts.overdue, isAlert: true },
    { list: "notReturned", count: counts.notReturned, isAlert: true },
    { list: "left", count: counts.exited + counts.ended - counts.expectedAgain },
  ];
  return (
    <section aria-label={t("console.today.lists")} className={styles.tiles}>
      {tiles.map(({ list, count, isAlert = false, more }) => (
        <UnstyledButton
          aria-pressed={list === chosen}
          className={styles.tile}
          data-alert={isAlert && count > 0 ? true : undefined}
          key={list}
          onClick={() => onChoose(list)}
        >
          <span>
            <span className={styles.label}>{t(`console.today.${list}`)}</span>
            {more && <span className={styles.detail}>{more}</span>}
          </span>
          <span className={styles.count}>{count}</span>
        </UnstyledButton>
      ))}
    </section>
  );
}
