/**
 * A request that its host decides on from the message (docs/behaviour.md, "Deciding from the message"). The token stands in the
 * link's fragment, which no browser sends, and in the bodies of these calls. There is no GET: opening decides nothing.
 */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/fields.ts";
import { lookupRow, outcome } from "./requests.ts";
import { rejection } from "./visit-actions.ts";
import { linkToken } from "./visit-links.ts";

/** Where the page is; the token follows behind `#`. */
export const decisionLinkPath = "/decide";

/** The visit, without numbers. */
const decidableVisit = z.omit(lookupRow, {
  companions: true,
  leaderName: true,
  phone: true,
  cellPhone: true,
  reason: true,
  actions: true,
});

export type DecidableVisitAnswer = z.output<typeof decidableVisit>;

const byLink = { method: "POST", permission: "public", recorded: "none", limit: "lookup" } as const;

export const seeDecidable = endpoint({
  ...byLink,
  path: "/api/decision-link/look",
  summary:
    "The request of a link. What was decided is a 405 that names who did; a link that is over otherwise is answered as one that never was.",
  body: z.strictObject({ token: linkToken }),
  response: z.object({
    visitID: id,
    /** Null where the site lets nobody decide without signing in. */
    visit: z.nullable(decidableVisit),
  }),
});

export const approveByLink = endpoint({
  ...byLink,
  path: "/api/decision-link/approve",
  summary: "Approves the request of a link as its host, where the site allows that without signing in. Once.",
  body: z.strictObject({ token: linkToken }),
  response: outcome,
});

export const rejectByLink = endpoint({
  ...byLink,
  path: "/api/decision-link/reject",
  summary: "Rejects the request of a link as its host, with a reason, likewise.",
  body: z.strictObject({ token: linkToken, ...rejection }),
  response: outcome,
});
