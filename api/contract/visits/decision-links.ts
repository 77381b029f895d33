/**
 * A host decides by the link in a message (docs/behaviour.md, "Deciding from the message"). The token is in the link's
 * fragment, which browsers do not send, and in the bodies of these calls. There is no GET: opening the link decides nothing.
 */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/fields.ts";
import { lookupRow, outcome } from "./requests.ts";
import { rejection } from "./visit-actions.ts";
import { linkToken } from "./visit-links.ts";

/** Path of the page; the token follows behind `#`. */
export const decisionLinkPath = "/decide";

/** The visit, without phone numbers. */
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
    "The request of a link. 405 with the decider's name after the decision; any other expired link is answered as unknown.",
  body: z.strictObject({ token: linkToken }),
  response: z.object({
    visitID: id,
    /** Null where the site does not allow deciding without signing in. */
    visit: z.nullable(decidableVisit),
  }),
});

export const approveByLink = endpoint({
  ...byLink,
  path: "/api/decision-link/approve",
  summary: "Approves the request of a link as its host, once, where the site allows that without signing in.",
  body: z.strictObject({ token: linkToken }),
  response: outcome,
});

export const rejectByLink = endpoint({
  ...byLink,
  path: "/api/decision-link/reject",
  summary:
    "Rejects the request of a link as its host, with a reason, once, where the site allows that without signing in.",
  body: z.strictObject({ token: linkToken, ...rejection }),
  response: outcome,
});
