/** Requests for erasure of personal data (docs/behaviour.md, "Roles and permissions" and "Privacy"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, id, idParams, line, lines } from "#contract/fields.ts";
import { enumFilter, listQuery, page } from "#contract/lists.ts";
import { maxLengths } from "#contract/visits/requests.ts";
import { status, statusCode } from "#contract/visits/status.ts";

export const erasureStates = ["open", "erased", "refused"] as const;

/**
 * Days from the request to the latest day of the answer (Enforcement Decree of the Personal Information Protection
 * Act, article 43).
 */
export const answerDays = 10;

const requestedVisit = z.object({
  id,
  reserveNo: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  statusCode,
  status,
  /** The visit is not over, or a pass is out: the request cannot be granted yet. */
  isOpen: z.boolean(),
});

export type RequestedVisitAnswer = z.output<typeof requestedVisit>;

const noteLength = 500;
const maxVisits = 200;

export const erasureRequest = z.object({
  id,
  /** Reference number for the applicant. */
  requestNo: z.string(),
  state: z.enum(erasureStates),
  /** Empty after the decision, like all personal data of the request. */
  name: z.string(),
  /** Masked. */
  cellPhone: z.string(),
  note: z.string(),
  /** The applicant's visits as they are now; empty after the decision. */
  visits: z.array(requestedVisit),
  /** Visits with the same number and another name: a misspelling, or another person. Empty after the decision. */
  otherNames: z.array(z.extend(requestedVisit, { name: z.string() })),
  /** YYYY-MM-DD, the latest day of the decision. */
  decideBy: z.string(),
  /** Days left by the site's calendar, negative where overdue; null after the decision. */
  daysLeft: z.nullable(z.int()),
  createdAt: z.string(),
  createdBy: z.object({ id, name: z.string() }),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.object({ id, name: z.string() })),
  reason: z.string(),
  /** Erased visits, companions included. */
  erasedVisits: z.int(),
});

export type ErasureRequestAnswer = z.output<typeof erasureRequest>;

export const getErasureRequests = endpoint({
  method: "GET",
  path: "/dash/erasure-requests",
  permission: "privacy.read",
  recorded: "none",
  summary: "Requests for erasure, newest first.",
  query: listQuery(["createdAt"], { state: enumFilter(erasureStates) }),
  response: page(erasureRequest),
});

export type ErasureQuery = z.output<typeof getErasureRequests.query>;

export const addErasureRequest = endpoint({
  method: "POST",
  path: "/dash/erasure-requests",
  permission: "privacy",
  recorded: { subject: null },
  summary: "Creates a request, by the applicant's name and mobile number, or by their visits.",
  body: z.strictObject({
    name: blankable(line(maxLengths.name)),
    cellPhone: blankable(cellphone),
    visitIDs: z._default(z.array(id).check(z.maxLength(maxVisits, "tooMany")), []),
    note: blankable(lines(noteLength)),
  }),
  response: erasureRequest,
});

export type NewErasureRequest = z.output<typeof addErasureRequest.body>;

export const decideErasureRequest = endpoint({
  method: "PUT",
  path: "/dash/erasure-requests/:id",
  permission: "privacy",
  recorded: { subject: null },
  summary: "Grants a request, which erases all visits of the applicant at once, or refuses it; final.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    decision: z.enum(["erase", "refuse"]),
    /** Those of `otherNames` that belong to the applicant. */
    otherVisitIDs: z._default(z.array(id).check(z.maxLength(maxVisits, "tooMany")), []),
    reason: z.pipe(
      z.transform((value: unknown) => value ?? ""),
      lines(noteLength).check(z.minLength(1, "required")),
    ),
  }),
  response: erasureRequest,
});

export type ErasureDecision = z.output<typeof decideErasureRequest.body>;
