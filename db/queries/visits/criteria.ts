/** What a list of visits asks for, and how each part of it is said in SQL of a visit `v`. */

import type { StatusCode } from "#contract/visits/status.ts";
import { exactly, lookedUp, unseen, withoutIndex } from "../../planner.ts";
import { hostBinding, isOneOf } from "../own-hosts.ts";

/** What a search text means; what is not one of these finds nobody. */
export type VisitText =
  /** Reservation numbers from one text up to another. */
  | { readonly kind: "reserveNo"; readonly first: string; readonly beyond: string }
  /** A whole mobile number: what its hash may be. */
  | { readonly kind: "number"; readonly hashes: Buffer[] }
  /** Part of a name, company or car number; or visits to these hosts; or numbers with these last four digits. */
  | {
      readonly kind: "letters";
      readonly pairs: string[];
      readonly pattern: string;
      readonly hosts: number[];
      readonly lastFour: Buffer[];
    };

/** Visits of one further status that a list holds if something else is true of them: few, so each is asked. */
export type Beside = "comesAgain" | "hostResigned";

/** Which status they are in. */
export const statusBeside = { comesAgain: "exited", hostResigned: "approved" } as const satisfies Record<
  Beside,
  StatusCode
>;

export interface VisitCriteria {
  readonly statuses?: readonly StatusCode[] | undefined;
  /** Visits beside those of the statuses, which all else that is asked for narrows, too. */
  readonly beside?: Beside | undefined;
  /** One of these people's. */
  readonly host?: readonly number[] | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
  /** Not over by then. */
  readonly from?: Date | undefined;
  /** Begun before then. */
  readonly to?: Date | undefined;
  readonly text?: VisitText | undefined;
  /** Only visits that a pass is out with. */
  readonly holdingPass?: true;
  /** Only visits of one host to whose address of e-mail nothing goes. */
  readonly bounced?: true;
  /** IANA name of the site's zone, in which days are told apart. */
  readonly timezone?: string | undefined;
}

/** Values by the names that the conditions bind them under. */
export const bindingsOf = ({
  text,
  statuses,
  host,
  holdingPass: _,
  bounced: __,
  beside: ___,
  ...rest
}: VisitCriteria) => ({
  ...rest,
  host: host && hostBinding(host),
  statuses: statuses && [...statuses],
  ...text,
});

/** The text's condition on a visit, without its index. */
export function textConditions(text: VisitText | undefined): string[] {
  if (text?.kind === "reserveNo") return ["v.reserve_no >= :first AND v.reserve_no < :beyond"];
  if (text?.kind === "number") return ["v.cell_hash = ANY(:hashes::bytea[])"];
  if (text?.kind !== "letters") return [];
  const ways = [`${lookedUp("letters", "visit_search", "visit_id", "v.id")} ~ :pattern`];
  if (text.hosts.length > 0) ways.push("v.host_user_id = ANY(:hosts::integer[])");
  if (text.lastFour.length > 0) ways.push("v.cell_last_four_hash = ANY(:lastFour::bytea[])");
  return [`(${ways.join(" OR ")})`];
}

/**
 * Everything but the text, the period and the passes.
 * @param alias the visit, or its search row
 */
export function plainConditions(criteria: VisitCriteria, alias: "v" | "s" = "v"): string[] {
  const conditions: string[] = [];
  // The index of statuses holds more than what else is asked for leaves.
  if (criteria.statuses) conditions.push(`${withoutIndex(`${alias}.status_code`)} = ANY(:statuses::text[])`);
  if (criteria.host) conditions.push(isOneOf(`${alias}.host_user_id`, criteria.host, ":host"));
  if (criteria.location !== undefined) conditions.push(`${alias}.location_id = :location`);
  if (criteria.purpose !== undefined) conditions.push(`${alias}.purpose_id = :purpose`);
  return conditions;
}

/** The period as it stands: began before its end, not over by its beginning. */
export function periodConditions({ from, to }: VisitCriteria): string[] {
  return [...(from ? ["v.end_at > :from"] : []), ...(to ? ["v.start_at < :to"] : [])];
}

/** Visits that began within the period; those that were there when it began are `wereThere`. */
export function beganConditions({ from, to }: VisitCriteria, alias: "v" | "s" = "v"): string[] {
  return [...(from ? [`${alias}.start_at >= :from`] : []), ...(to ? [`${alias}.start_at < :to`] : [])];
}

/** The same, not planned for its very period. */
export const beganWithin = ({ from, to }: VisitCriteria): string[] => [
  ...(from ? [`v.start_at >= ${unseen(":from", "timestamptz")}`] : []),
  ...(to ? [`v.start_at < ${unseen(":to", "timestamptz")}`] : []),
];

/** Visits that take longer stand in the index of periods; db/migrations/06_visits.ts. */
const shortVisit = "interval '6 hours'";

/**
 * Began earlier and were not over, in two ways that exclude each other: short visits by the index of starts, within their
 * length; long ones by that of periods, which holds no others. By the starts alone half of all visits would be read, and an
 * index of all periods takes 2 ms more among ten million.
 * @param from the instant
 */
export const wereThere = (from = unseen(":from", "timestamptz")): readonly (readonly string[])[] => [
  [
    `v.start_at >= ${from} - ${shortVisit}`,
    `v.start_at < ${from}`,
    `v.end_at > ${from}`,
    `v.end_at - v.start_at <= ${shortVisit}`,
  ],
  [
    `v.end_at - v.start_at > ${shortVisit}`,
    `tstzrange(v.start_at, v.end_at) @> ${from}`,
    `v.start_at <> ${from}`,
  ],
];

/**
 * Out, and left before the last day of the visit; as long as that is not over they are expected again
 * (`isExpectedAgain` in api/features/visits/state.ts).
 */
export const comesAgain = `${exactly("v.status_code", "'exited'")} AND
  (coalesce(v.exited_at, v.start_at) AT TIME ZONE :timezone)::date < (v.end_at AT TIME ZONE :timezone)::date`;

/** Approved, of whatever day, by a host who resigned; the index of open visits is known to hold them. */
export const hostResigned = `v.status_code IN ('applied', 'approved') AND v.status_code = 'approved' AND
  v.host_user_id IN (SELECT h.id FROM host_users h WHERE h.status = 'resigned')`;

/** Who has left. Those of them who still hold a pass have not returned it, on whatever day they left. */
export const leftStatuses = ["exited", "ended"] as const satisfies readonly StatusCode[];

/** A pass, of the person or the vehicle, is out with it. */
export const holdsPass = "v.id IN (SELECT visit_id FROM passes WHERE visit_id IS NOT NULL)";

/** Nobody is at its address of e-mail. */
export const hasBounced =
  "EXISTS (SELECT FROM visit_emails e WHERE e.visit_id = v.id AND e.bounced_at IS NOT NULL)";

/** How many come along; whoever was cancelled does not. */
export const companionsCounted = `(SELECT count(*)::integer FROM visits f
  WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL)`;

/** The privacy officer has not hidden it. What lists walk holds such visits only, so they all say so. */
export const shown = "v.hidden_at IS NULL";

/** Its visitor has agreed to the texts. */
export const hasAgreed = "EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed)";

export const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
