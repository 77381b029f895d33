import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatDateTime, formatLength } from "#browser/formats.ts";
import { useConfiguration } from "../../lib/configuration.ts";
import { useLanguage, useTextLang, useTranslate } from "../../lib/language.ts";
import { codesQuery } from "../../lib/queries.ts";
import { useDraft } from "../../stores/draft.ts";
import { hostName } from "../hosts/host-name.ts";
import { lengthOf } from "./duration-hint.tsx";
import styles from "./request.module.css";
import { usePeriod } from "./use-period.ts";

/** Summary of the input, next to the form on wide screens. */
export function Summary() {
  const t = useTranslate();
  const language = useLanguage();
  const { requestInputPlace, companions: takesCompanions } = useConfiguration();
  const { hostUser, location, purpose, name, company, companions } = useDraft((draft) => draft.values);
  const langOf = useTextLang();
  const place = [hostUser?.company.name, hostUser?.department, hostUser?.position]
    .filter(Boolean)
    .join(" · ");
  const others = takesCompanions ? (companions?.length ?? 0) : 0;
  const period = usePeriod();
  const minutes = lengthOf(period);
  const purposes = useQuery(codesQuery("9003", language)).data;
  const places = useQuery({ ...codesQuery("9002", language), enabled: requestInputPlace }).data;

  return (
    <aside aria-label={t("visitor.request.summary")} className={styles.summary}>
      <h2>{t("visitor.request.summary")}</h2>
      <dl>
        <Fact label={t("visitor.request.summaryHost")}>
          {hostUser && (
            <>
              <span lang={langOf(hostName(hostUser, language))}>{hostName(hostUser, language)}</span>
              <small lang={langOf(place)}>{place}</small>
            </>
          )}
        </Fact>
        {requestInputPlace && (
          <Fact label={t("visitor.request.summaryWhere")}>
            {places?.find(({ id }) => id === location)?.name}
          </Fact>
        )}
        <Fact label={t("visitor.request.summaryPurpose")}>
          {purposes?.find(({ id }) => id === purpose)?.name}
        </Fact>
        <Fact label={t("visitor.request.summaryWhen")}>
          {minutes !== undefined && (
            <span className="tabular">
              {formatDateTime(period.start, language)}
              <br />
              {`~ ${formatDateTime(period.end, language)}`}
              <small>{formatLength(minutes, language)}</small>
            </span>
          )}
        </Fact>
        <Fact label={t("visitor.request.summaryVisitor")}>
          {name.trim() && (
            <>
              {name}
              {company.trim() && <small>{company}</small>}
              {others > 0 && <small>{t("visitor.result.others", { count: others })}</small>}
            </>
          )}
        </Fact>
      </dl>
    </aside>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const t = useTranslate();
  const langOf = useTextLang();
  return (
    <div>
      <dt>{label}</dt>
      <dd lang={typeof children === "string" ? langOf(children) : undefined}>
        {children || <span className={styles.summaryEmpty}>{t("visitor.request.summaryEmpty")}</span>}
      </dd>
    </div>
  );
}
