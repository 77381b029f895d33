/** Actions of staff on visits (docs/behaviour.md, "Visits"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  blankable,
  cellphone,
  emailOrEmpty,
  endTime,
  id,
  idOrRecord,
  idParams,
  ignored,
  line,
  lineOrEmpty,
  lines,
  phoneOrEmpty,
  steppedTime,
  wallTime,
} from "#contract/fields.ts";
import { passNo } from "./passes.ts";
import { maxLengths } from "./requests.ts";
import type { StatusCode } from "./status.ts";
import { type VisitAnswer, visit } from "./visits.ts";

export const maxCompanions = 50;
/** Maximum length of a visit that staff reserve or edit; `maxRequestDays` is for the public form. */
export const maxStayDays = 365;
/** Passes are issued from this long before the start; earlier on the same day with a reason. */
export const issueBeforeMinutes = 60;
const noteLength = 500;
const guideLength = 50;

const decision = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    method: "PUT",
    path: `/dash/user/${name}/:id`,
    permission: "visits.decide",
    recorded: { subject: "visits" },
    summary: `${summary} With a leader's visit, the companions in the same status, too.`,
    params: idParams,
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

/** Reason of a rejection. */
export const rejection = {
  reason: requiredReason,
  /** The visitor sees the reason in the lookup and in the message. */
  showReason: z._default(z.boolean({ error: "invalid" }), false),
};

export const rejectVisit = endpoint({
  method: "PUT",
  path: "/dash/user/reject/:id",
  permission: "visits.decide",
  recorded: { subject: "visits" },
  summary: "Rejects an applied visit, with a reason that the visitor sees only with `showReason`.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    ...rejection,
  }),
  response: visit,
});

/** A group member and their passes. Without a number the pass that is still held counts. */
const issueOne = {
  visitID: id,
  passNo: blankable(passNo),
  carPassNo: blankable(passNo),
  /** Car that enters; stored with the visit. */
  carNumber: blankable(line(maxLengths.carNumber)),
};

export const issueVisit = endpoint({
  method: "POST",
  path: "/dash/visits/:id/issue",
  permission: "desk",
  recorded: { subject: "visits" },
  summary:
    "Issues passes to a visitor and to the group members in `party`, to all or none. Members who are not named do not change, nor does the leader of a companion's visit.",
  params: idParams,
  body: z.strictObject({
    ...issueOne,
    /** The escort (안내자). */
    guide: blankable(line(guideLength)),
    /** Reason for a check-in more than an hour before the start. */
    reason: blankable(lines(noteLength)),
    /** Reason for a check-in without consent, where the site requires consent. */
    consentReason: blankable(lines(noteLength)),
    party: z._default(
      z.array(z.strictObject(issueOne), { error: "invalid" }).check(z.maxLength(maxCompanions, "tooMany")),
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
  recorded: { subject: "visits" },
  summary: "Records that the visitor left and which passes came back; later, that a pass came back.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    passReturned: z._default(z.boolean({ error: "invalid" }), true),
    carPassReturned: z._default(z.boolean({ error: "invalid" }), true),
    /** Wall time of an exit that is recorded later; after the entry, and not in the future. Now by default. */
    leftAt: blankable(wallTime),
  }),
  response: visit,
});

export type Recovery = Pick<
  z.output<typeof recoverVisit.body>,
  "passReturned" | "carPassReturned" | "leftAt"
>;

export const markOvernight = endpoint({
  method: "PUT",
  path: "/dash/visits/:id/overnight",
  permission: "desk",
  recorded: { subject: "visits" },
  person: true,
  summary: "Marks a visitor inside as staying overnight, or removes the mark; the exit removes it, too.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    overnight: z.boolean({ error: (issue) => (issue.input === undefined ? "required" : "invalid") }),
  }),
  response: visit,
});

/** Actions that can be undone. */
export const revertible = ["issue", "recovery", "lost"] as const;

export type Revertible = (typeof revertible)[number];

export const revertVisit = endpoint({
  method: "PUT",
  path: "/dash/visits/:id/revert",
  permission: "desk",
  recorded: { subject: "visits" },
  summary:
    "Undoes the last action within 15 minutes, from the second time on with a reason: an issue (the visit is as before, its passes free), an exit (the visitor is inside, the returned passes are out again), or the loss of a pass.",
  params: idParams,
  body: z.strictObject({
    id: blankable(id),
    reason: blankable(lines(noteLength)),
    /** The action to undo; refused where another one followed. By default the visit's status decides. */
    action: z.optional(z.enum(revertible, { error: "invalid" })),
  }),
  response: visit,
});

export type Revert = z.output<typeof revertVisit.body>;

/** Statuses in which staff can note that they informed the visitor. */
export const notifiableStatusCodes: readonly StatusCode[] = ["applied", "approved", "entered"];

