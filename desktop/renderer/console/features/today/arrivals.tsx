import { Paper, Text } from "@mantine/core";
import type { ProgressAnswer } from "#contract/visits/visits.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./arrivals.module.css";

interface Props {
  readonly hours: ProgressAnswer["byHour"];
  /** Wall time. */
  readonly now: string;
}

/** Hours always shown; others only if visitors are expected or came. */
const [firstHour, lastHour] = [7, 19];

/** Bar chart of arrivals by hour, expected and actual; a table for screen readers. */
export function Arrivals({ hours, now }: Props) {
  const t = useTranslate();
  const busy = hours.filter(({ expected, entered }) => expected + entered > 0).map(({ hour }) => hour);
  const [from, until] = [Math.min(firstHour, ...busy), Math.max(lastHour, ...busy)];
  const shown = hours.filter(({ hour }) => hour >= from && hour <= until);
  const max = Math.max(4, ...shown.flatMap(({ expected, entered }) => [expected, entered]));
  const thisHour = Number(now.slice(11, 13));
  // on narrow screens a long day labels only every third hour and the current one
  const isLabelled = (hour: number) => hour === thisHour || (hour % 3 === 0 && Math.abs(hour - thisHour) > 1);
  return (
    <Paper p="md" radius="lg" withBorder>
      <table className={styles.table} data-long={shown.length > 14 || undefined}>
        <caption className={styles.caption}>
          <Text component="span" fw={600} size="sm">
            {t("console.today.arrivals")}
          </Text>
          <span aria-hidden className={styles.legend}>
            <span className={styles.expectedKey} /> {t("console.today.expectedKey")}
            <span className={styles.enteredKey} /> {t("console.today.enteredKey")}
          </span>
        </caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t("console.today.hour")}</th>
            <th scope="col">{t("console.today.expectedKey")}</th>
            <th scope="col">{t("console.today.enteredKey")}</th>
          </tr>
        </thead>
        <tbody className={styles.bars}>
          {shown.map(({ hour, expected, entered }) => (
            <tr
              className={styles.hour}
              data-labelled={isLabelled(hour) || undefined}
              data-now={hour === thisHour || undefined}
              key={hour}
            >
              <th className={styles.hourLabel} scope="row">
                {hour}
              </th>
              <Bar className={styles.expected} count={expected} max={max} />
              <Bar className={styles.entered} count={entered} max={max} />
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}

interface BarProps {
  readonly className: string | undefined;
  readonly count: number;
  /** Value of a bar with full height. */
  readonly max: number;
}

function Bar({ className, count, max }: BarProps) {
  const isNone = count === 0 || undefined;
  return (
    <td className={className} data-zero={isNone} style={{ height: `${(count / max) * 72}px` }}>
      <span className={styles.barCount} data-zero={isNone}>
        {count}
      </span>
    </td>
  );
}
