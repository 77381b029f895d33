/** Calls of the desk for visitors and passes. */
import { expect } from "vitest";
import { type AddedVisit, addPass, addVisit } from "../visits/visits.ts";
import type { SignedIn } from "./staff.ts";
import type { StaffedSite } from "./staffed-site.ts";

/** Columns of a free pass. */
export const free = { status: "available", visitId: null, issuedAt: null };

export const deskPath = (id: number, action = "issue") => `/dash/visits/${id}/${action}`;

export const issueTo = (desk: SignedIn, id: number, body: Record<string, unknown>) =>
  desk.post(deskPath(id), { body: { visitID: id, ...body } });

/** Adds a visitor, and lets them in by a call that issues a pass. */
export async function letIn({ server, site, crew }: StaffedSite, more: AddedVisit = {}) {
  const visit = await addVisit(server, site, { statusCode: "approved", ...more });
  const passNo = await addPass(server);
  const answer = await issueTo(crew.desk, visit.id, { passNo });
  expect(answer.status, answer.text).toBe(200);
  return { id: visit.id, passNo };
}