export const markNotified = endpoint({
  method: "PUT",
  path: "/dash/visits/:id/told",
  permission: "sms",
  recorded: { subject: "visits" },
  person: true,
  summary:
    "Notes that the user informed the visitor, because no message reaches them; the next change of the visit clears the note.",
  params: idParams,
  body: z.strictObject({ id: blankable(id) }),
  response: visit,
});

/** Reasons for showing full numbers; `other` where only the text gives it. */
export const revealCauses = ["contact", "notReturned", "request", "safety", "other"] as const;

export type RevealCause = (typeof revealCauses)[number];

/** A reason in the access log: "[contact] …", or the text alone. */
export const revealReason = (cause: RevealCause, words: string): string =>
  cause === "other" ? words : `[${cause}] ${words}`;

/** Inverse of `revealReason`; no cause where the text stands alone. */
export function revealCauseOf(reason: string): { cause: RevealCause | undefined; words: string } {
  const [, key, words = ""] = /^\[(\w+)\] ([\s\S]*)$/.exec(reason) ?? [];
  const cause = revealCauses.find((one) => one === key);
  return cause ? { cause, words } : { cause, words: reason };
}

export const revealVisit = endpoint({
  method: "POST",
  path: "/dash/visits/:id/reveal",
  permission: "visits.reveal",
  recorded: { subject: "visits" },
  summary:
    "Unmasks mobile number and e-mail address, with a reason that the access log keeps. 429 after too many within an hour.",
  params: idParams,
  body: z.strictObject({
    cause: z._default(z.enum(revealCauses, { error: "invalid" }), "other"),
    reason: requiredReason,
  }),
  response: z.object({ cellPhone: z.string(), phone: z.string(), email: z.string() }),
});

const person = {
  name: line(maxLengths.name),
  cellphone: blankable(cellphone),
  email: blankable(emailOrEmpty),
  company: blankable(line(maxLengths.company)),
  position: blankable(line(maxLengths.name)),
  carNumber: blankable(line(maxLengths.carNumber)),
};

/** An earlier visit of the same person: its mobile number and e-mail address are copied unless given. */
const previousVisit = blankable(id);

/** A companion. */
export const companion = z.strictObject({ ...person, previousVisit });

export const reserveVisit = endpoint({
  method: "POST",
  path: "/dash/visits/reserve",
  permission: "visits.reserve",
  recorded: { subject: null },
  idempotent: true,
  summary:
    "Reserves for a visitor and companions: approved at once, or applied where the host has to decide.",
  body: z.strictObject({
    ...person,
    previousVisit,
    phone: blankable(line(maxLengths.phone)),
    hostUser: id,
    location: blankable(id),
    purpose: id,
    startDate: steppedTime,
    endDate: endTime,
    note: blankable(lines(noteLength)),
    companions: z._default(
      z.array(companion, { error: "invalid" }).check(z.maxLength(maxCompanions, "tooMany")),
      [],
    ),
    /** Desk and administrators only: the host decides. */
    askHost: z._default(z.boolean({ error: "invalid" }), false),
  }),
  response: visit,
});

export type Reservation = z.output<typeof reserveVisit.body>;

/** Fields that a console sends back with the record it edits; never written. */
const readOnly = Object.fromEntries(
  Object.keys(visit.shape).map((key) => [key, ignored]),
) as unknown as Record<Exclude<keyof VisitAnswer, "id" | "hostUser" | "purpose">, z.ZodMiniType<undefined>>;

const changed = <T extends z.ZodMiniType>(schema: T) => z.optional(schema);

export const editVisit = endpoint({
  method: "PUT",
  path: "/dash/visits/:id",
  permission: "visits.edit",
  recorded: { subject: "visits" },
  summary:
    "Changes a visit until it has ended; hosts change their own visits. Another host, place or time puts an approved visit back to applied, unless the desk or an administrator keeps the approval.",
  params: idParams,
  body: z.strictObject({
    ...readOnly,
    id: blankable(id),
    name: changed(person.name),
    /** Not for hosts. Empty removes the number. Absent keeps it, because reads return it masked. */
    cellphone: changed(phoneOrEmpty),
    /** Empty removes the address. Absent keeps it, because reads return it masked. */
    email: changed(emailOrEmpty),
    company: changed(lineOrEmpty(maxLengths.company)),
    position: changed(lineOrEmpty(maxLengths.name)),
    carNumber: changed(lineOrEmpty(maxLengths.carNumber)),
    location: changed(z.nullable(id)),
    purpose: changed(idOrRecord),
    hostUser: changed(idOrRecord),
    /** On the ten-minute step where it changes. */
    startDate: changed(wallTime),
    endDate: changed(wallTime),
    note: changed(lines(noteLength)),
    /** Not for hosts. */
    keepApproval: z._default(z.boolean({ error: "invalid" }), false),
  }),
  response: visit,
});

export type VisitEdit = z.output<typeof editVisit.body>;
