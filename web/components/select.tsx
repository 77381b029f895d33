import type { ComponentProps } from "react";
import { inputClass } from "./field.tsx";
import { Icon } from "./icon.tsx";
import styles from "./select.module.css";

/** The browser's own select with the site's face. */
export function Select({ className = "", ...rest }: ComponentProps<"select">) {
  return (
    <span className={`${styles.box} ${className}`}>
      <select {...rest} className={`${inputClass} ${styles.select}`} />
      <Icon name="down" size={18} />
    </span>
  );
}
