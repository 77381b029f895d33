/** Rows that the hand-written server writes for a call, with the product's own rules, texts and encryption. */
import { randomBytes, randomUUID } from "node:crypto";
import { valuesOf } from "#api/features/messages/drafts.ts";
import { messageTexts } from "#api/features/messages/templates.ts";
import { consentError, consentsGiven, type Given } from "#api/features/visits/consents.ts";
import { destructionDay, referenceErrors } from "#api/features/visits/create.ts";
import { transition } from "#api/features/visits/state.ts";
import { canonicalJson } from "#api/http/idempotency.ts";
import { translateStatus } from "#api/http/language.ts";
import { fromInstant, toInstant } from "#contract/dates.ts";
import { finishedText, sentBytes, smsKind } from "#contract/messages/sms-text.ts";
import { periodErrors } from "#contract/visits/requests.ts";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import { zone } from "./calls.ts";
import { cipher } from "./database.ts";

// biome-ignore lint/suspicious/noExplicitAny: columns differ from statement to statement
export type Row = Record<string, any>;

export interface Call {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: Row;
  /** Of the client, from the proxy's header. */
  readonly address: string;
  readonly now: Date;
}

/** An error with the response's status. */
export const refused = (status: number) => Object.assign(new Error(`refused: ${status}`), { status });

/** A message's row. @param about the visit with its host and place, the template and the site */
function messageOf(event: "apply" | "approve", number: string, about: Row, now: Date): Row {
  const site = { ...about, enCustomerCompany: "", timezone: zone };
  const [subject, , settings] = [about, "ko", site] as unknown as Parameters<typeof valuesOf>;
  const variables = valuesOf(subject, "ko", settings, event === "approve" ? "" : undefined);
  const text = finishedText(about.text || messageTexts.ko[event], variables);
  const ref = randomUUID();
  const content = { kind: smsKind(sentBytes(text)), text, variables, event, lang: "ko" };
  const delivery = { maxAttempts: 6, nextAttemptAt: now, createdAt: now, updatedAt: now };
  return { ref, ...cipher.encryptContact(number, ref), ...content, ...delivery };
}

const isTime = (value: unknown) => /^\d{4}-\d\d-\d\d \d\d:\d0$/.test(String(value));
const isText = (text: unknown) => typeof text === "string" && text !== "" && text.length <= 50;

/** @throws refused 400 for a malformed field */
export function requireFields(body: Row): void {
  const ids = [body.hostUser, body.userCompany, body.location, body.purpose, body.privacyPolicyId];
  const isValid =
    ids.every(Number.isSafeInteger) &&
    [body.startDate, body.endDate].every(isTime) &&
    [body.name, body.company].every(isText) &&
    /^010-\d{4}-\d{4}$/.test(body.cellphone) &&
    Array.isArray(body.agreements);
  if (!isValid) throw refused(400);
}

/**
 * A submission.
 * @param known configuration, published texts, host, place, and which of them are in use
 * @throws refused 400 if a rule forbids the visit, or a consent is missing
 */
export function submissionOf({ body, header, now }: Call, known: Row) {
  const [given, published] = [body as Given, { terms: known.terms, policy: { id: known.policyId } }];
  const today = fromInstant(now, zone);
  const errors = {
    ...periodErrors(body as Parameters<typeof periodErrors>[0], known.maxRequestDays, today, zone),
    ...referenceErrors(body, known as Parameters<typeof referenceErrors>[1]),
  };
  if (Object.keys(errors).length > 0 || consentError(given, published, "ko")) throw refused(400);
  const reserveNo = reserveNumber(today, randomBytes(5));
  const visitId = known.id as number;
  const { hostUser: hostUserId, location: locationId, purpose: purposeId, name, company, carNumber } = body;
  const about = { hostUserId, locationId, purposeId, name, company, carNumber };
  const state = { statusCode: "applied", origin: "public", lang: "ko", createdAt: now, updatedAt: now };
  const period = { startAt: toInstant(body.startDate, zone), endAt: toInstant(body.endDate, zone) };
  const destroyOn = destructionDay(body.endDate, known.retentionDays);
  const phone = cipher.encryptContact(body.cellphone, reserveNo);
  const visit = { id: visitId, reserveNo, ...about, ...phone, ...state, ...period, destroyOn };
  const answer = { reserveNo, statusCode: "applied", status: translateStatus("ko", "applied") };
  const key = { endpoint: "/api/request/simple/save/", key: header("idempotency-key") };
  const bodyHash = cipher.digest(canonicalJson(body));
  const consent = { visitId, lang: "ko", agreedAt: now, channel: "form" };
  const isNotified = known.hostCellPhone !== "" && known.enabled !== false;
  const message = messageOf("apply", known.hostCellPhone, { ...known, ...visit }, now);
  return {
    answer,
    rows: {
      idempotency_keys: [{ ...key, bodyHash, createdAt: now, answer }],
      visits: [visit],
      visit_logs: [{ visitId, action: "apply", toCode: "applied", actorKind: "visitor", at: now }],
      visit_consents: consentsGiven(given, published).map((one) => ({ ...consent, ...one })),
      changes: [{ kind: "visit", visitId, hostUserId }],
    },
    messages: isNotified ? [{ ...message, isPublic: true, visitId, hostUserId, toName: known.hostName }] : [],
  };
}

