import type { ComponentProps, ReactNode } from "react";
import styles from "./controls.module.css";

interface ButtonProps extends Omit<ComponentProps<"button">, "type" | "className"> {
  readonly look?: "primary" | "secondary" | "quiet";
  readonly type?: "button" | "submit";
  /** While true the button keeps the focus and its place but does nothing more. */
  readonly busy?: boolean;
}

/** A button. `busy` marks it as working without taking the focus away, as `disabled` would. */
export function Button({
  look = "secondary",
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
      className={`${styles.button} ${styles[look]}`}
      onClick={busy ? undefined : onClick}
      type={type}
    >
      {busy && <span aria-hidden="true" className={styles.ring} />}
      {children}
    </button>
  );
}

/** Line icons on a 24 px grid in the text's colour. Beside words they say nothing themselves. */
const paths = {
  check: "M5 12.5l4.5 4.5L19 7.5",
  external: "M14 5h5v5M19 5l-8 8M11 6H5v13h13v-6",
  globe:
    "M12 21a9 9 0 100-18 9 9 0 000 18zM3.5 9.5h17M3.5 14.5h17M12 3c2.5 2.6 3.8 5.6 3.8 9s-1.3 6.4-3.8 9c-2.5-2.6-3.8-5.6-3.8-9S9.5 5.6 12 3z",
  info: "M12 21a9 9 0 100-18 9 9 0 000 18zM12 11v5M12 7.6v.4",
  refresh: "M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9.3M20 4.5v4.8h-4.8",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5",
  warning: "M12 4L2.8 19.5h18.4L12 4zM12 10v4.5M12 17v.2",
} as const;

type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      focusable="false"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth="1.75"
      viewBox="0 0 24 24"
      width={size}
    >
      <path d={paths[name]} />
    </svg>
  );
}

interface NoticeProps {
  readonly kind: "warning" | "danger";
  readonly children: ReactNode;
}

/** A message that stands in the page and is read out when it appears. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role="alert">
      <Icon name={kind === "danger" ? "warning" : "info"} />
      <p>{children}</p>
    </div>
  );
}
