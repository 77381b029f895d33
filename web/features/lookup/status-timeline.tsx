import { Icon } from "#browser/icon.tsx";
import type { StatusCode } from "#contract/visits/status.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./timeline.module.css";

const regularSteps: readonly StatusCode[] = ["applied", "approved", "entered", "exited"];

/** Steps of a visit: the regular four, or application and final status. */
const stepsOf = (code: StatusCode): readonly StatusCode[] =>
  regularSteps.includes(code) ? regularSteps : ["applied", code];

/** Progress of a visit: 신청 → 승인 → 입문 → 출문. */
export function StatusTimeline({ code }: { readonly code: StatusCode }) {
  const t = useTranslate();
  const steps = stepsOf(code);
  const now = steps.indexOf(code);
  const isOver = code === "rejected" || code === "cancelled";
  return (
    <ol aria-label={t("visitor.result.progress")} className={styles.steps}>
      {steps.map((step, index) => (
        <li
          aria-current={index === now ? "step" : undefined}
          className={index <= now ? styles.reached : undefined}
          key={step}
        >
          <span className={`${styles.dot} ${index === now && isOver ? styles.stopped : ""}`}>
            {index <= now && <Icon name={index === now && isOver ? "close" : "check"} size={12} />}
          </span>
          {t(`status.${step}`)}
        </li>
      ))}
    </ol>
  );
}
