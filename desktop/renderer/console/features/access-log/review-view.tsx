import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Empty, Failure } from "../../components/empty-state.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./access-log.module.css";
import { MonthList } from "./month-list.tsx";
import { MonthReview } from "./month-review.tsx";
import { accessMonthsQuery } from "./queries.ts";

interface Props {
  /** YYYY-MM; else the latest that waits for its review, or the latest of all. */
  readonly month: string | undefined;
  /** Whose part of the month is open. */
  readonly staff: number | undefined;
  readonly onOpen: (staff: number | undefined) => void;
}

/** The monthly review: which months there are, and one of them by person. */
export function ReviewView({ month, staff, onOpen }: Props) {
  const t = useTranslate();
  const months = useQuery(accessMonthsQuery(useLanguage()));
  if (months.isPending) return <Skeleton height={320} radius="lg" />;
  if (months.isError) return <Failure again={() => void months.refetch()} error={months.error} />;
  const waiting = months.data.find(({ isOver, latest }) => isOver && !latest);
  const shown = months.data.find((one) => one.month === month) ?? waiting ?? months.data[0];
  if (!shown) return <Empty title={t("console.access.none")}>{t("console.access.noneText")}</Empty>;
  return (
    <div className={styles.review}>
      <MonthList chosen={shown.month} months={months.data} />
      <MonthReview
        isOver={shown.isOver}
        key={shown.month}
        month={shown.month}
        onOpen={onOpen}
        staff={staff}
      />
    </div>
  );
}
