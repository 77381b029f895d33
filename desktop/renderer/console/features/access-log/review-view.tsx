import { Paper, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { AccessMonth } from "#contract/privacy/access-log.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { ListLink } from "../../components/links.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./access-log.module.css";
import { MonthReview } from "./month-review.tsx";
import { accessMonthsQuery } from "./queries.ts";

interface ReviewViewProps {
  /** YYYY-MM. Default: the latest month without a review, else the latest month. */
  readonly month: string | undefined;
  /** The reader whose drawer is open. */
  readonly openReader: number | undefined;
  readonly onOpen: (reader: number | undefined) => void;
}

/** Monthly review: the list of months, and one month by reader. */
export function ReviewView({ month, openReader, onOpen }: ReviewViewProps) {
  const t = useTranslate();
  const months = useQuery(accessMonthsQuery(useLanguage()));
  if (months.isPending) return <Skeleton height={320} radius="lg" />;
  if (months.isLoadingError) return <ErrorState onRetry={() => void months.refetch()} error={months.error} />;
  const unreviewed = months.data.find(({ isOver, latest }) => isOver && !latest);
  const shown = months.data.find((entry) => entry.month === month) ?? unreviewed ?? months.data[0];
  if (!shown) return <EmptyState title={t("console.access.none")}>{t("console.access.noneText")}</EmptyState>;
  return (
    <div className={styles.review}>
      <MonthList chosen={shown.month} months={months.data} />
      <MonthReview
        isOver={shown.isOver}
        key={shown.month}
        month={shown.month}
        onOpen={onOpen}
        openReader={openReader}
      />
    </div>
  );
}

interface MonthListProps {
  readonly months: readonly AccessMonth[];
  readonly chosen: string | undefined;
}

/** Months with their latest review; months without one are highlighted. */
function MonthList({ months, chosen }: MonthListProps) {
  const t = useTranslate();
  const stateOf = ({ isOver, latest }: AccessMonth) => {
    if (latest) return t("console.access.reviewed", { at: latest.at.slice(0, 10), name: latest.by.name });
    return t(isOver ? "console.access.notReviewed" : "console.access.running");
  };
  return (
    <Paper className={styles.months} radius="lg" withBorder>
      <nav aria-label={t("console.access.months")}>
        {months.map((entry) => (
          <ListLink
            active={entry.month === chosen}
            className={styles.month}
            data-unreviewed={(entry.isOver && !entry.latest) || undefined}
            description={stateOf(entry)}
            key={entry.month}
            label={entry.month}
            search={{ view: "review", month: entry.month }}
            to="/access-log"
          />
        ))}
      </nav>
    </Paper>
  );
}
