import { Button, Group, TextInput } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";
import { type Period, presetPeriod, presets } from "./periods.ts";
import styles from "./reports.module.css";

interface Props {
  readonly period: Period;
  /** The site's calendar day. */
  readonly today: string;
  /** Sentences by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (period: Period) => void;
}

/** Which days a report is about: by a word, or from one to another. */
export function PeriodBar({ period, today, errors, onChange }: Props) {
  const t = useTranslate();
  const day = (name: "from" | "to") => (
    <TextInput
      className={styles.day}
      error={errors[name]}
      label={t(`console.visits.${name}`)}
      onChange={(event) => onChange({ ...period, [name]: event.currentTarget.value })}
      required
      type="date"
      value={period[name]}
      withAsterisk={false}
    />
  );
  return (
    <div className={styles.bar}>
      <Group aria-label={t("console.reports.presets")} gap={6} role="group">
        {presets.map((preset) => {
          const { from, to } = presetPeriod(preset, today);
          const isChosen = from === period.from && to === period.to;
          return (
            <Button
              aria-pressed={isChosen}
              key={preset}
              onClick={() => onChange({ from, to })}
              variant={isChosen ? "light" : "default"}
            >
              {t(`console.reports.${preset}`)}
            </Button>
          );
        })}
      </Group>
      {day("from")}
      {day("to")}
    </div>
  );
}
