/** Visits as staff see and handle them (specification, section 7; decisions, "Visits"). */
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { anyPhone, blankable, id, idText, line, lineOrNothing, lines, named, steppedTime } from "./fields.ts";
import { day, idFilter, listQuery, page, wordsFilter } from "./lists.ts";
import { limits } from "./requests.ts";
import { status, statusCode, statusCodes } from "./status.ts";

export const mostCompanions = 50;
/** A visit that staff reserve or edit is no longer than this; `maxRequestDays` is the public form's. */
export const longestStayDays = 365;
const noteLength = 500;
const guideLength = 50;
const passNoLength = 30;

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
  /** Wall time of the last issue; null while never entered. */
  enteredAt: z.nullable(z.string()),
  exitedAt: z.nullable(z.string()),
  pass: heldPass,
  carPass: heldPass,
  /** Entered by staff, and the visitor's consent is not there yet. */
  consentMissing: z.boolean(),
  guide: z.string(),
  note: z.string(),
  origin: z.enum(["public", "console"]),
  createdAt: z.string(),
  updatedAt: z.string(),
  actions: z.array(z.enum(visitActions)),
});

export type VisitAnswer = z.output<typeof visit>;

const one = z.object({ id: idText });
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

export type VisitListQuery = z.output<typeof visitListQuery>;

/**
 * `q`: name, company, car number or host's name from two letters (initial consonants too); a reservation
 * number or its beginning from the day on; a mobile number or its last four digits.
 */
export const searchVisits = endpoint({
  method: "GET",
  path: "/api/visit",
  permission: "visits.search",
  summary: "Searches all visits.",
  query: visitListQuery,
  response: visitPage,
});

export const getNotReturned = endpoint({
  method: "GET",
  path: "/api/visit/not-returns",
  permission: "desk",
  summary: "Visits that are over for the visitor while a pass is still out.",
  query: visitListQuery,
  response: visitPage,
});

export const getReservedVisits = endpoint({
  method: "GET",
  path: "/dash/visits/reserved",
  permission: "desk",
  summary: "Approved and not yet entered, today on.",
  query: visitListQuery,
  response: visitPage,
});

export const getActiveVisits = endpoint({
  method: "GET",
  path: "/dash/visits/active",
  permission: "desk",
  summary: "Who is inside.",
  query: visitListQuery,
  response: visitPage,
});

/** The board shows no more visits than this. */
export const mostProgressRows = 500;

export const getProgress = endpoint({
  method: "GET",
  path: "/dash/visits/progress",
  permission: "desk",
  summary: "Today's board.",
  response: z.object({
    counts: z.object({
      applied: z.int(),
      approved: z.int(),
      entered: z.int(),
      exited: z.int(),
      ended: z.int(),
      overdue: z.int(),
      notReturned: z.int(),
    }),
    /** Arrivals of today by hour of the site's clock: expected by start, entered by first issue. */
    byHour: z.array(z.object({ hour: z.int(), expected: z.int(), entered: z.int() })),
    /** Visits whose period touches today, and all who are inside; at most 500. */
    rows: z.array(visit),
  }),
});

export type ProgressAnswer = z.output<typeof getProgress.response>;

export const getVisit = endpoint({
  method: "GET",
  path: "/dash/visits/:id",
  permission: "visits.see",
  summary: "One visit.",
  params: one,
  response: visit,
});

export const visitLog = z.object({
  id: z.int(),
  /** apply, reserve, approve …; `edit` names the changed fields in its note. */
  action: z.string(),
  fromCode: z.nullable(statusCode),
  toCode: statusCode,
  actor: z.object({ kind: z.enum(["visitor", "staff", "job"]), name: z.string() }),
  note: z.string(),
  passNo: z.string(),
  /** Wall time. */
  at: z.string(),
});

export type VisitLogAnswer = z.output<typeof visitLog>;

export const getVisitLogs = endpoint({
  method: "GET",
  path: "/dash/visits/:id/logs",
  permission: "visits.see",
  summary: "What happened to a visit, oldest first.",
  params: one,
  response: z.array(visitLog),
});

export const getFollowers = endpoint({
  method: "GET",
  path: "/api/visitor/:id/followers",
  permission: "visits.see",
  summary: "The companions of a leader's visit.",
  params: one,
  response: z.array(visit),
});

/** Mine: the caller is the host. */
export const getOwnRequests = endpoint({
  method: "GET",
  path: "/dash/user/requests",
  permission: "visits.see",
  summary: "Visits to oneself that are applied or approved and not over.",
  query: visitListQuery,
  response: visitPage,
});

export const getOwnVisited = endpoint({
  method: "GET",
  path: "/dash/user/visited",
  permission: "visits.see",
  summary: "Visits to oneself that were entered, exited or ended.",
  query: visitListQuery,
  response: visitPage,
});

const decision = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    method: "PUT",
    path: `/dash/user/${name}/:id`,
    permission: "visits.decide",
    summary: `${summary} With a leader's visit, the companions in the same status too.`,
    params: one,
    body: z.strictObject({ id: blankable(id), note: blankable(lines(noteLength)) }),
    response: visit,
  });

export const approveVisit = decision("approve", "Approves an applied visit.");
export const undoVisit = decision("undo", "Takes an approval or rejection back.");
export const cancelVisit = decision("cancel", "Cancels a visit that has not begun.");
export const closeVisit = decision("close", "Ends an approved or exited visit.");

