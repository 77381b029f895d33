import { Input } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { lastMinute, minuteStep } from "#contract/dates.ts";
import { useTranslate } from "../lib/language.ts";
import styles from "./date-time.module.css";

const two = (value: number) => String(value).padStart(2, "0");
const hours = Array.from({ length: 24 }, (_, hour) => two(hour));
const minutes = Array.from({ length: 60 / minuteStep }, (_, step) => two(step * minuteStep));
const [lastHour = "", lastOfHour = ""] = lastMinute.split(":");

/** Takes a date and time apart; a date that was emptied leaves hour and minute standing. */
function splitDateTime(dateTime: string) {
  const [, date = "", hour = "00", minute = "00"] = /^(\S*) (\d\d):(\d\d)$/.exec(dateTime) ?? [];
  return { date, hour, minute };
}

interface Props {
  readonly label: string;
  /** "YYYY-MM-DD HH:mm" on the site's clock; the date may be missing. */
  readonly value: string;
  readonly onChange: (dateTime: string) => void;
  /** The field's name in its form: errors find it by that. */
  readonly path: string;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  /** First and last day. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly disabled?: boolean;
  /** An end may be a day's last minute. */
  readonly isEnd?: boolean;
}

/** A date with hour and minute, minutes in steps of ten (docs/behaviour.md, "Dates and times"). */
export function DateTimeField({
  label,
  value,
  onChange,
  path,
  error,
  hint,
  min,
  max,
  disabled = false,
  isEnd = false,
}: Props) {
  const t = useTranslate();
  const id = useId();
  const { date, hour, minute } = splitDateTime(value);
  const change = (part: { date?: string; hour?: string; minute?: string }) => {
    const next = { date, hour, minute, ...part };
    if (next.minute === lastOfHour && next.hour !== lastHour) next.minute = minutes.at(-1) ?? "00";
    onChange(`${next.date} ${next.hour}:${next.minute}`);
  };
  // One error and one hint for all three: Mantine would give each its own.
  const ties = {
    "aria-describedby": [error && `${id}error`, hint && `${id}hint`].filter(Boolean).join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
    disabled,
    error: Boolean(error),
    withAria: false,
  };
  const partOf = (name: "hour" | "minute", values: readonly string[], chosen: string) => (
    <Input
      {...ties}
      aria-label={`${label} ${t(`console.moment.${name}`)}`}
      component="select"
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      pointer
      rightSection={<IconSelector aria-hidden size={14} />}
      rightSectionPointerEvents="none"
      value={chosen}
    >
      {values.map((value) => (
        <option key={value} value={value}>
          {t(`console.moment.${name}Option`, { value })}
        </option>
      ))}
    </Input>
  );
  return (
    <fieldset className={styles.moment} disabled={disabled}>
      <legend className={styles.legend}>
        {label} <span aria-hidden>*</span>
      </legend>
      {hint && <Input.Description id={`${id}hint`}>{hint}</Input.Description>}
      <div className={styles.inputs}>
        <Input
          {...ties}
          aria-label={`${label} ${t("console.moment.date")}`}
          className={styles.date}
          data-path={path}
          max={max}
          min={min}
          onChange={(event) => change({ date: event.currentTarget.value })}
          required
          type="date"
          value={date}
        />
        {partOf("hour", hours, hour)}
        {partOf("minute", isEnd && hour === lastHour ? [...minutes, lastOfHour] : minutes, minute)}
      </div>
      {error && <Input.Error id={`${id}error`}>{error}</Input.Error>}
    </fieldset>
  );
}
