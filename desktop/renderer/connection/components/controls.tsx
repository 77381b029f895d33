import type { ComponentProps, ReactNode } from "react";
import { Icon } from "#browser/icon.tsx";
import styles from "./controls.module.css";

interface ButtonProps extends Omit<ComponentProps<"button">, "type" | "className"> {
  readonly variant?: "primary" | "secondary" | "quiet";
  readonly type?: "button" | "submit";
  /** Shows progress and ignores clicks, but keeps the focus. */
  readonly busy?: boolean;
}

/** A button. `busy` does not lose the focus, unlike `disabled`. */
export function Button({
  variant = "secondary",
  type = "button",
  busy = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      aria-disabled={busy || undefined}
      className={`${styles.button} ${styles[variant]}`}
      onClick={busy ? undefined : onClick}
      type={type}
    >
      {busy && <span aria-hidden="true" className={styles.spinner} />}
      {children}
    </button>
  );
}

interface NoticeProps {
  readonly kind: "warning" | "danger";
  readonly children: ReactNode;
}

/** An inline message, announced when it appears. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role="alert">
      <Icon size={18} name={kind === "danger" ? "warning" : "info"} />
      <p>{children}</p>
    </div>
  );
}
