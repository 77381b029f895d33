/** Visits as staff see them (docs/behaviour.md, "Visits"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, named } from "#contract/fields.ts";
import { day, flagFilter, idFilter, listQuery, page, wordsFilter } from "#contract/lists.ts";
import { status, statusCode, statusCodes } from "./status.ts";

/** What a person may do with a visit now; the console draws its buttons from it. */
export const visitActions = [
  "approve",
  "reject",
  "undo",
  "cancel",
  "close",
  "issue",
  "recovery",
  "revert",
  "lost",
  "edit",
  "reveal",
] as const;

export type VisitAction = (typeof visitActions)[number];

const heldPass = z.nullable(z.object({ id, passNo: z.string() }));

export const visit = z.object({
  id,
  reserveNo: z.string(),
  /** The leader's visit, on a companion's. */
  leader: z.nullable(z.object({ id, name: z.string() })),
  leaderName: z.string(),
  followersCnt: z.int(),
  name: z.string(),
  company: z.string(),
  position: z.string(),
  /** The company's number, masked. */
  phone: z.string(),
  /** Masked; empty where there is none. */
  cellPhone: z.string(),
  /** The address of e-mail, masked; empty where there is none. */
  emailMasked: z.string(),
  /** A mail server knows nobody at the address: nothing is sent there until it is changed. */
  emailBounced: z.boolean(),
  /** Has neither a mobile number nor an address that e-mail reaches. */
  unreachable: z.boolean(),
  /** Where no message, or no e-mail, reaches the visitor: who has told them how the visit stands now, and when. */
  told: z.nullable(z.object({ at: z.string(), by: z.string() })),
  carNumber: z.string(),
  accessiblePlace: z.nullable(named),
  purpose: named,
  hostUser: z.object({
    id,
    name: z.string(),
    department: z.string(),
    position: z.string(),
    company: z.object({ name: z.string() }),
    /** A host who resigned leaves visits for the desk to decide. */
    resigned: z.boolean(),
  }),
  startDate: z.string(),
  endDate: z.string(),
  statusCode,
  status,
  endedBecause: z.nullable(z.enum(["expired", "noShow", "done", "closed"])),
  /** Inside after the end. */
  overdue: z.boolean(),
  /** Inside, and stays overnight: since when that is known, and who said so. It goes by itself at the exit. */
  overnight: z.nullable(z.object({ at: z.string(), by: z.string() })),
  /** Out, and expected again: left before the last day of a visit that is not over. */
  expectedAgain: z.boolean(),
  /** Wall time of the last issue; null while never entered. */
  enteredAt: z.nullable(z.string()),
  exitedAt: z.nullable(z.string()),
  pass: heldPass,
  carPass: heldPass,
  /** Entered by staff, and the visitor's consent is not there yet. */
  consentMissing: z.boolean(),
  /** It is missing, and nobody is let in without it but for a reason (`consentReason`). */
  consentRequired: z.boolean(),
  guide: z.string(),
  note: z.string(),
  origin: z.enum(["public", "console"]),
  createdAt: z.string(),
  updatedAt: z.string(),
  actions: z.array(z.enum(visitActions)),
});

export type VisitAnswer = z.output<typeof visit>;

const visitPage = page(visit);

const periodFilters = {
  /** The visit's period touches these days. */
  from: blankable(day),
  to: blankable(day),
};

const visitFilters = {
  ...periodFilters,
  status: wordsFilter(statusCodes),
  host: idFilter,
  location: idFilter,
  purpose: idFilter,
};

export const visitSorts = ["startDate", "endDate", "createdAt", "name", "company", "reserveNo"] as const;

const visitListQuery = listQuery(visitSorts, visitFilters);

const ownRequestsQuery = listQuery(visitSorts, {
  ...visitFilters,
  /** Only those whose address of e-mail nobody is at. */
  bounced: flagFilter,
});

/** `bounced` is one's own list's alone. */
export type VisitListQuery = z.output<typeof visitListQuery> & { readonly bounced?: boolean | undefined };

/**
 * `q`: name, company, car number or host's name from two letters (initial consonants too); a reservation
 * number or its beginning from the day on; a mobile number or its last four digits.
 */
export const searchVisits = endpoint({
  method: "GET",
  path: "/api/visit",
  permission: "visits.search",
  recorded: "none",
  summary: "Searches all visits.",
  query: visitListQuery,
  response: visitPage,
});

