/** A period's rows → the report, named in the reader's language. */

import { inLanguage, type Language } from "#api/http/language.ts";
import type { VisitReport } from "#contract/visits/reports.ts";
import type { ReportCounted, ReportRow } from "./queries.ts";
import { addUp, addUpBy, daysOf, type Report } from "./reports.ts";
import { withoutSmallCounts } from "./small-counts.ts";

const counts = ({ visits, arrived, noShow, open }: ReportCounted) => ({
  visits,
  arrived,
  noShow,
  dropped: visits - arrived - noShow - open,
  open,
});

const averageStay = ({ stays, stayMinutes }: ReportCounted) => ({
  averageStay: stays === 0 ? null : Math.round(stayMinutes / stays),
});

type Named = { readonly visits: number; readonly name: string };
const busiestFirst = (a: Named, b: Named) => b.visits - a.visits || a.name.localeCompare(b.name);

export function presentReport({ rows, names, from, to }: Report, lang: Language): VisitReport {
  const of = (...whats: ReportRow["what"][]) => rows.filter(({ what }) => whats.includes(what));
  const nameOf = (named: readonly { id: number; name: string; enName: string }[], id: number | null) => {
    const found = named.find((one) => one.id === id);
    return found ? inLanguage(lang, found.name, found.enName) : "";
  };
  const byCode = (idOf: (row: ReportRow) => number | null) =>
    addUpBy(of("code"), idOf)
      .map(({ key, counted }) => ({
        id: key,
        name: nameOf(names.codes, key),
        ...counts(counted),
        ...averageStay(counted),
      }))
      .sort(busiestFirst);
  const hosts = new Map(names.hosts.map((host) => [host.id, host]));
  const departmentOf = ({ hostUserId, companyId, department }: ReportRow) => {
    const host = hostUserId === null ? undefined : hosts.get(hostUserId);
    return [host?.companyId ?? companyId, host?.department ?? department ?? ""] as const;
  };
  const days = addUpBy(of("time"), ({ day }) => day);
  const hours = addUpBy(of("time", "hour"), ({ hour }) => hour);
  const total = addUp(days.map(({ counted }) => counted));
  const { companions, sameDay, online } = total;

  return {
    totals: { ...counts(total), ...averageStay(total), companions, sameDay, online },
    byDay: daysOf(from, to).map((day) => ({
      day,
      ...counts(days.find(({ key }) => key === day)?.counted ?? addUp([])),
    })),
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      arrived: hours.find(({ key }) => key === hour)?.counted.arrived ?? 0,
    })),
    byPlace: byCode(({ locationId }) => locationId),
    byPurpose: byCode(({ purposeId }) => purposeId),
    byDepartment: withoutSmallCounts(
      addUpBy(of("host", "department"), departmentOf).map(({ key: [company, department], counted }) => ({
        company: nameOf(names.companies, company),
        department,
        ...counts(counted),
        stays: counted.stays,
        stayMinutes: counted.stayMinutes,
      })),
    ),
  };
}
