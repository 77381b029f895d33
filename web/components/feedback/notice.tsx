import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "#browser/icon.tsx";
import styles from "./notice.module.css";

interface NoticeProps {
  readonly kind: "warning" | "danger" | "success";
  /** Says what a press did that is gone from the page with it: takes the focus, and comes into view. */
  readonly isOutcome?: boolean;
  readonly children: ReactNode;
}

/** A message that stands in the page and is read out when it appears. */
export function Notice({ kind, isOutcome = false, children }: NoticeProps) {
  const notice = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOutcome) return;
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: "center" });
  }, [isOutcome]);

  return (
    <div
      className={`${styles.notice} ${styles[kind]}`}
      ref={notice}
      role={kind === "success" ? "status" : "alert"}
      tabIndex={isOutcome ? -1 : undefined}
    >
      <Icon name={kind === "success" ? "check" : kind === "danger" ? "warning" : "info"} />
      <div>{children}</div>
    </div>
  );
}
