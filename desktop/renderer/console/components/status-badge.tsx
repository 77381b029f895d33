import type { StatusCode } from "#contract/visits/status.ts";
import { type Translate, useTranslate } from "../lib/language.ts";
import styles from "./status-badge.module.css";

interface StatusBadgeProps {
  readonly code: StatusCode;
  /** The word; colour alone says nothing. */
  readonly name: string;
}

export function StatusBadge({ code, name }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-status={code}>
      {name}
    </span>
  );
}

interface DaysLeftProps {
  /** Negative where the day has passed. */
  readonly days: number;
  /** YYYY-MM-DD that is counted down to. */
  readonly day: string;
}

const countText = (t: Translate, days: number) => {
  if (days === 1) return t("console.days.countOne");
  if (days === -1) return t("console.days.overOne");
  return days < 0 ? t("console.days.over", { days: -days }) : t("console.days.count", { days });
};

const urgencyOf = (days: number) => {
  if (days < 0) return "past";
  if (days === 0) return "today";
  return days <= 5 ? "soon" : "later";
};

/** A day that is counted down to: D-5 to D-0, in colour and in words. */
export function DaysLeft({ days, day }: DaysLeftProps) {
  const t = useTranslate();
  const urgency = urgencyOf(days);
  return (
    <span className={styles.left}>
      <span className={styles.daysLeft} data-urgency={urgency}>
        {countText(t, days)}
      </span>
      <span className="tabular">
        {day} {urgency === "today" && t("console.days.today")}
      </span>
    </span>
  );
}
