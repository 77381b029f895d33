/**
 * What the servers c and d have in common: a call, the rows that it writes as plain data, and of the product the
 * presenters, the rules of a submission and the encryption, so that these cost the same everywhere.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { presentLookupRow } from "#api/features/lookup/presenter.ts";
import { valuesOf } from "#api/features/messages/drafts.ts";
import { messageTexts } from "#api/features/messages/templates.ts";
import { consentError, consentsGiven, type Given } from "#api/features/visits/consents.ts";
import { destructionDay, referenceErrors } from "#api/features/visits/create.ts";
import { presentVisit } from "#api/features/visits/presenter.ts";
import { canonicalJson } from "#api/http/idempotency.ts";
import { translateStatus } from "#api/http/language.ts";
import { policyWith } from "#api/http/security-headers.ts";
import type { PermissionHolder } from "#api/permissions.ts";
import { addDays, dayStart, fromInstant, toInstant } from "#contract/dates.ts";
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
  /** Of the caller, as the proxy says. */
  readonly address: string;
  readonly now: Date;
}

/** Tells open consoles of changes, at most every 20 ms. @returns what is called after each */
export function announcer(notify: () => void): () => void {
  let isChanged = false;
  setInterval(() => {
    if (isChanged) notify();
    isChanged = false;
  }, 20);
  return () => {
    isChanged = true;
  };
}

/** What an answer other than 200 is thrown as. */
export const refused = (status: number) => Object.assign(new Error(`refused: ${status}`), { status });

