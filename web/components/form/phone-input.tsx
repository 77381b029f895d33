import type { ChangeEvent, ComponentProps } from "react";
import { formatPhone } from "#contract/phone.ts";
import { inputClass } from "./field.tsx";

interface PhoneInputProps extends Omit<ComponentProps<"input">, "value" | "onChange" | "type"> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const isDigit = (text: string | undefined) => text !== undefined && /\d/.test(text);

/** Position of the caret after formatting: after the same number of digits. */
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

/** Phone number input that adds hyphens while typing (docs/behaviour.md, "Phone numbers"). */
export function PhoneInput({ value, onChange, ...rest }: PhoneInputProps) {
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const typed = currentTarget.value;
    const caret = currentTarget.selectionStart ?? typed.length;
    const formatted = formatPhone(typed, value);
    // Set directly: dropping an invalid character changes no state, so React would not restore the caret.
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
