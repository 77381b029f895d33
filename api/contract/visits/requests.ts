/**
 * Visitors' own calls: apply, look up, cancel (docs/behaviour.md, "Lookup", "Request form" and "Roles and permissions").
 */
import * as z from "zod/mini";
import { latestEnd, minutesBetween, startGraceMinutes, toInstant, type WallTime } from "#contract/dates.ts";
import { endpoint } from "#contract/endpoint.ts";
import type { FieldErrors } from "#contract/errors.ts";
import {
  blankable,
  cellphone,
  emailOrEmpty,
  endTime,
  id,
  ignored,
  line,
  orRequired,
  steppedTime,
} from "#contract/fields.ts";
import type { PublicConfiguration } from "#contract/site/configuration.ts";
import { status, statusCode } from "./status.ts";

export const maxLengths = {
  name: 50,
  company: 100,
  carNumber: 20,
  phone: 20,
  agreements: 100,
  companions: 20,
} as const;

/** Six digits; spaces, which some phones paste, are ignored. */
export const lookupCode = z.string({ error: orRequired("format") }).check(
  z.refine((text: string) => text.trim() !== "", { error: "required", abort: true }),
  z.overwrite((text: string) => text.replace(/\s/g, "")),
  z.regex(/^\d{6}$/, "format"),
);

const agreement = z.strictObject({
  termsId: id,
  /** `currentVersion.version` of the text that was shown. */
  version: z.int({ error: "invalid" }),
  agreed: z.boolean({ error: "invalid" }),
});

export type Agreement = z.output<typeof agreement>;

/** Switches of the configuration that change the form's fields (docs/behaviour.md, "Request form"). */
export type RequestSwitches = Pick<
  PublicConfiguration,
  | "requestInputUserCompany"
  | "requestInputPlace"
  | "requestInputVisitorCompany"
  | "useCar"
  | "submitCode"
  | "companions"
>;

/** The texts that the visitor agrees to. */
export const consentFields = {
  privacy: blankable(z.boolean({ error: "invalid" })),
  privacyPolicyId: blankable(id),
  agreements: z._default(
    z.array(agreement, { error: "invalid" }).check(z.maxLength(maxLengths.agreements, "tooMany")),
    [],
  ),
};

/** A companion. Without number and address, the group's leader passes the link on. */
const companion = z.strictObject({
  name: line(maxLengths.name),
  cellphone: blankable(cellphone),
  email: blankable(emailOrEmpty),
});

const requestFields = {
  hostUser: id,
  userCompany: id,
  location: id,
  purpose: id,
  startDate: steppedTime,
  endDate: endTime,
  name: line(maxLengths.name),
  cellphone,
  company: line(maxLengths.company),
  carNumber: blankable(line(maxLengths.carNumber)),
  code: blankable(lookupCode),
  companions: z._default(
    z.array(companion, { error: "invalid" }).check(z.maxLength(maxLengths.companions, "tooMany")),
    [],
  ),
  ...consentFields,
};

/** Body of a submission with all switches on; `applicationBody` is what a site accepts. */
export const fullApplicationBody = z.strictObject(requestFields);

/** Body of a submission under a site's switches; fields that are off are ignored (docs/behaviour.md, "Request form"). */
export const applicationBody = (switches: RequestSwitches) =>
  z.strictObject({
    ...requestFields,
    userCompany: switches.requestInputUserCompany ? requestFields.userCompany : ignored,
    location: switches.requestInputPlace ? requestFields.location : ignored,
    company: switches.requestInputVisitorCompany ? requestFields.company : ignored,
    carNumber: switches.useCar ? requestFields.carNumber : ignored,
    code: switches.submitCode ? lookupCode : ignored,
    companions: switches.companions ? requestFields.companions : ignored,
  });

export type Application = z.output<ReturnType<typeof applicationBody>>;

/**
 * Errors of a visit's period (docs/behaviour.md, "Dates and times"). Takes wall times of the site; a field that could
 * not be parsed is left out and not checked. A start up to 30 minutes in the past is accepted, because a form may be
 * submitted some time after it was opened.
 * @param timezone IANA name of the site's zone, where known: a time in an hour that the clock skips counts as the
 *   corresponding time of the next hour
 */
export function periodErrors(
  period: { startDate?: WallTime | undefined; endDate?: WallTime | undefined },
  maxRequestDays: number,
  now: WallTime,
  timezone?: string,
): FieldErrors {
  const { startDate, endDate } = period;
  const errors: FieldErrors = {};
  if (startDate && minutesBetween(startDate, now) > startGraceMinutes) errors.startDate = "startPast";
  if (startDate && endDate) {
    const isOver = endDate <= startDate;
    const isSkipped =
      timezone !== undefined && toInstant(endDate, timezone) <= toInstant(startDate, timezone);
    if (isOver || isSkipped) errors.endDate = "endAfterStart";
    else if (endDate > latestEnd(startDate, maxRequestDays)) errors.endDate = `endTooLate:${maxRequestDays}`;
  }
  return errors;
}

export const outcome = z.object({ reserveNo: z.string(), statusCode, status });

export type Outcome = z.output<typeof outcome>;

