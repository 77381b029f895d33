import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useTranslate } from "../../lib/language.ts";
import { DayInput, useDayInput } from "./day-input.tsx";
import { type DayBounds, exampleDay } from "./parse-day-time.ts";

interface Props extends DayBounds {
  readonly label: string;
  /** "YYYY-MM-DD", or empty. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly error?: ReactNode;
  readonly className?: string | undefined;
}

/** A date field with a label. */
export function DayField({ label, value, onChange, error, className, min, max }: Props) {
  const t = useTranslate();
  const id = useId();
  const day = useDayInput(value, onChange, min);
  const shown = day.isWrong ? t("console.moment.dayWrong", { example: exampleDay }) : error;
  return (
    <Input.Wrapper className={className} error={shown} id={id} label={label}>
      <DayInput day={day} error={Boolean(shown)} max={max} min={min} name={label} value={value} />
    </Input.Wrapper>
  );
}