export const steps = {
  issue: "POST /dash/visits/:id/issue",
  recovery: "PUT /dash/visits/:id/recovery",
  approve: "PUT /dash/user/approve/:id",
} as const;
export type Step = keyof typeof steps;

/**
 * A step of a visit.
 * @param visit with its passes, the requested pass, host, place, template and site
 * @param actorId the caller
 * @throws refused 404 without a visit, 405 if its state forbids the step or the pass is issued
 */
export function effectsOf(step: Step, visit: Row, actorId: number, { now, address }: Call) {
  if (!visit.id) throw refused(404);
  const passes: Row[] = visit.passes;
  const people = passes.filter(({ vehicle }) => !vehicle);
  const isFree = people.length === 1 && people[0]?.status === "available";
  const [start, end] = [fromInstant(visit.startAt, zone), fromInstant(visit.endAt, zone)];
  const state = { ...visit, start, end, holdsPass: !isFree } as Parameters<typeof transition>[1];
  const moved = transition(step, state, { now, wallTime: fromInstant(now, zone) });
  if ("refused" in moved || moved.needsReason || (step === "issue" && !isFree)) throw refused(405);
  const [visitId, hostUserId]: number[] = [visit.id, visit.hostUserId];
  const changed = step === "issue" ? people : step === "recovery" ? passes : [];
  const passIds = changed.map(({ id }) => id as number);
  const passNo = changed.map((one) => one.passNo).join(", ");
  const actor = { hostUserId: actorId, address };
  const entered = { arrivalPending: true, exitedAt: null, endedBecause: null };
  const inside = { overnightAt: null, overnightBy: null };
  const set: Record<Step, Row> = {
    issue: { enteredAt: now, enteredFrom: visit.statusCode, ...entered },
    recovery: { exitedAt: now, ...inside },
    approve: { reasonShown: false, endedBecause: null, ...inside },
  };
  const pass = {
    issue: { status: "issued", visitId, issuedAt: now, updatedAt: now },
    recovery: { status: "available", visitId: null, issuedAt: null, updatedAt: now },
    approve: undefined,
  }[step];
  const isNotified = step === "approve" && visit.cellCipher !== null && visit.enabled !== false;
  const number = isNotified
    ? cipher.decrypt(visit as Parameters<typeof cipher.decrypt>[0], visit.reserveNo)
    : "";
  const log = { visitId, action: step, fromCode: visit.statusCode, toCode: moved.to };
  const rows: Record<string, Row[]> = {
    visit_logs: [{ ...log, actorKind: "staff", actorId, passNo, passIds, at: now }],
    changes: [
      { visitId: null, ...(pass ? { kind: "pass", hostUserId: null } : { kind: "sms", hostUserId }) },
      { visitId, kind: "visit", hostUserId },
    ],
    events: [{ kind: "call", ...actor, call: steps[step], subject: "visits", subjectId: visitId }],
    access_log: [{ at: now, ...actor, action: steps[step].replace("POST ", ""), visitIds: [visitId] }],
    ...(isNotified && {
      messages: [{ ...messageOf("approve", number, visit, now), visitId, toName: visit.name }],
    }),
  };
  const held = pass && { passId: null, passNo: null, carPassId: null };
  const given = step === "issue" && { passId: people[0]?.id, passNo };
  const update: Row = { ...set[step], statusCode: moved.to, updatedAt: now };
  return { update, pass, passIds, rows, held: { ...held, ...given } };
}
