import type { Language } from "#browser/language.ts";
import type { VisitReport } from "#contract/visits/reports.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { noShowRate, numberText, percentText, shareOf, stayText } from "./labels.ts";
import styles from "./reports.module.css";

/** Key metrics of the period. */
export function MetricTiles({ metrics }: { readonly metrics: readonly Metric[] }) {
  const t = useTranslate();
  return (
    <dl aria-label={t("console.reports.figures")} className={styles.tiles}>
      {metrics.map(({ name, value, detail, before }) => (
        <div className={styles.tile} key={name}>
          <dt className={styles.label}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
          {detail && <dd className={styles.detail}>{detail}</dd>}
          {before !== undefined && (
            <dd className={styles.detail}>{t("console.reports.before", { value: before })}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

type Totals = VisitReport["totals"];

export interface Metric {
  readonly name: string;
  readonly value: string;
  /** Breakdown of the value; may be empty. */
  readonly detail: string;
  /** Value of the previous period; undefined while loading. */
  readonly before: string | undefined;
}

/** Metrics of a period, each with its value of the previous period. */
export function metricsOf(
  now: Totals,
  before: Totals | undefined,
  { t, language }: { readonly t: Translate; readonly language: Language },
): Metric[] {
  const number = (value: number) => numberText(value, language);
  const percent = (share: number | null) => percentText(share, language);
  const change = (from: number, to: number) => {
    const share = shareOf(to - from, from);
    return share === null ? "" : ` (${share > 0 ? "+" : ""}${percent(share)})`;
  };
  const count = (name: "visits" | "arrived", detail: string): Metric => ({
    name: t(`console.reports.${name}`),
    value: number(now[name]),
    detail,
    before: before && `${number(before[name])}${change(before[name], now[name])}`,
  });
  const rate = (name: "noShow" | "sameDay", shareFor: (totals: Totals) => number | null): Metric => ({
    name: t(`console.reports.${name}Rate`),
    value: percent(shareFor(now)),
    detail: t("console.reports.people", { count: number(now[name]) }),
    before: before && percent(shareFor(before)),
  });
  const { visits, companions, online, dropped, open, averageStay } = now;
  return [
    count("visits", t("console.reports.visitsDetail", { companions: number(companions) })),
    count("arrived", t("console.reports.arrivedDetail", { dropped: number(dropped), open: number(open) })),
    rate("noShow", noShowRate),
    {
      name: t("console.reports.averageStay"),
      value: stayText(averageStay, t),
      detail: "",
      before: before && stayText(before.averageStay, t),
    },
    rate("sameDay", (totals) => shareOf(totals.sameDay, totals.visits)),
    {
      name: t("console.reports.onlineRate"),
      value: percent(shareOf(online, visits)),
      detail: t("console.reports.people", { count: number(online) }),
      before: before && percent(shareOf(before.online, before.visits)),
    },
  ];
}
