import { formatLength } from "#browser/formats.ts";
import { Icon } from "#browser/icon.tsx";
import { isWallTime, minutesBetween } from "#contract/dates.ts";
import { useConfiguration } from "../../lib/configuration.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import type { Period } from "./period.ts";
import styles from "./request.module.css";

/** Duration in minutes; undefined if the period is invalid. */
export function lengthOf(period: Period): number | undefined {
  if (!isWallTime(period.start) || !isWallTime(period.end)) return undefined;
  const minutes = minutesBetween(period.start, period.end);
  return minutes > 0 ? minutes : undefined;
}

/** Duration of the visit, highlighted if under an hour (docs/behaviour.md, "Request form"). */
export function DurationHint({ period }: { readonly period: Period }) {
  const t = useTranslate();
  const language = useLanguage();
  const { maxRequestDays: days } = useConfiguration();
  const minutes = lengthOf(period);
  const isShort = minutes !== undefined && minutes < 60;

  return (
    <div className={`${styles.duration} ${isShort ? styles.shortDuration : ""}`}>
      <Icon name={isShort ? "warning" : "info"} size={18} />
      <div role="status">
        {minutes !== undefined && (
          <strong>{t("visitor.request.duration", { duration: formatLength(minutes, language) })}</strong>
        )}
        <span>
          {isShort
            ? t("visitor.request.durationShort")
            : days > 1
              ? t("visitor.request.durationMax", { days })
              : t("visitor.request.durationMaxOne")}
        </span>
      </div>
    </div>
  );
}
