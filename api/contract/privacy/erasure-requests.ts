/** People who ask that their data be erased (docs/behaviour.md, "Roles and permissions" and "Privacy"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, id, idParams, line, lines } from "#contract/fields.ts";
import { listQuery, page, wordsFilter } from "#contract/lists.ts";
import { limits } from "#contract/visits/requests.ts";
import { status, statusCode } from "#contract/visits/status.ts";

export const erasureStates = ["open", "erased", "refused"] as const;

/**
 * Days from the day on which a request is taken to the one by which the person is told what was done (Enforcement
 * Decree of the Personal Information Protection Act, article 43).
 */
export const answerDays = 10;

const requestedVisit = z.object({
  id,
  reserveNo: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  statusCode,
  status,
  /** Not over, or a pass is out: the request cannot be granted before. */
  isOpen: z.boolean(),
});

export type RequestedVisitAnswer = z.output<typeof requestedVisit>;

const noteLength = 500;
const maxVisits = 200;

export const erasureRequest = z.object({
  id,
  /** What the person is told, to ask by. */
  requestNo: z.string(),
  state: z.enum(erasureStates),
  /** Empty once it is decided, like everything personal of it. */
  name: z.string(),
  /** Masked. */
  cellPhone: z.string(),
  note: z.string(),
  /** The person's visits as they are now; none once it is decided. */
  visits: z.array(requestedVisit),
  /** Visits under the same number and another name: a misspelt one, or somebody else's. None once it is decided. */
  otherNames: z.array(z.extend(requestedVisit, { name: z.string() })),
  /** YYYY-MM-DD by which it is to be decided. */
  decideBy: z.string(),
  /** Days until then by the site's calendar, negative where it is overdue; null once it is decided. */
  daysLeft: z.nullable(z.int()),
  createdAt: z.string(),
  createdBy: z.object({ id, name: z.string() }),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.object({ id, name: z.string() })),
  reason: z.string(),
  /** Visits that were erased, companions included. */
  erasedVisits: z.int(),
});

export type ErasureRequestAnswer = z.output<typeof erasureRequest>;

export const getErasureRequests = endpoint({
  method: "GET",
  path: "/dash/erasure-requests",
  permission: "privacy.read",
  recorded: "none",
  summary: "Requests for erasure, newest first.",
  query: listQuery(["createdAt"], { state: wordsFilter(erasureStates) }),
  response: page(erasureRequest),
});

export type ErasureQuery = z.output<typeof getErasureRequests.query>;

export const addErasureRequest = endpoint({
  method: "POST",
  path: "/dash/erasure-requests",
  permission: "privacy",
  recorded: { subject: null },
  summary: "Takes a request: the person by name and mobile number, or their visits.",
  body: z.strictObject({
    name: blankable(line(limits.name)),
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
  summary: "Grants a request, which erases all of the person's visits at once, or refuses it; final.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    decision: z.enum(["erase", "refuse"]),
    /** Of `otherNames`, those that are the person's, too. */
    otherVisitIDs: z._default(z.array(id).check(z.maxLength(maxVisits, "tooMany")), []),
    reason: z.pipe(
      z.transform((value: unknown) => value ?? ""),
      lines(noteLength).check(z.minLength(1, "required")),
    ),
  }),
  response: erasureRequest,
});

export type ErasureDecision = z.output<typeof decideErasureRequest.body>;
