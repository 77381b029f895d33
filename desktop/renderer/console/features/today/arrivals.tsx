import { Paper, Text } from "@mantine/core";
import type { ProgressAnswer } from "#contract/visits/visits.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./arrivals.module.css";

interface Props {
  readonly hours: ProgressAnswer["byHour"];
  /** Wall time. */
  readonly now: string;
}

const first = 7;
const last = 19;

/** Arrivals by hour: expected as an outline, who came as a filled bar. Read aloud as a table. */
export function Arrivals({ hours, now }: Props) {
  const t = useTranslate();
  const busy = hours.filter(({ expected, entered }) => expected + entered > 0).map(({ hour }) => hour);
  const [from, until] = [Math.min(first, ...busy), Math.max(last, ...busy)];
  // without a gap: an hour in which nobody comes is one, too
  const shown = hours.filter(({ hour }) => hour >= from && hour <= until);
  const most = Math.max(4, ...shown.flatMap(({ expected, entered }) => [expected, entered]));
  const thisHour = Number(now.slice(11, 13));
  // a long day on a narrow screen: every third hour has a number, and this one
  const isNamed = (hour: number) => hour === thisHour || (hour % 3 === 0 && Math.abs(hour - thisHour) > 1);
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
              data-named={isNamed(hour) || undefined}
              data-now={hour === thisHour || undefined}
              key={hour}
            >
              <th className={styles.hourLabel} scope="row">
                {hour}
              </th>
              <Bar className={styles.expected} count={expected} most={most} />
              <Bar className={styles.entered} count={entered} most={most} />
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
  /** What the highest bar stands for. */
  readonly most: number;
}

function Bar({ className, count, most }: BarProps) {
  const isNone = count === 0 || undefined;
  return (
    <td className={className} data-none={isNone} style={{ height: `${(count / most) * 72}px` }}>
      <span className={styles.number} data-none={isNone}>
        {count}
      </span>
    </td>
  );
}
