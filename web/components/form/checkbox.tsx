import type { ReactNode } from "react";
import styles from "./checkbox.module.css";

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly id?: string;
  readonly type?: "checkbox" | "radio";
  readonly name?: string;
  readonly invalid?: boolean;
  readonly required?: boolean;
}

/** A checkbox or radio button with a clickable label. */
export function Checkbox({
  checked,
  onChange,
  children,
  id,
  type = "checkbox",
  name,
  invalid,
  required,
}: CheckboxProps) {
  return (
    <label className={styles.label}>
      <input
        aria-invalid={invalid || undefined}
        checked={checked}
        className={`${styles.input} ${styles[type]}`}
        id={id}
        name={name}
        onChange={(event) => onChange(event.currentTarget.checked)}
        required={required}
        type={type}
      />
      <span className={styles.text}>{children}</span>
    </label>
  );
}
