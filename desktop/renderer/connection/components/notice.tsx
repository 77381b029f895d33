import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import styles from "./notice.module.css";

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
