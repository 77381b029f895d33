import type { ReactNode } from "react";
import type { VisitAnswer } from "#contract/visits.ts";
import { FactList } from "../../components/fact-list.tsx";
import { Period } from "../../components/period.tsx";
import { useTranslate } from "../../lib/language.ts";

/** Everything that is known of a visit, as a list of facts; what is empty is left out. */
export function VisitFacts({ visit, phone }: { readonly visit: VisitAnswer; readonly phone: ReactNode }) {
  const t = useTranslate();
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t("console.visit.company"), [visit.company, visit.position].filter(Boolean).join(" · ")],
    [t("console.visit.cellPhone"), visit.cellPhone && phone],
    [t("console.visit.carNumber"), visit.carNumber],
    [t("console.visit.period"), <Period end={visit.endDate} key="period" start={visit.startDate} />],
    [
      t("console.visit.host"),
      [visit.hostUser.name, visit.hostUser.department, visit.hostUser.position, visit.hostUser.company.name]
        .filter(Boolean)
        .join(" · ") + (visit.hostUser.resigned ? ` (${t("console.visit.resigned")})` : ""),
    ],
    [t("console.visit.place"), visit.accessiblePlace?.name],
    [t("console.visit.purpose"), visit.purpose.name],
    [t("console.visit.pass"), visit.pass?.passNo],
    [t("console.visit.carPass"), visit.carPass?.passNo],
    [t("console.visit.guide"), visit.guide],
    [t("console.visit.enteredAt"), visit.enteredAt],
    [t("console.visit.exitedAt"), visit.exitedAt],
    [t("console.visit.note"), visit.note],
    [
      t("console.visit.reserveNo"),
      <span className="tabular" key="no">
        {visit.reserveNo}
      </span>,
    ],
  ];
  return <FactList facts={facts} />;
}
