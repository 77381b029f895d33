/** Reports of visits: sums of a period's rows, with names in the reader's language. */
import type { Knex } from "knex";
import { inLanguage, type Language } from "#api/http/language.ts";
import { addDays, dayStart } from "#contract/dates.ts";
import { daysBetween, type VisitReport } from "#contract/visits/reports.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Company, type NamedRow, UserCode } from "#db/models/reference-record.ts";
import { type ReportCounted, type ReportRow, reportRows } from "./queries.ts";
import { withoutSmallCounts } from "./small-counts.ts";

const zero: ReportCounted = {
  visits: 0,
  arrived: 0,
  noShow: 0,
  open: 0,
  companions: 0,
  sameDay: 0,
  online: 0,
  stays: 0,
  stayMinutes: 0,
};

const sumNames = Object.keys(zero) as (keyof ReportCounted)[];

function sumOf(rows: readonly ReportCounted[]): ReportCounted {
  const sum = { ...zero };
  for (const row of rows) for (const name of sumNames) sum[name] += row[name];
  return sum;
}

/** Sums of rows by key, in the order of the first rows. */
const sumBy = <Key>(rows: readonly ReportRow[], keyOf: (row: ReportRow) => Key) =>
  [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values()].map((same) => ({
    key: keyOf(same[0] as ReportRow),
    counted: sumOf(same),
  }));

const counts = ({ visits, arrived, noShow, open }: ReportCounted) => ({
  visits,
  arrived,
  noShow,
  open,
  dropped: visits - arrived - noShow - open,
});

const averageStay = ({ stays, stayMinutes }: ReportCounted) => ({
  averageStay: stays === 0 ? null : Math.round(stayMinutes / stays),
});

type Named = { readonly visits: number; readonly name: string };
const busiestFirst = (a: Named, b: Named) => b.visits - a.visits || a.name.localeCompare(b.name);

/**
 * @param days first and last, "YYYY-MM-DD" in the site's time zone; at most a year (the contract checks it)
 * @param timezone IANA name of the site's zone
 */
export async function readReport(
  db: Knex,
  { from, to }: { from: string; to: string },
  timezone: string,
  lang: Language,
): Promise<VisitReport> {
  const begin = dayStart(from, timezone);
  const end = dayStart(addDays(to, 1), timezone);
  const rows = await reportRows(db, { firstDay: from, lastDay: to, from: begin, to: end, timezone });
  const codes = await UserCode.query(db).select("id", "name", "enName");
  const companies = await Company.query(db).select("id", "name", "enName");
  const hostIds = [...new Set(rows.flatMap(({ hostUserId }) => hostUserId ?? []))];
  const found = await HostUser.query(db).select("id", "companyId", "department").modify("withIds", hostIds);
  const hosts = new Map(found.map((host) => [host.id, host]));

  const of = (...groupings: ReportRow["grouping"][]) =>
    rows.filter(({ grouping }) => groupings.includes(grouping));
  const nameOf = (named: readonly NamedRow[], id: number | null) => {
    const row = named.find((one) => one.id === id);
    return row ? inLanguage(lang, row.name, row.enName) : "";
  };
  const byCode = (idOf: (row: ReportRow) => number | null) =>
    sumBy(of("code"), idOf)
      .map(({ key, counted }) => ({
        id: key,
        name: nameOf(codes, key),
        ...counts(counted),
        ...averageStay(counted),
      }))
      .sort(busiestFirst);
  const departmentOf = ({ hostUserId, companyId, department }: ReportRow) => {
    const host = hostUserId === null ? undefined : hosts.get(hostUserId);
    return [host?.companyId ?? companyId, host?.department ?? department ?? ""] as const;
  };
  const days = sumBy(of("time"), ({ day }) => day);
  const hours = sumBy(of("time", "hour"), ({ hour }) => hour);
  const total = sumOf(days.map(({ counted }) => counted));
  const { companions, sameDay, online } = total;

  return {
    totals: { ...counts(total), ...averageStay(total), companions, sameDay, online },
    byDay: Array.from({ length: daysBetween(from, to) }, (_, n) => addDays(from, n)).map((day) => ({
      day,
      ...counts(days.find(({ key }) => key === day)?.counted ?? zero),
    })),
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      arrived: hours.find(({ key }) => key === hour)?.counted.arrived ?? 0,
    })),
    byPlace: byCode(({ locationId }) => locationId),
    byPurpose: byCode(({ purposeId }) => purposeId),
    byDepartment: withoutSmallCounts(
      sumBy(of("host", "department"), departmentOf).map(({ key: [company, department], counted }) => ({
        company: nameOf(companies, company),
        department,
        ...counts(counted),
        stays: counted.stays,
        stayMinutes: counted.stayMinutes,
      })),
    ),
  };
}