export const applyForVisit = endpoint({
  method: "POST",
  path: "/api/request/simple/save/",
  permission: "public",
  recorded: "none",
  limit: "submit",
  challenge: "frequentCallers",
  idempotent: true,
  summary: "Applies for a visit, with the code that was sent to the number where the site requires one.",
  body: fullApplicationBody,
  response: outcome,
});

export const requestSubmitCode = endpoint({
  method: "POST",
  path: "/api/request/simple/code",
  permission: "public",
  recorded: "none",
  limit: "submit",
  challenge: "always",
  summary: "Sends a code to the number of a request, where the site requires one.",
  body: z.strictObject({ cellphone }),
  response: z.undefined(),
});

/** A companion, as the group's leader sees it. */
const companionView = z.object({
  reserveNo: z.string(),
  /** Masked; the leader knows the names. */
  name: z.string(),
  statusCode,
  status,
  /** The companion has agreed to the texts. */
  hasAnswered: z.boolean(),
  /** Nothing was sent to the companion; the leader passes the link on. */
  needsLink: z.boolean(),
});

export type CompanionView = z.output<typeof companionView>;

export const lookupRow = z.object({
  reserveNo: z.string(),
  /** The group's leader on a companion's row; empty otherwise. */
  leaderName: z.string(),
  /** Companions of a leader. */
  followersCnt: z.int(),
  name: z.string(),
  company: z.string(),
  position: z.string(),
  /** The company's number, masked; may be empty where staff entered the visit. */
  phone: z.string(),
  /** Masked. */
  cellPhone: z.string(),
  accessiblePlace: z.nullable(z.object({ name: z.string() })),
  purpose: z.nullable(z.object({ name: z.string() })),
  startDate: z.string(),
  endDate: z.string(),
  hostUser: z.object({ name: z.string(), position: z.string() }),
  statusCode,
  status,
  /** Reason of a rejection; empty where staff did not allow showing it, and in all other statuses. */
  reason: z.string(),
  /** Actions that the visitor may take now. */
  actions: z.array(z.enum(["cancel"])),
  /** Companions of a leader who have not cancelled. */
  companions: z.array(companionView),
});

export type LookupRow = z.output<typeof lookupRow>;

/** A visit as its visitor sees it, without companions. */
export type OwnVisitFacts = Omit<LookupRow, "companions">;

export const requestLookupCode = endpoint({
  method: "POST",
  path: "/api/request/code",
  permission: "public",
  recorded: "none",
  limit: "lookup",
  summary:
    "Sends a code to the number, where the site requires one and there are visits with this name and number. Never reveals whether there are.",
  body: z.strictObject({ name: line(maxLengths.name), cellPhone: cellphone }),
  response: z.undefined(),
});

/** Accepts the number as people write it: without the hyphen, with spaces, with a letter for a similar digit. */
function readReserveNo(text: string): string {
  const compact = text.replace(/[\s-]/g, "").toUpperCase();
  const tail = compact.slice(6).replace(/O/g, "0").replace(/[IL]/g, "1");
  return `${compact.slice(0, 6)}-${tail}`;
}

/** YYMMDD, a hyphen and five characters of Crockford's base32. */
export const reserveNo = z
  .string({ error: "invalid" })
  .check(z.overwrite(readReserveNo), z.regex(/^\d{6}-[0-9A-HJKMNP-TV-Z]{5}$/, "invalid"));

/** Where both numbers are missing, the error is on the mobile number. */
const someNumber = z.refine<{ cellPhone?: unknown; reserveNo?: unknown }>(
  (body) => Boolean(body.cellPhone ?? body.reserveNo),
  {
    error: "required",
    path: ["cellPhone"],
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

export const searchRequests = endpoint({
  method: "POST",
  path: "/api/request/search",
  permission: "public",
  recorded: "none",
  limit: "lookup",
  summary:
    "A person's visits of the last 12 months, newest first, by name and mobile number, with the code that was sent where the site requires one. A visit without a Korean mobile number by name and reservation number. Everything is in the body.",
  body: z
    .strictObject({
      name: line(maxLengths.name),
      cellPhone: blankable(cellphone),
      reserveNo: blankable(reserveNo),
      code: blankable(lookupCode),
    })
    .check(someNumber),
  response: z.array(lookupRow),
});

export const cancelRequest = endpoint({
  method: "POST",
  path: "/api/request/cancel",
  permission: "public",
  recorded: "none",
  limit: "lookup",
  summary:
    "Cancels one's own visit, and with a leader's the companions in the same status. Needs the code that was sent, where the site requires one. A visit without a Korean mobile number needs neither.",
  body: z.strictObject({
    reserveNo,
    name: line(maxLengths.name),
    cellPhone: blankable(cellphone),
    code: blankable(lookupCode),
  }),
  response: outcome,
});

export const requestCompanionLink = endpoint({
  method: "POST",
  path: "/api/request/companion-link",
  permission: "public",
  recorded: "none",
  limit: "lookup",
  summary:
    "Creates a link for a companion of one's own visit who has received no message. Needs what cancelling needs; `companion` is the companion's reservation number.",
  body: z.strictObject({
    reserveNo,
    name: line(maxLengths.name),
    cellPhone: blankable(cellphone),
    code: blankable(lookupCode),
    companion: reserveNo,
  }),
  /** Relative to the site's origin, with the token in its fragment. */
  response: z.object({ link: z.string() }),
});
