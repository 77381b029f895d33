import type { ChangeEvent, ComponentProps } from "react";
import { formatPhone } from "#contract/phone.ts";
import { inputClass } from "./field.tsx";

interface PhoneInputProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const isDigit = (text: string | undefined) => text !== undefined && /\d/.test(text);

/** Where the caret belongs after formatting: behind as many digits as it was behind before. */
function caretAfter(typed: string, caret: number, formatted: string): number {
  if (formatted === typed) return caret;
  if (caret >= typed.length) return formatted.length;
  let digits = [...typed.slice(0, caret)].filter(isDigit).length;
  let place = 0;
  while (digits > 0 && place < formatted.length) {
    if (isDigit(formatted[place])) digits -= 1;
    place += 1;
  }
  return place;
}

/** A mobile number that puts its hyphens itself while it is typed (docs/behaviour.md, "Phone numbers"). */
export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const typed = currentTarget.value;
    const caret = currentTarget.selectionStart ?? typed.length;
    const formatted = formatPhone(typed, value);
    // Written here and not by React: a letter that is dropped again changes no state, and the caret would jump.
    currentTarget.value = formatted;
    const place = caretAfter(typed, caret, formatted);
    currentTarget.setSelectionRange(place, place);
    onChange(formatted);
  };

  return (
    <input
      autoComplete="tel"
      {...rest}
      className={`${inputClass} tabular`}
      inputMode="tel"
      onChange={change}
      type="tel"
      value={value}
    />
  );
}
