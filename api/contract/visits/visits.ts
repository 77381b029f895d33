/** Visits as staff see them (docs/behaviour.md, "Visits"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, named } from "#contract/fields.ts";
import { day, enumFilter, flagFilter, idFilter, listQuery, page } from "#contract/lists.ts";
import { status, statusCode, statusCodes } from "./status.ts";

/** Actions that the caller may take on a visit now; the console draws its buttons from them. */
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
  /** The leader's visit, for a companion. */
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
  /** E-mail address, masked; may be empty. */
  emailMasked: z.string(),
  /** Mail to the address bounced; nothing is sent there until it changes. */
  emailBounced: z.boolean(),
  /** No mobile number and no deliverable e-mail address. */
  unreachable: z.boolean(),
  /** For unreachable visitors: who informed them of the current status, and when. */
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
    /** The host resigned; the desk decides on the visit. */
    resigned: z.boolean(),
  }),
  startDate: z.string(),
  endDate: z.string(),
  statusCode,
  status,
  endedBecause: z.nullable(z.enum(["expired", "noShow", "done", "closed"])),
  /** Inside after the end. */
  overdue: z.boolean(),
  /** Inside and staying overnight: the time and the user who marked it. The exit clears it. */
  overnight: z.nullable(z.object({ at: z.string(), by: z.string() })),
  /** Out and expected again: left before the last day of a visit that is not over. */
  expectedAgain: z.boolean(),
  /** Wall time of the last issue; null while never entered. */
  enteredAt: z.nullable(z.string()),
  exitedAt: z.nullable(z.string()),
  pass: heldPass,
  carPass: heldPass,
  /** Entered by staff, and the visitor has not given consent. */
  consentMissing: z.boolean(),
  /** Consent is missing, and a check-in needs it or a reason (`consentReason`). */
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

/** The access could not be logged. */
const untraced = z.optional(z.boolean());

const periodFilters = {
  /** The visit's period overlaps these days. */
  from: blankable(day),
  to: blankable(day),
};

const visitFilters = {
  ...periodFilters,
  status: enumFilter(statusCodes),
  host: idFilter,
  location: idFilter,
  purpose: idFilter,
};

export const visitSorts = ["startDate", "endDate", "createdAt", "name", "company", "reserveNo"] as const;

const visitListQuery = listQuery(visitSorts, visitFilters);

const ownRequestsQuery = listQuery(visitSorts, {
  ...visitFilters,
  /** Only visits whose e-mail bounced. */
  bounced: flagFilter,
});

/** Only the host's own list has `bounced`. */
export type VisitListQuery = z.output<typeof visitListQuery> & { readonly bounced?: boolean | undefined };

/**
 * `q`: name, company, car number or host's name (two letters or more, initial consonants too); a reservation number or
 * its beginning; a mobile number or its last four digits.
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
  summary: "Visitors who left, on whatever day, and still hold a pass.",
  query: visitListQuery,
  response: visitPage,
});

export const getReservedVisits = endpoint({
  method: "GET",
  path: "/dash/visits/reserved",
  permission: "desk",
  recorded: "none",
  summary:
    "Visitors still expected, from today on: approved and not yet entered, and out before the last day of their visit.",
  query: visitListQuery,
  response: visitPage,
});

export const getActiveVisits = endpoint({
  method: "GET",
  path: "/dash/visits/active",
  permission: "desk",
  recorded: "none",
  summary: "Visitors inside.",
  worksWithoutAccessLog: true,
  query: visitListQuery,
  response: z.object({ ...visitPage.shape, untraced }),
});

export const getUndecidedVisits = endpoint({
  method: "GET",
  path: "/dash/visits/undecided",
  permission: "desk",
  recorded: "none",
  summary:
    "Visits that wait for a decision, of all hosts: applied, and approved by a host who resigned since.",
  query: visitListQuery,
  response: visitPage,
});

/** Maximum rows of the board. */
export const maxProgressRows = 500;

export const getProgress = endpoint({
  method: "GET",
  path: "/dash/visits/progress",
  permission: "desk",
  recorded: "none",
  summary: "Today's board.",
  worksWithoutAccessLog: true,
  response: z.object({
    untraced,
    counts: z.object({
      applied: z.int(),
      approved: z.int(),
      entered: z.int(),
      exited: z.int(),
      ended: z.int(),
      overdue: z.int(),
      /** Of those who are out: expected again on a later day. */
      expectedAgain: z.int(),
      /** Visitors who left, on whatever day, and still hold a pass; the list not-returns has them. */
      notReturned: z.int(),
    }),
    /** Today's arrivals by hour of the site's clock: expected by start, entered by first issue. */
    byHour: z.array(z.object({ hour: z.int(), expected: z.int(), entered: z.int() })),
    /** Visits whose period includes today, and all visitors inside; at most 500. */
    rows: z.array(visit),
    /** Yesterday, where it is not closed although a visitor was inside or a pass was out. */
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
    /** The host, where the actor was a deputy. */
    onBehalfOf: z.nullable(z.string()),
  }),
  note: z.string(),
  passNo: z.string(),
  /** Wall time. */
  at: z.string(),
  /** Wall time of the action, where it was recorded later. */
  effectiveAt: z.nullable(z.string()),
  /** By the link of a message, not in the console. */
  byLink: z.boolean(),
  /** Present where the caller may undo the action now, by `revert`. */
  revert: z.optional(z.object({ needsReason: z.boolean() })),
});

export type VisitLogAnswer = z.output<typeof visitLog>;

export const getVisitLogs = endpoint({
  method: "GET",
  path: "/dash/visits/:id/logs",
  permission: "visits.see",
  recorded: "none",
  summary: "The log of a visit, oldest first.",
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

/** The caller's own visits as a host. */
export const getOwnRequests = endpoint({
  method: "GET",
  path: "/dash/user/requests",
  permission: "visits.see",
  recorded: "none",
  person: true,
  summary: "The caller's visits as a host that are applied or approved and not over.",
  query: ownRequestsQuery,
  response: visitPage,
});

export const getOwnVisited = endpoint({
  method: "GET",
  path: "/dash/user/visited",
  permission: "visits.see",
  recorded: "none",
  person: true,
  summary: "The caller's visits as a host that were entered, exited or ended.",
  query: visitListQuery,
  response: visitPage,
});
