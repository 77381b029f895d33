import { Autocomplete, Input } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { lastMinute, minuteStep } from "#contract/dates.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./dates.module.css";
import { DayInput, useDayInput } from "./day-input.tsx";
import { type DayBounds, exampleDay, exampleTime, isCompleteTime, parseTime } from "./parse-day-time.ts";
import { useParsedInput } from "./use-parsed-input.ts";

const two = (value: number) => String(value).padStart(2, "0");
const perHour = 60 / minuteStep;
const times = Array.from(
  { length: 24 * perHour },
  (_, step) => `${two(Math.floor(step / perHour))}:${two((step % perHour) * minuteStep)}`,
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
  const [date = "", clock = ""] = value.split(" ", 2);
  const day = useDayInput(
    date,
    (next) => {
      if (next === "" && isOptional) onChange("");
      else onChange(`${next} ${clock || (isEnd && isOptional ? lastMinute : "00:00")}`);
    },
    min,
  );
  const time = useParsedInput({
    value: clock,
    onChange: (next) => onChange(`${date} ${next}`),
    parse: parseTime,
    isComplete: isCompleteTime,
  });
  const wrong =
    (day.isWrong && t("console.moment.dayWrong", { example: exampleDay })) ||
    (time.isWrong && t("console.moment.timeWrong", { example: exampleTime })) ||
    error;
  // Both inputs share one error and one hint; Mantine would render separate ones.
  const attributes = {
    "aria-describedby": [wrong && `${id}error`, hint && `${id}hint`].filter(Boolean).join(" ") || undefined,
    "aria-invalid": wrong ? (true as const) : undefined,
    disabled,
    error: Boolean(wrong),
    withAria: false,
  };
  const choices = (isEnd ? [...times, lastMinute] : times).filter(
    (choice) => date !== earliest.split(" ", 1)[0] || `${date} ${choice}` >= earliest,
  );
  // Starts at the current value; earlier times follow at the end.
  const from = choices.findIndex((choice) => choice >= clock);
  const isTyped = time.text !== clock;
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
          onBlur={time.finish}
          onChange={time.type}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={(event) => {
            if (event.key === "Enter") time.finish();
          }}
          openOnFocus={false}
          required={!isOptional}
          rightSection={<IconClock aria-hidden size={16} />}
          rightSectionPointerEvents="none"
          value={time.text}
        />
      </div>
      {wrong && <Input.Error id={`${id}error`}>{wrong}</Input.Error>}
    </fieldset>
  );
}
