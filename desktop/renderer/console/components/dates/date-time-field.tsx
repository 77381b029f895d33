import { Autocomplete, Input } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { lastMinute, minuteStep } from "#contract/dates.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./dates.module.css";
import { DayInput, useDayInput } from "./day-input.tsx";
import {
  type DayBounds,
  exampleDay,
  exampleTime,
  isCompleteTime,
  parseTime,
  twoDigits,
} from "./parse-day-time.ts";
import { useParsedInput } from "./use-parsed-input.ts";

const stepsPerHour = 60 / minuteStep;
const times = Array.from(
  { length: 24 * stepsPerHour },
  (_, step) =>
    `${twoDigits(Math.floor(step / stepsPerHour))}:${twoDigits((step % stepsPerHour) * minuteStep)}`,
);

interface Props extends DayBounds {
  readonly label: string;
  /** "YYYY-MM-DD HH:mm" in the site's time zone; either part may be missing, but not the space. */
  readonly value: string;
  readonly onChange: (dateTime: string) => void;
  /** The field's path in its form, for errors. */
  readonly path: string;
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
  /** Also allows the last minute of the day. */
  readonly isEnd?: boolean;
  /** Earliest date and time offered. */
  readonly earliest?: string;
  /** May be empty; the value is then empty, too. */
  readonly isOptional?: boolean;
}

/** Date and time, typed or selected; times in steps of ten minutes (docs/behaviour.md, "Dates and times"). */
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
  earliest = "",
  isOptional = false,
}: Props) {
  const t = useTranslate();
  const id = useId();
  const [date = "", timeOfDay = ""] = value.split(" ", 2);
  const day = useDayInput(
    date,
    (next) => {
      if (next === "" && isOptional) onChange("");
      else onChange(`${next} ${timeOfDay || (isEnd && isOptional ? lastMinute : "00:00")}`);
    },
    min,
  );
  const time = useParsedInput({
    value: timeOfDay,
    onChange: (next) => onChange(`${date} ${next}`),
    parse: parseTime,
    isComplete: isCompleteTime,
  });
  const message =
    (day.isWrong && t("console.moment.dayWrong", { example: exampleDay })) ||
    (time.isWrong && t("console.moment.timeWrong", { example: exampleTime })) ||
    error;
  // Both inputs share one error and one hint; Mantine would render separate ones.
  const attributes = {
    "aria-describedby": [message && `${id}error`, hint && `${id}hint`].filter(Boolean).join(" ") || undefined,
    "aria-invalid": message ? (true as const) : undefined,
    disabled,
    error: Boolean(message),
    withAria: false,
  };
  const choices = (isEnd ? [...times, lastMinute] : times).filter(
    (choice) => date !== earliest.split(" ", 1)[0] || `${date} ${choice}` >= earliest,
  );
  // Starts at the current value; earlier times follow at the end.
  const from = choices.findIndex((choice) => choice >= timeOfDay);
  const isTyped = time.text !== timeOfDay;
  const digits = time.text.replace(/\D/g, "");
  const offered = isTyped
    ? choices.filter((choice) => choice.replace(":", "").startsWith(digits))
    : [...choices.slice(from), ...choices.slice(0, from)];
  const name = `${label} ${t("console.moment.date")}`;
  return (
    <fieldset className={styles.dateTime} disabled={disabled}>
      <legend className={styles.legend}>
        {label} {!isOptional && <span aria-hidden>*</span>}
      </legend>
      {hint && <Input.Description id={`${id}hint`}>{hint}</Input.Description>}
      <div className={styles.inputs}>
        <DayInput
          {...attributes}
          aria-label={name}
          data-path={path}
          day={day}
          max={max}
          min={min}
          name={name}
          required={!isOptional}
          value={date}
        />
        <Autocomplete
          {...attributes}
          aria-label={`${label} ${t("console.moment.time")}`}
          autoComplete="off"
          data={offered}
          filter={({ options }) => options}
          inputMode="numeric"
          maxDropdownHeight={220}
          onBlur={time.commit}
          onChange={time.type}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key === "Enter") time.commit();
          }}
          openOnFocus={false}
          required={!isOptional}
          rightSection={<IconClock aria-hidden size={16} />}
          rightSectionPointerEvents="none"
          value={time.text}
        />
      </div>
      {message && <Input.Error id={`${id}error`}>{message}</Input.Error>}
    </fieldset>
  );
}
