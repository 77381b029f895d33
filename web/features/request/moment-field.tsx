import { useId } from "react";
import { minuteStep } from "#contract/dates.ts";
import { FieldErrorText, inputClass } from "../../components/form/field.tsx";
import { Select } from "../../components/form/select.tsx";
import { useTranslate } from "../../lib/language.ts";
import { readMoment, writeMoment } from "./period.ts";
import styles from "./request.module.css";

const two = (value: number) => String(value).padStart(2, "0");
const hours = Array.from({ length: 24 }, (_, hour) => two(hour));
const minutes = Array.from({ length: 60 / minuteStep }, (_, step) => two(step * minuteStep));

interface MomentFieldProps {
  readonly label: string;
  /** "YYYY-MM-DD HH:mm"; the date may be missing. */
  readonly moment: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly error: string | undefined;
  readonly onChange: (moment: string) => void;
}

/** A date with hour and minute, minutes in steps of ten (docs/behaviour.md, "Dates and times"). */
export function MomentField({ label, moment, min, max, error, onChange }: MomentFieldProps) {
  const t = useTranslate();
  const id = useId();
  const { date, hour, minute } = readMoment(moment);
  const change = (part: { date?: string; hour?: string; minute?: string }) =>
    onChange(writeMoment({ date, hour, minute, ...part }));
  const ties = {
    "aria-describedby": error ? `${id}error` : undefined,
    "aria-invalid": error ? (true as const) : undefined,
  };

  return (
    <fieldset className={styles.moment}>
      <legend>{label}</legend>
      <div className={styles.momentInputs}>
        <input
          {...ties}
          aria-label={`${label} ${t("visitor.request.date")}`}
          className={`${inputClass} ${styles.date} tabular`}
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
            <option key={value} value={value}>
              {t("visitor.request.hourOption", { hour: value })}
            </option>
          ))}
        </Select>
        <Select
          aria-label={`${label} ${t("visitor.request.minute")}`}
          onChange={(event) => change({ minute: event.currentTarget.value })}
          value={minute}
        >
          {minutes.map((value) => (
            <option key={value} value={value}>
              {t("visitor.request.minuteOption", { minute: value })}
            </option>
          ))}
        </Select>
      </div>
      <FieldErrorText error={error} id={`${id}error`} />
    </fieldset>
  );
}
