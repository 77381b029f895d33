/** Active host users to choose from, with their absences. */
import type { Knex } from "knex";
import { raw } from "objection";
import type * as z from "zod/mini";
import { activeHosts, hostLabel, type LabelledHost } from "#api/host-label.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { type NameSearch, nameSearch } from "#api/name-search.ts";
import { anyOf } from "#api/paging.ts";
import { addDays, dayStart } from "#contract/dates.ts";
import { maxOptions } from "#contract/lists.ts";
import type { getHostUserOptions, HostOption } from "#contract/people/host-users.ts";
import { Delegation } from "#db/models/people/delegation.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import type { NamedRow } from "#db/models/reference-record.ts";
import { daysOf } from "../delegations/presenter.ts";

interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** Whole days in the site's time zone, or now where none are given. */
function periodOf(
  { from, to = from }: { readonly from?: string | undefined; readonly to?: string | undefined },
  timezone: string,
  now: Date,
): Period {
  if (from === undefined || to === undefined) return { from: now, to: now };
  const end = dayStart(addDays(to, 1), timezone);
  return { from: dayStart(from, timezone), to: new Date(end.getTime() - 1) };
}

/** The first absence of each host in a period, and its deputies by name. */
async function readAbsences(db: Knex, hostIds: readonly number[], { from, to }: Period) {
  const absences = await Delegation.query(db)
    .distinctOn("hostUserId")
    .select("id", "hostUserId", "startAt", "endAt")
    .where({ isAway: true, hostUserId: anyOf(hostIds, "integer") })
    .where("startAt", "<=", to)
    .where("endAt", ">", from)
    .orderBy(["hostUserId", "startAt", "id"]);
  const ids = absences.map(({ id }) => id);
  const deputies = await HostUser.query(db)
    .select("m.delegationId", "hostUsers.id", "name", "enName")
    .join("delegationDeputies as m", "m.deputyId", "hostUsers.id")
    .where({ status: "active", delegationId: anyOf(ids, "integer") })
    .orderBy(["name", "hostUsers.id"])
    .castTo<(NamedRow & { delegationId: number })[]>();
  return { absences, deputies };
}

type HostOptionRow = LabelledHost & Pick<HostUser, "loginId">;

const hostOptions = (db: Knex) => activeHosts(db).select("loginId").castTo<HostOptionRow[]>();

/** Active hosts whose name or English name contains the text; those whose name begins with it come first. */
const hostsNamed = (db: Knex, search: NameSearch) =>
  hostOptions(db)
    .modify("named", search)
    .orderBy(raw("search_text(host_users.name) ~ ?", `^${search.pattern}`), "desc")
    .orderBy(["hostUsers.name", "company.name", "department", "hostUsers.id"])
    .limit(maxOptions);

/** "김철수 (가온정밀 설계팀 책임)", with the login id where two labels would be the same. */
function namesOf(rows: readonly HostOptionRow[], lang: Language): string[] {
  const labels = rows.map((row) => hostLabel(row, lang));
  return labels.map((label, index) => {
    const isShared = labels.indexOf(label) !== labels.lastIndexOf(label);
    return isShared ? label.replace(/\)$/, `, ${rows[index]?.loginId})`) : label;
  });
}

export async function readHostOptions(
  db: Knex,
  query: Pick<z.output<typeof getHostUserOptions.query>, "id" | "name" | "from" | "to">,
  { lang, timezone, now }: { readonly lang: Language; readonly timezone: string; readonly now: Date },
): Promise<HostOption[]> {
  const search = nameSearch(query.name ?? "");
  const named = search ? await hostsNamed(db, search) : [];
  const rows = query.id === undefined ? named : await hostOptions(db).where({ "hostUsers.id": query.id });
  if (rows.length === 0) return [];
  const hostIds = rows.map(({ id }) => id);
  const { absences, deputies } = await readAbsences(db, hostIds, periodOf(query, timezone, now));
  const names = namesOf(rows, lang);
  return rows.map(({ id }, index) => {
    const absence = absences.find(({ hostUserId }) => hostUserId === id);
    const absenceDeputies = deputies.filter(({ delegationId }) => delegationId === absence?.id);
    const shown = absenceDeputies.map((one) => ({
      id: one.id,
      name: inLanguage(lang, one.name, one.enName),
    }));
    const away = absence && { ...daysOf(absence, timezone), deputies: shown };
    return { id, name: names[index] as string, ...(away && { away }) };
  });
}
