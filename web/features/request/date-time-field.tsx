import { useId } from "react";
import { lastMinute, minuteStep, type WallTime } from "#contract/dates.ts";
import { FieldErrorText, inputClass } from "../../components/form/field.tsx";
import { Select } from "../../components/form/select.tsx";
import { useTranslate } from "../../lib/language.ts";
import { joinDateTime, notBefore, splitDateTime } from "./period.ts";
import styles from "./request.module.css";

const two = (value: number) => String(value).padStart(2, "0");
const hours = Array.from({ length: 24 }, (_, hour) => two(hour));
const minutes = Array.from({ length: 60 / minuteStep }, (_, step) => two(step * minuteStep));
const [lastHour = "", lastOfHour = ""] = lastMinute.split(":");

interface DateTimeFieldProps {
  readonly label: string;
  /** "YYYY-MM-DD HH:mm"; the date may be missing. */
  readonly value: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** Earliest selectable time of its day. */
  readonly earliest: WallTime;
  /** Also allows the last minute of the day. */
  readonly isEnd?: boolean;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Date, hour and minute, in steps of ten minutes (docs/behaviour.md, "Dates and times"). */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, min, max, earliest, isEnd = false, error, onChange } = props;
  const t = useTranslate();
  const id = useId();
  const { date, hour, minute } = splitDateTime(value);
  const change = (part: { date?: string; hour?: string; minute?: string }) => {
    const next = { date, hour, minute, ...part };
    if (next.minute === lastOfHour && next.hour !== lastHour) next.minute = minutes.at(-1) ?? "00";
    onChange(notBefore(joinDateTime(next), earliest));
  };
  const isOver = (part: { hour: string; minute: string }) => {
    const offered = joinDateTime({ date, ...part });
    return notBefore(offered, earliest) !== offered;
  };
  const attributes = {
    "aria-describedby": error ? `${id}error` : undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };

  return (
    <fieldset className={styles.dateTime}>
      <legend>{label}</legend>
      <div className={styles.dateTimeInputs}>
        <input
          {...attributes}
          aria-label={`${label} ${t("visitor.request.date")}`}
          className={`${inputClass} ${styles.dateInput} tabular`}
          max={max}
          min={min}
          onChange={(event) => change({ date: event.currentTarget.value })}
          required
          type="date"
          value={date}
        />
        <Select
          aria-label={`${label} ${t("visitor.request.hour")}`}
          onChange={(event) => change({ hour: event.currentTarget.value })}
          value={hour}
        >
          {hours.map((value) => (
            <option disabled={isOver({ hour: value, minute: lastOfHour })} key={value} value={value}>
              {t("visitor.request.hourOption", { hour: value })}
            </option>
          ))}
        </Select>
        <Select
          aria-label={`${label} ${t("visitor.request.minute")}`}
          onChange={(event) => change({ minute: event.currentTarget.value })}
          value={minute}
        >
          {(isEnd && hour === lastHour ? [...minutes, lastOfHour] : minutes).map((value) => (
            <option disabled={isOver({ hour, minute: value })} key={value} value={value}>
              {t("visitor.request.minuteOption", { minute: value })}
            </option>
          ))}
        </Select>
      </div>
      <FieldErrorText error={error} id={`${id}error`} />
    </fieldset>
  );
}
