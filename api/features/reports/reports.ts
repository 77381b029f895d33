/** Reports of visits: what the rows of a period add up to. */
import type { Knex } from "knex";
import { inLanguage, type Language } from "#api/http/language.ts";
import { addDays, dayStart } from "#contract/dates.ts";
import { daysBetween, type VisitReport } from "#contract/visits/reports.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Company, UserCode } from "#db/models/reference-record.ts";
import { type ReportCounted, type ReportRow, reportRows } from "./queries.ts";
import { withoutSmallCounts } from "./small-counts.ts";

interface ReportNames {
  /** Places and purposes. */
  readonly codes: Pick<UserCode, "id" | "name" | "enName">[];
  readonly hosts: Pick<HostUser, "id" | "companyId" | "department">[];
  readonly companies: Pick<Company, "id" | "name" | "enName">[];
}

/** What the ids of the rows stand for. */
async function reportNames(db: Knex, rows: readonly ReportRow[]): Promise<ReportNames> {
  const hostIds = new Set(rows.flatMap(({ hostUserId }) => hostUserId ?? []));
  return {
    codes: await UserCode.query(db).select("id", "name", "enName"),
    hosts: await HostUser.query(db)
      .select("id", "companyId", "department")
      .modify("withIds", [...hostIds]),
    companies: await Company.query(db).select("id", "name", "enName"),
  };
}

interface Report {
  readonly rows: ReportRow[];
  readonly names: ReportNames;
  /** First and last day, "YYYY-MM-DD". */
  readonly from: string;
  readonly to: string;
}

/** Every day from one to another. */
const daysOf = (from: string, to: string): string[] =>
  Array.from({ length: daysBetween(from, to) }, (_, n) => addDays(from, n));

/**
 * @param days the first and the last, of the site's calendar; no more than a year, as the contract has it
 * @param timezone IANA name of the site's zone
 */
export async function readReport(
  db: Knex,
  { from, to }: { from: string; to: string },
  timezone: string,
): Promise<Report> {
  const begin = dayStart(from, timezone);
  const end = dayStart(addDays(to, 1), timezone);
  const rows = await reportRows(db, { firstDay: from, lastDay: to, from: begin, to: end, timezone });
  return { rows, names: await reportNames(db, rows), from, to };
}

const nothing: ReportCounted = {
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

const names = Object.keys(nothing) as (keyof ReportCounted)[];

/** All of them together. */
function addUp(rows: readonly ReportCounted[]): ReportCounted {
  const sum = { ...nothing };
  for (const row of rows) for (const name of names) sum[name] += row[name];
  return sum;
}

/** Rows with the same key as one, in the order in which the keys come first. */
function addUpBy<Key>(
  rows: readonly ReportRow[],
  keyOf: (row: ReportRow) => Key,
): { key: Key; counted: ReportCounted }[] {
  const groups = new Map<string, { key: Key; rows: ReportRow[] }>();
  for (const row of rows) {
    const key = keyOf(row);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(text, group);
  }
  return [...groups.values()].map(({ key, rows: same }) => ({ key, counted: addUp(same) }));
}

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
