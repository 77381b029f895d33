/** Read model of who came before: people by part of their name, each with the last visit to which they came. */

import type { Knex } from "knex";
import { maxPreviousVisitors } from "#contract/visits/previous-visitors.ts";
import { plannedAlone } from "../../planner.ts";
import type { NameSearch } from "../names.ts";
import { hostBinding, isOneOf, type OwnHosts } from "../own-hosts.ts";
import { companionsCounted, shown, type VisitCriteria, where } from "./criteria.ts";
import { type EmailColumns, emailColumns, emailJoin } from "./email.ts";
import type { VisitRow } from "./rows.ts";
import { byTextIndex } from "./text-search.ts";

/** What of a visit is filled in again. */
type Recalled =
  | (
      | "id"
      | "reserveNo"
      | "name"
      | "company"
      | "position"
      | "carNumber"
      | "cellCipher"
      | "cellKey"
      | "startAt"
    )
  | ("purposeId" | "purposeName" | "purposeEnName")
  | ("hostId" | "hostName" | "hostEnName" | "hostDepartment" | "hostPosition")
  | ("hostCompany" | "hostCompanyEn" | "hostResigned");

export interface PreviousVisitorRow extends Pick<VisitRow, Recalled>, Omit<EmailColumns, "channel"> {
  purposeInUse: boolean;
  /** Who came along with them, if they led. */
  companions: number;
}

/**
 * Of so many visits with these letters, the latest, people are made out: of more where they are too few. Whoever is not among them wants
 * one letter more.
 */
const candidateLimits = [100, 1_000];

/** Somebody who never came has shown nobody who they are, so what a request says of them is offered to nobody. */
const hasCome = "v.entered_at IS NOT NULL";
const cameStatuses = ["entered", "exited", "ended"] as const satisfies VisitCriteria["statuses"];

/** Everybody's visits, by the index of letters, which holds those of companies and cars too. */
const ofAll = (search: NameSearch, max: number): string => {
  const text = { kind: "letters" as const, ...search, hosts: [], lastFour: [] };
  return `SELECT id FROM (${byTextIndex({ statuses: cameStatuses, text }, "DESC", max)}) AS walked`;
};

/** Some hosts' own, by the index of hosts: they are few, and each is looked at. */
const ofHosts = (hosts: readonly number[], max: number) => `SELECT v.id FROM visits v
  ${where([shown, isOneOf("v.host_user_id", hosts, ":host"), hasCome, "search_text(v.name) ~ :pattern"])}
  ORDER BY v.start_at DESC, v.id DESC LIMIT ${max}`;

/** Whoever has no number is told apart by the company. */
const person = "v.name, v.cell_hash, CASE WHEN v.cell_hash IS NULL THEN v.company END";

/** Of a visit that was found, by its id: the planner takes a walk by letters to be so long that it may read all visits beside it. */
const personOfVisit = `SELECT v.id, v.start_at, v.name, v.cell_hash, v.company FROM visits v
  ${where(["v.id = found.id", shown, hasCome, "search_text(v.name) ~ :pattern"])}`;

const hostOfVisit = `SELECT h.id AS "hostId", h.name AS "hostName", h.en_name AS "hostEnName",
    h.department AS "hostDepartment", h.position AS "hostPosition", hc.name AS "hostCompany",
    hc.en_name AS "hostCompanyEn", h.status = 'resigned' AS "hostResigned"
  FROM host_users h JOIN companies hc ON hc.id = h.company_id WHERE h.id = v.host_user_id`;

const recalled = `SELECT v.id, v.reserve_no AS "reserveNo", v.name, v.company, v.position, v.car_number AS "carNumber",
    v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey", ${emailColumns}, v.start_at AS "startAt",
    purpose.id AS "purposeId", purpose.name AS "purposeName", purpose.en_name AS "purposeEnName",
    purpose.in_use AS "purposeInUse", ${companionsCounted} AS companions,
    host.*
  FROM newest
  CROSS JOIN LATERAL ${plannedAlone("SELECT v.* FROM visits v WHERE v.id = newest.id")} AS v
  ${emailJoin}
  JOIN user_codes purpose ON purpose.id = v.purpose_id
  CROSS JOIN LATERAL ${plannedAlone(hostOfVisit)} AS host`;

interface AmongLatest {
  /** Whether there are further visits. */
  readonly isCut: boolean;
  readonly people: PreviousVisitorRow[];
}

/** People among the latest visits with the letters. @param max so many visits are looked at */
async function amongLatest(
  db: Knex,
  search: NameSearch,
  { hosts, max }: { readonly hosts: OwnHosts; readonly max: number },
): Promise<AmongLatest> {
  type Row = PreviousVisitorRow & { readonly isCut: boolean };
  const { rows } = await db.raw<{ rows: (Row | { readonly id: null; readonly isCut: boolean })[] }>(
    `WITH found AS (${hosts ? ofHosts(hosts, max) : ofAll(search, max)}), people AS (
       SELECT DISTINCT ON (${person}) v.id, v.start_at FROM found CROSS JOIN LATERAL ${plannedAlone(personOfVisit)} AS v
       ORDER BY ${person}, v.start_at DESC, v.id DESC
     ), newest AS (
       SELECT id FROM people ORDER BY start_at DESC, id DESC LIMIT ${maxPreviousVisitors}
     )
     SELECT walked."isCut", recalled.* FROM (SELECT count(*) = ${max} AS "isCut" FROM found) AS walked
     LEFT JOIN (${recalled}) AS recalled ON true
     ORDER BY recalled."startAt" DESC, recalled.id DESC`,
    { ...search, ...(hosts && { host: hostBinding(hosts) }), statuses: [...cameStatuses] },
  );
  const people = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return { isCut: rows[0]?.isCut ?? false, people };
}

/**
 * People whose name holds the text, by name and number, whoever came last first.
 * @param hosts only where one of them was the host; undefined for whoever it was
 * @returns at most 8
 */
export async function previousVisitors(
  db: Knex,
  search: NameSearch,
  hosts: OwnHosts,
): Promise<PreviousVisitorRow[]> {
  let people: PreviousVisitorRow[] = [];
  for (const max of candidateLimits) {
    const among = await amongLatest(db, search, { hosts, max });
    ({ people } = among);
    if (people.length === maxPreviousVisitors || !among.isCut) break;
  }
  return people;
}

/** A number and an address as a visit keeps them, and what the number is bound to. */
export interface KeptNumber extends Omit<EmailColumns, "channel"> {
  reserveNo: string;
  cellCipher: Buffer | null;
  cellKey: string | null;
}

/**
 * The number and the address of a visit that may be offered.
 * @param hosts only where one of them was the host; undefined for whoever it was
 * @returns undefined where there is no such visit
 */
export async function previousNumber(db: Knex, id: number, hosts: OwnHosts): Promise<KeptNumber | undefined> {
  const { rows } = await db.raw<{ rows: KeptNumber[] }>(
    `SELECT v.reserve_no AS "reserveNo", v.cell_cipher AS "cellCipher", v.cell_key AS "cellKey",
       ${emailColumns}
     FROM visits v ${emailJoin}
     ${where(["v.id = :id", shown, hasCome, ...(hosts ? [isOneOf("v.host_user_id", hosts, ":host")] : [])])}`,
    { id, ...(hosts && { host: hostBinding(hosts) }) },
  );
  return rows[0];
}
