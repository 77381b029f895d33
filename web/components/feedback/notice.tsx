import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "#browser/icon.tsx";
import styles from "./notice.module.css";

interface NoticeProps {
  readonly kind: "warning" | "danger" | "success";
  /** Result of an action whose button is gone: takes the focus and scrolls into view. */
  readonly isOutcome?: boolean;
  readonly children: ReactNode;
}

/** An inline message, announced when it appears. */
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
