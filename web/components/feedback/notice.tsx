import type { ReactNode } from "react";
import { Icon } from "#browser/icon.tsx";
import styles from "./notice.module.css";

/** A message that stands in the page and is read out when it appears. */
export function Notice({
  kind,
  children,
}: {
  readonly kind: "warning" | "danger" | "success";
  readonly children: ReactNode;
}) {
  return (
    <div className={`${styles.notice} ${styles[kind]}`} role={kind === "success" ? "status" : "alert"}>
      <Icon name={kind === "success" ? "check" : kind === "danger" ? "warning" : "info"} />
      <div>{children}</div>
    </div>
  );
}