export const getNotReturned = endpoint({
  method: "GET",
  path: "/api/visit/not-returns",
  permission: "desk",
  recorded: "none",
  summary: "People who left, on whatever day, and still hold at least one pass.",
  query: visitListQuery,
  response: visitPage,
});

export const getReservedVisits = endpoint({
  method: "GET",
  path: "/dash/visits/reserved",
  permission: "desk",
  recorded: "none",
  summary:
    "Who is still to come, today on: approved and not yet entered, and out before the last day of their visit.",
  query: visitListQuery,
  response: visitPage,
});

export const getActiveVisits = endpoint({
  method: "GET",
  path: "/dash/visits/active",
  permission: "desk",
  recorded: "none",
  summary: "Who is inside.",
  query: visitListQuery,
  response: visitPage,
});

export const getUndecidedVisits = endpoint({
  method: "GET",
  path: "/dash/visits/undecided",
  permission: "desk",
  recorded: "none",
  summary:
    "What waits for a decision, whoever the host is: applied, and approved by a host who resigned since.",
  query: visitListQuery,
  response: visitPage,
});

/** The board shows no more visits than this. */
export const maxProgressRows = 500;

export const getProgress = endpoint({
  method: "GET",
  path: "/dash/visits/progress",
  permission: "desk",
  recorded: "none",
  summary: "Today's board.",
  response: z.object({
    counts: z.object({
      applied: z.int(),
      approved: z.int(),
      entered: z.int(),
      exited: z.int(),
      ended: z.int(),
      overdue: z.int(),
      /** Of those who are out: who is expected again on a further day. */
      expectedAgain: z.int(),
      /** People who left, on whatever day, and still hold a pass; not-returns lists them. */
      notReturned: z.int(),
    }),
    /** Arrivals of today by hour of the site's clock: expected by start, entered by first issue. */
    byHour: z.array(z.object({ hour: z.int(), expected: z.int(), entered: z.int() })),
    /** Visits whose period touches today, and all who are inside; at most 500. */
    rows: z.array(visit),
    /** Yesterday, where nobody closed it although somebody was inside or a pass was out. */
    dayLeftOpen: z.nullable(z.string()),
  }),
});

export type ProgressAnswer = z.output<typeof getProgress.response>;

export const getVisit = endpoint({
  method: "GET",
  path: "/dash/visits/:id",
  permission: "visits.see",
  recorded: "none",
  summary: "One visit.",
  params: idParams,
  response: visit,
});

export const visitLog = z.object({
  id: z.int(),
  /** apply, reserve, approve …; `edit` names the changed fields in its note. */
  action: z.string(),
  fromCode: z.nullable(statusCode),
  toCode: statusCode,
  actor: z.object({
    kind: z.enum(["visitor", "staff", "job", "key"]),
    name: z.string(),
    /** The host's name, where the actor was their deputy. */
    onBehalfOf: z.nullable(z.string()),
  }),
  note: z.string(),
  passNo: z.string(),
  /** Wall time. */
  at: z.string(),
  /** Wall time at which it happened, where it was recorded later. */
  effectiveAt: z.nullable(z.string()),
  /** By the link of a message, and not in the console. */
  byLink: z.boolean(),
  /** On what the caller may take back now, by `revert`. */
  revert: z.optional(z.object({ needsReason: z.boolean() })),
});

export type VisitLogAnswer = z.output<typeof visitLog>;

export const getVisitLogs = endpoint({
  method: "GET",
  path: "/dash/visits/:id/logs",
  permission: "visits.see",
  recorded: "none",
  summary: "What happened to a visit, oldest first.",
  params: idParams,
  response: z.array(visitLog),
});

export const getFollowers = endpoint({
  method: "GET",
  path: "/api/visitor/:id/followers",
  permission: "visits.see",
  recorded: "none",
  summary: "The companions of a leader's visit.",
  params: idParams,
  response: z.array(visit),
});

/** Mine: the caller is the host. */
export const getOwnRequests = endpoint({
  method: "GET",
  path: "/dash/user/requests",
  permission: "visits.see",
  recorded: "none",
  person: true,
  summary: "Visits to oneself that are applied or approved and not over.",
  query: ownRequestsQuery,
  response: visitPage,
});

export const getOwnVisited = endpoint({
  method: "GET",
  path: "/dash/user/visited",
  permission: "visits.see",
  recorded: "none",
  person: true,
  summary: "Visits to oneself that were entered, exited or ended.",
  query: visitListQuery,
  response: visitPage,
});