const reason = z.pipe(lines(noteLength), z.string().check(z.minLength(1, "required")));
const requiredReason = z.pipe(
  z.transform((value: unknown) => value ?? ""),
  reason,
);

export const rejectVisit = endpoint({
  method: "PUT",
  path: "/dash/user/reject/:id",
  permission: "visits.decide",
  summary: "Rejects an applied visit, with a reason for the visitor.",
  params: one,
  body: z.strictObject({ id: blankable(id), reason: requiredReason }),
  response: visit,
});

const passNo = line(passNoLength);

/** One of a party: who gets which pass. Without a number the pass that is still held counts. */
const issueOne = {
  visitID: id,
  passNo: blankable(passNo),
  carPassNo: blankable(passNo),
};

export const issueVisit = endpoint({
  method: "POST",
  path: "/dash/visits/:id/issue",
  permission: "desk",
  summary: "Issues passes to a visitor, or to a whole party, all or nothing.",
  params: one,
  body: z.strictObject({
    ...issueOne,
    /** Who escorts (안내자). */
    guide: blankable(line(guideLength)),
    party: z._default(
      z.array(z.strictObject(issueOne), { error: "invalid" }).check(z.maxLength(mostCompanions, "tooMany")),
      [],
    ),
  }),
  response: z.array(visit),
});

export type Issue = z.output<typeof issueVisit.body>;

export const recoverVisit = endpoint({
  method: "PUT",
  path: "/dash/visits/:id/recovery",
  permission: "desk",
  summary: "Records that the visitor left, and which passes came back; later, that a pass came back.",
  params: one,
  body: z.strictObject({
    id: blankable(id),
    passReturned: z._default(z.boolean({ error: "invalid" }), true),
    carPassReturned: z._default(z.boolean({ error: "invalid" }), true),
  }),
  response: visit,
});

export type Recovery = Pick<z.output<typeof recoverVisit.body>, "passReturned" | "carPassReturned">;

export const revertVisit = endpoint({
  method: "PUT",
  path: "/dash/visits/:id/revert",
  permission: "desk",
  summary: "Takes an issue back within 15 minutes: the visit is as before, its passes free.",
  params: one,
  body: z.strictObject({ id: blankable(id), reason: requiredReason }),
  response: visit,
});

export const revealVisit = endpoint({
  method: "POST",
  path: "/dash/visits/:id/reveal",
  permission: "visits.reveal",
  summary: "Uncovers the mobile number, with a reason that is kept in the access log.",
  params: one,
  body: z.strictObject({ reason: requiredReason }),
  response: z.object({ cellPhone: z.string(), phone: z.string() }),
});

const person = {
  name: line(limits.name),
  cellphone: blankable(anyPhone),
  company: blankable(line(limits.company)),
  position: blankable(line(limits.name)),
  carNumber: blankable(line(limits.carNumber)),
};

/** Somebody who comes along. */
export const companion = z.strictObject(person);

export const reserveVisit = endpoint({
  method: "POST",
  path: "/dash/visits/reserve",
  permission: "visits.reserve",
  idempotent: true,
  summary:
    "Reserves for a visitor and companions: approved at once, or applied where the host is to be asked.",
  body: z.strictObject({
    ...person,
    phone: blankable(line(limits.carNumber)),
    hostUser: id,
    location: blankable(id),
    purpose: id,
    startDate: steppedTime,
    endDate: steppedTime,
    note: blankable(lines(noteLength)),
    companions: z._default(
      z.array(companion, { error: "invalid" }).check(z.maxLength(mostCompanions, "tooMany")),
      [],
    ),
    /** Desk and administrators only: the host decides. */
    askHost: z._default(z.boolean({ error: "invalid" }), false),
  }),
  response: visit,
});

export type Reservation = z.output<typeof reserveVisit.body>;

/** Sent back by a console that edits what it read; never written. */
const readOnly = Object.fromEntries(
  Object.keys(visit.shape).map((key) => [
    key,
    z.pipe(
      z.optional(z.unknown()),
      z.transform((): undefined => undefined),
    ),
  ]),
) as unknown as Record<Exclude<keyof VisitAnswer, "id" | "hostUser" | "purpose">, z.ZodMiniType<undefined>>;

const changed = <T extends z.ZodMiniType>(schema: T) => z.optional(schema);

export const editVisit = endpoint({
  method: "PUT",
  path: "/dash/visits/:id",
  permission: "desk",
  summary:
    "Changes a visit until it has ended. Another host, place or time puts an approved one back to applied, unless the approval is to be kept.",
  params: one,
  body: z.strictObject({
    ...readOnly,
    id: blankable(id),
    name: changed(person.name),
    company: changed(lineOrNothing(limits.company)),
    position: changed(lineOrNothing(limits.name)),
    carNumber: changed(lineOrNothing(limits.carNumber)),
    location: changed(z.nullable(id)),
    purpose: changed(id),
    hostUser: changed(id),
    startDate: changed(steppedTime),
    endDate: changed(steppedTime),
    note: changed(lines(noteLength)),
    keepApproval: z._default(z.boolean({ error: "invalid" }), false),
  }),
  response: visit,
});

export type VisitEdit = z.output<typeof editVisit.body>;
