import { Paper } from "@mantine/core";
import type { AccessMonth } from "#contract/access-log.ts";
import { ListLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./access-log.module.css";

interface Props {
  readonly months: readonly AccessMonth[];
  readonly chosen: string | undefined;
}

/** The months there are, each with who reviewed it last; those that wait for it stand out. */
export function MonthList({ months, chosen }: Props) {
  const t = useTranslate();
  const stateOf = ({ isOver, latest }: AccessMonth) => {
    if (latest) return t("console.access.reviewed", { at: latest.at.slice(0, 10), name: latest.by.name });
    return t(isOver ? "console.access.notReviewed" : "console.access.running");
  };
  return (
    <Paper className={styles.months} radius="lg" withBorder>
      <nav aria-label={t("console.access.months")}>
        {months.map((one) => (
          <ListLink
            active={one.month === chosen}
            className={styles.month}
            data-waits={(one.isOver && !one.latest) || undefined}
            description={stateOf(one)}
            key={one.month}
            label={one.month}
            search={{ view: "review", month: one.month }}
            to="/access-log"
          />
        ))}
      </nav>
    </Paper>
  );
}