export const log = pino({ level: "info", base: null }, pino.destination({ dest: "/dev/null", sync: true }));
export const guards = {
  "Content-Security-Policy": policyWith({}),
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

/** @throws refused 401 */
export function tokenHash({ header }: Call): Buffer {
  const token = /visitor_session=([^;]+)/.exec(header("cookie") ?? "")?.[1];
  if (token === undefined) throw refused(401);
  return createHash("sha256").update(token).digest();
}

/** @throws refused 403 */
export function requireDeskRole(role: string): void {
  if (role !== "desk" && role !== "admin") throw refused(403);
}

export const idOf = ({ path }: Call): number => Number(/\/(\d+)(\/|$)/.exec(path)?.[1]);

/** Keys of the limits that a call counts. */
export const limitsOf = {
  submit: ({ address }: Call) => [`submit:${address}`],
  lookup: ({ address }: Call, hash: Buffer) => [
    `lookup:${address}`,
    `lookupNumber:${hash.toString("base64url")}`,
  ],
  hostSearch({ address, header }: Call) {
    const parts = ["visitor", address, header("user-agent") ?? "", header("accept-language") ?? ""];
    const visitor = cipher.digest(parts.join("\n")).toString("base64url");
    return [`hostSearchVisitor:${visitor}`, `hostSearch:${address}`];
  },
};
export const maxPoints = Number(process.env.LIMIT_SUBMIT ?? 100);
/** Filters of the list of visits. */
export function filtersOf({ query }: Call) {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const [size, page] = [number("size") ?? 20, number("page") ?? 1];
  return {
    size,
    offset: (page - 1) * size,
    most: Math.max(1_000, page * size),
    statuses: query.get("status")?.split(","),
    since: dayStart(query.get("from") ?? "", zone),
    until: dayStart(addDays(query.get("to") ?? "", 1), zone),
    ids: { hostUserId: number("host"), locationId: number("location"), purposeId: number("purpose") } as Row,
  };
}

/** Visits as the desk sees them. */
export function presentVisits(rows: readonly Row[], user: Row, now: Date) {
  const viewer: PermissionHolder = { id: user.id, role: user.role, deputyFor: [] };
  const seen = { viewer, lang: "ko", timezone: zone, cipher, now, at: fromInstant(now, zone) } as const;
  return rows.map((row) => presentVisit({ row } as unknown as Parameters<typeof presentVisit>[0], seen));
}

/** A visit as its visitor sees it; those of the last year have no companions. */
export const presentOwn = (row: Row, cellPhone: string) => ({
  ...presentLookupRow(row as Parameters<typeof presentLookupRow>[0], {
    cellPhone,
    lang: "ko",
    timezone: zone,
  }),
  companions: [],
});

const isTime = (value: unknown) => /^\d{4}-\d\d-\d\d \d\d:\d0$/.test(String(value));
const isText = (text: unknown) => typeof text === "string" && text !== "" && text.length <= 50;

/** @throws refused 400 where a field has another form */
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
 * What a submission writes, by table.
 * @param known what the database says: configuration, texts in force, host, place, and which of them are in use
 * @throws refused 400 where the visit cannot be as it is asked for, or a consent is missing
 */
export function submissionOf({ body, header, now }: Call, known: Row) {
  const [given, inForce] = [body as Given, { terms: known.terms, policy: { id: known.policyId } }];
  const today = fromInstant(now, zone);
  const isPast = Object.keys(periodErrors(body, known.maxRequestDays, today, zone)).length > 0;
  const isUnknown =
    Object.keys(referenceErrors(body, known as Parameters<typeof referenceErrors>[1])).length > 0;
  if (isPast || isUnknown || consentError(given, inForce, "ko")) throw refused(400);
  const reserveNo = reserveNumber(today, randomBytes(5));
  const { hostUser: hostUserId, location: locationId, purpose: purposeId, name, company, carNumber } = body;
  const visit = {
    ...{ id: known.id, reserveNo, statusCode: "applied", origin: "public", lang: "ko" },
    ...{ hostUserId, locationId, purposeId, name, company, carNumber },
    ...cipher.encryptPhone(body.cellphone, reserveNo),
    startAt: toInstant(body.startDate, zone),
    endAt: toInstant(body.endDate, zone),
    destroyOn: destructionDay(body.endDate, known.retentionDays),
    ...{ createdAt: now, updatedAt: now },
  };
  const visitId = known.id as number;
  const answer = { reserveNo, statusCode: "applied", status: translateStatus("ko", "applied") };
  const [endpoint, key] = ["/api/request/simple/save/", header("idempotency-key")];
  const submission = { endpoint, key, bodyHash: cipher.digest(canonicalJson(body)), createdAt: now, answer };
  const consents = consentsGiven(given, inForce);
  return {
    answer,
    rows: {
      idempotency_keys: [submission],
      visits: [visit],
      visit_logs: [{ visitId, action: "apply", toCode: "applied", actorKind: "visitor", at: now }],
      visit_consents: consents.map((one) => ({
        visitId,
        ...one,
        lang: "ko",
        agreedAt: now,
        channel: "form",
      })),
      changes: [{ kind: "visit", visitId, hostUserId }],
    },
    isHostTold: known.hostCellPhone !== "" && known.enabled !== false,
    /** To the host: of this visit, or one that stands for all further ones of the hour. */
    message: (event: "apply" | "applyMany") => ({
      ...messageOf(event, known.hostCellPhone, { ...known, ...visit }, now),
      ...{ visitId: event === "apply" ? visitId : null, hostUserId, toName: known.hostName },
    }),
  };
}

type Valued = Parameters<typeof valuesOf>;

/** The row of a message, in the site's words or the product's. @param about visit, its host and place, template and site */
function messageOf(event: "apply" | "applyMany" | "approve", number: string, about: Row, now: Date) {
  const [subject, , site] = [
    about,
    "ko",
    { ...about, enCustomerCompany: "", timezone: zone },
  ] as unknown as Valued;
  const all = valuesOf(subject, "ko", site, event === "approve" ? "" : undefined);
  const variables = event === "applyMany" ? { company: all.company } : all;
  const own = event === "applyMany" ? "" : about.text;
  const text = finishedText(own || messageTexts.ko[event], variables);
  const ref = randomUUID();
  const sent = { maxAttempts: 6, nextAttemptAt: now, createdAt: now, updatedAt: now };
  return {
    ref,
    ...cipher.encryptPhone(number, ref),
    kind: smsKind(sentBytes(text)),
    text,
    variables,
    event,
    lang: "ko",
    ...sent,
  };
}

type Handler = (call: Call) => Promise<unknown>;
type Named = "list" | "board" | "visit" | "hosts" | "lookup" | "submit";

/** A reservation number that was drawn twice is drawn again, as by the product. */
const withFreeNumber =
  (submit: Handler): Handler =>
  (call) =>
    submit(call).catch((error: Row) => {
      if ((error.code ?? error.nativeError?.code) !== "23505") throw error;
      return submit(call);
    });

const steps = {
  issue: { route: "POST /dash/visits/:id/issue", from: ["approved", "exited"], to: "entered" },
  recovery: { route: "PUT /dash/visits/:id/recovery", from: ["entered"], to: "exited" },
  approve: { route: "PUT /dash/user/approve/:id", from: ["applied"], to: "approved" },
} as const;
export type Action = keyof typeof steps;

/** What a step sets of the visit, and of the passes that change hands. */
function changesOf(action: Action, { id: visitId, statusCode }: Row, now: Date): { visit: Row; pass?: Row } {
  const inside = { overnightAt: null, overnightBy: null };
  const free = { status: "available", visitId: null, issuedAt: null, updatedAt: now };
  const issued = { status: "issued", visitId, issuedAt: now, updatedAt: now };
  const entered = { enteredAt: now, enteredFrom: statusCode, exitedAt: null, endedBecause: null };
  if (action === "issue") return { visit: entered, pass: issued };
  if (action === "recovery") return { visit: { exitedAt: now, ...inside }, pass: free };
  return { visit: { reasonShown: false, endedBecause: null, ...inside } };
}

/**
 * What a step writes, by table.
 * @param passes those of the visit and, where one is issued, that one
 * @param about host, place, template and site, for the message of an approval
 * @throws refused 404, 405 where there is no such visit or it is in another state
 */
export function stepOf(
  action: Action,
  visit: Row | undefined,
  { user, passes, about, party }: { user: Row; passes: Row[]; about: Row; party: number },
  { now, address }: Call,
) {
  if (!visit?.id) throw refused(404);
  const { route, from, to } = steps[action];
  const people = passes.filter(({ vehicle }) => !vehicle);
  const isFree = people.length === 1 && people[0]?.status === "available";
  const isEarly = visit.startAt.getTime() - now.getTime() > 3_600_000;
  const isOver = fromInstant(now, zone).slice(0, 10) > fromInstant(visit.endAt, zone).slice(0, 10);
  const isRefused =
    (action === "issue" && (!isFree || isEarly || isOver)) ||
    (action === "approve" && (visit.endAt <= now || party > 1));
  if (isRefused || !from.some((status) => status === visit.statusCode)) throw refused(405);
  const { visit: set, pass } = changesOf(action, visit, now);
  const changed = action === "issue" ? people : action === "recovery" ? passes : [];
  const [visitId, hostUserId, actorId] = [visit.id as number, visit.hostUserId as number, user.id as number];
  const passIds = changed.map(({ id }) => id as number);
  const passNo = changed.map((one) => one.passNo).join(", ");
  const log = { visitId, action, fromCode: visit.statusCode, toCode: to, actorKind: "staff", actorId };
  const who = { hostUserId: actorId, address };
  const other = pass ? { kind: "pass", hostUserId: null } : { kind: "sms", hostUserId };
  const isTold = action === "approve" && visit.cellCipher !== null && about.enabled !== false;
  const number = isTold ? cipher.decrypt(visit as Parameters<typeof cipher.decrypt>[0], visit.reserveNo) : "";
  const message = isTold && messageOf("approve", number, { ...about, ...visit }, now);
  const rows: Record<string, Row[]> = {
    visit_logs: [{ ...log, passNo, passIds, at: now }],
    changes: [
      { visitId: null, ...other },
      { visitId, kind: "visit", hostUserId },
    ],
    events: [{ kind: "call", ...who, call: route, subject: "visits", subjectId: visitId }],
    access_log: [{ at: now, ...who, action: route.replace("POST ", ""), visitIds: [visitId] }],
    ...(message && { messages: [{ ...message, visitId, toName: visit.name }] }),
  };
  const held = pass && { passId: null, passNo: null, carPassId: null };
  const given = action === "issue" && { passId: people[0]?.id, passNo };
  const visitSet: Row = { ...set, statusCode: to, updatedAt: now };
  return { visit: visitSet, pass, passIds, rows, held: { ...held, ...given } };
}

/** The routes of both servers. */
export const routesOf = (
  by: Record<Named, Handler> & { step: (action: Action, call: Call) => Promise<unknown[]> },
): Readonly<Record<string, Handler>> => ({
  "GET /readyz": async () => ({}),
  "GET /api/visit": by.list,
  "GET /dash/visits/progress": by.board,
  "GET /dash/visits/:id": by.visit,
  "GET /visitor/findHostUsers": by.hosts,
  "POST /api/request/search": by.lookup,
  "POST /api/request/simple/save": withFreeNumber(by.submit),
  [steps.issue.route]: (call) => by.step("issue", call),
  [steps.recovery.route]: async (call) => (await by.step("recovery", call))[0],
  [steps.approve.route]: async (call) => (await by.step("approve", call))[0],
});
