import type { StatusCode } from "#contract/visits/status.ts";
import { type Translate, useTranslate } from "../lib/language.ts";
import styles from "./status-badge.module.css";

interface StatusBadgeProps {
  readonly code: StatusCode;
  /** The label: colour alone is not accessible. */
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
  /** Negative for past days. */
  readonly days: number;
  /** YYYY-MM-DD. */
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

/** A deadline with its countdown, D-5 to D-0, as colour and text. */
export function DaysLeft({ days, day }: DaysLeftProps) {
  const t = useTranslate();
  const urgency = urgencyOf(days);
  return (
    <span className={styles.deadline}>
      <span className={styles.daysLeft} data-urgency={urgency}>
        {countText(t, days)}
      </span>
      <span className="tabular">
        {day} {urgency === "today" && t("console.days.today")}
      </span>
    </span>
  );
}
