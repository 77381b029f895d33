/** Answers of calls about visits, as the caller may see them. */
import { readerOf } from "#api/http/reader.ts";
import type { Call } from "#api/http/route.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { Accessed } from "../access-log/log-access.ts";
import { presentVisit, seenAt } from "./presenter.ts";
import type { VisitRow } from "./queries/visit-rows.ts";
import { type LockedWork, type LockReach, withLockedVisit } from "./with-locked-visit.ts";

/** A call of somebody who is signed in. */
export type StaffCall = Pick<
  Call<Endpoint & { permission: "visits.see" }>,
  "deps" | "me" | "lang" | "ctx" | "configuration"
>;

interface ReadAt {
  readonly now: Date;
  /** IANA name. */
  readonly timezone: string;
}

/** A visit as the caller sees it. */
export const presentVisitTo = (
  { deps: { cipher }, me: viewer, lang }: StaffCall,
  { row, now, timezone }: ReadAt & { readonly row: Accessed<VisitRow> },
): VisitAnswer => presentVisit(row, seenAt({ viewer, lang, timezone, now, cipher }));

/** Visits as the caller sees them. */
export function presentVisits(
  { deps: { cipher }, me: viewer, lang }: StaffCall,
  { rows, now, timezone }: ReadAt & { readonly rows: readonly Accessed<VisitRow>[] },
): VisitAnswer[] {
  const seen = seenAt({ viewer, lang, timezone, now, cipher });
  return rows.map((row) => presentVisit(row, seen));
}

/** Works on the visit of the path and presents the visits that the work names, or that visit. */
export const workOnVisits = async (
  endpoint: Pick<Endpoint, "method" | "path">,
  call: StaffCall & { readonly params: { readonly id: number } },
  work: LockedWork,
  reach?: LockReach,
): Promise<VisitAnswer[]> => {
  const site = await call.configuration();
  const by = { caller: readerOf(call, endpoint), site };
  const worked = await withLockedVisit(call.deps, by, call.params.id, work, reach);
  return presentVisits(call, { ...worked, timezone: site.timezone });
};

/** As `workOnVisits`, for work on one visit. */
export const workOnVisit = async (...work: Parameters<typeof workOnVisits>): Promise<VisitAnswer> => {
  const [visit] = await workOnVisits(...work);
  if (!visit) throw new Error("The work names no visit.");
  return visit;
};
