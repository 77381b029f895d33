/** Parts of a visit shared by table and card (docs/behaviour.md, "Lookup"). */

import type { ReactNode } from "react";
import { formatDateTime, formatDay } from "#browser/formats.ts";
import { Icon } from "#browser/icon.tsx";
import type { OwnVisitFacts } from "#contract/visits/requests.ts";
import { SiteZone } from "../../components/layout/site-zone.tsx";
import { useLanguage, useTextLang, useTranslate } from "../../lib/language.ts";
import styles from "./lookup.module.css";

type RowProps = { readonly row: OwnVisitFacts };

/** Reservation number, or for companions the leader of the party. */
export function Reservation({ row }: RowProps) {
  const t = useTranslate();
  return row.leaderName ? (
    <span>{t("visitor.result.with", { leader: row.leaderName })}</span>
  ) : (
    <span className="tabular nowrap">{row.reserveNo}</span>
  );
}

/** Name and party size, with company and position below. */
export function Visitor({ row }: RowProps) {
  const t = useTranslate();
  const langOf = useTextLang();
  const from = [row.company, row.position].filter(Boolean).join(" ");
  return (
    <>
      <span className={styles.visitor}>
        <strong lang={langOf(row.name)}>{row.name}</strong>
        {row.followersCnt > 0 && (
          <span className={styles.groupSize} title={t("visitor.result.leader")}>
            <Icon name="group" size={18} />
            <span className="visually-hidden">{t("visitor.result.leader")}</span>
            {t("visitor.result.others", { count: row.followersCnt })}
          </span>
        )}
      </span>
      {from && <Subline text={from} />}
    </>
  );
}

function Subline({ text }: { readonly text: string }) {
  return (
    <span className={styles.subline} lang={useTextLang()(text)}>
      {text}
    </span>
  );
}

/** Reason of a rejection, if the host shows it to the visitor. */
export function Reason({ row }: RowProps) {
  const t = useTranslate();
  const langOf = useTextLang();
  return row.reason ? (
    <p className={styles.reason}>
      <strong>{t("visitor.result.reason")}</strong> <span lang={langOf(row.reason)}>{row.reason}</span>
    </p>
  ) : null;
}

/** Phone numbers, masked by the server. */
export function Contact({ row }: RowProps) {
  const t = useTranslate();
  const numbers = [
    [t("visitor.result.mobile"), row.cellPhone],
    [t("visitor.result.phone"), row.phone],
  ] as const;
  return numbers
    .filter(([, number]) => number)
    .map(([label, number]) => (
      <span className={`${styles.phoneNumber} tabular`} key={label}>
        <span className="visually-hidden">{label}</span>
        {number}
      </span>
    ));
}

export function PlacePurpose({ row: { accessiblePlace, purpose } }: RowProps) {
  const langOf = useTextLang();
  return (
    <>
      {accessiblePlace && <span lang={langOf(accessiblePlace.name)}>{accessiblePlace.name}</span>}
      {purpose && <Subline text={purpose.name} />}
    </>
  );
}

/** "2026-11-20 (금) 14:00 ~ 16:00"; with the end's date only if it differs. */
export function VisitPeriod({ row }: RowProps) {
  const language = useLanguage();
  const isOneDay = row.startDate.slice(0, 10) === row.endDate.slice(0, 10);
  const lines = isOneDay
    ? [formatDay(row.startDate, language), `${row.startDate.slice(11)} ~ ${row.endDate.slice(11)}`]
    : [formatDateTime(row.startDate, language), `~ ${formatDateTime(row.endDate, language)}`];
  return lines.map((line) => (
    <span className={`${styles.period} tabular`} key={line}>
      {line}
    </span>
  ));
}

export function Host({ row: { hostUser } }: RowProps) {
  const langOf = useTextLang();
  return (
    <>
      <span lang={langOf(hostUser.name)}>{hostUser.name}</span>
      {hostUser.position && <Subline text={hostUser.position} />}
    </>
  );
}

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
}

export function Fact({ label, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface VisitFactsProps extends RowProps {
  /** Shows the site's time zone, if nothing else on the page does. */
  readonly hasZone?: boolean;
  /** Additional entries. */
  readonly children?: ReactNode;
}

/** Period, place, host and visitor of a visit. */
export function VisitFacts({ row, hasZone = false, children }: VisitFactsProps) {
  const t = useTranslate();
  return (
    <dl>
      <Fact label={t("visitor.result.period")}>
        <VisitPeriod row={row} />
        {hasZone && <SiteZone />}
      </Fact>
      <Fact label={t("visitor.result.placePurpose")}>
        <PlacePurpose row={row} />
      </Fact>
      <Fact label={t("visitor.result.host")}>
        <Host row={row} />
      </Fact>
      <Fact label={t("visitor.result.visitor")}>
        <Visitor row={row} />
      </Fact>
      {(row.cellPhone || row.phone) && (
        <Fact label={t("visitor.result.contact")}>
          <Contact row={row} />
        </Fact>
      )}
      {children}
    </dl>
  );
}
