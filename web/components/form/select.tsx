import type { ComponentProps } from "react";
import { Icon } from "#browser/icon.tsx";
import { inputClass } from "./field.tsx";
import styles from "./select.module.css";

/** A styled native select. */
export function Select({ className = "", ...rest }: ComponentProps<"select">) {
  return (
    <span className={`${styles.box} ${className}`}>
      <select {...rest} className={`${inputClass} ${styles.select}`} />
      <Icon name="down" size={18} />
    </span>
  );
}
