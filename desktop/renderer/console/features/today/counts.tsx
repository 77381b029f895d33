import { UnstyledButton } from "@mantine/core";
import type { ProgressAnswer } from "#contract/visits.ts";
import { useTranslate } from "../../lib/language.ts";
import type { DayList } from "./board-tabs.ts";
import styles from "./today.module.css";

interface Props {
  readonly counts: ProgressAnswer["counts"];
  readonly chosen: DayList;
  readonly onChoose: (list: DayList) => void;
}

/** How many there are of each; each number leads to its list. */
export function Counts({ counts, chosen, onChoose }: Props) {
  const t = useTranslate();
  const tiles: readonly { list: DayList; count: number; isAlert?: boolean; more?: string }[] = [
    {
      list: "expected",
      count: counts.applied + counts.approved,
      more: t("console.today.undecided", { count: counts.applied }),
    },
    { list: "inside", count: counts.entered },
    { list: "overdue", count: counts.overdue, isAlert: true },
    { list: "notReturned", count: counts.notReturned, isAlert: true },
    { list: "left", count: counts.exited + counts.ended },
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
          <span className={styles.label}>{t(`console.today.${list}`)}</span>
          <span className={styles.count}>{count}</span>
          <span className={styles.more}>{more ?? ""}</span>
        </UnstyledButton>
      ))}
    </section>
  );
}
