/** What the hand-written servers c and d have in common: HTTP, answers, the rules of a submission, messages. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { addMinutes, fromInstant, toInstant } from "#contract/dates.ts";
import { maskPhone } from "#contract/phone.ts";
import ko from "#i18n/ko.json" with { type: "json" };
import { cipher } from "./database.ts";

export const zone = "Asia/Seoul";
/** As its statement or model says. */
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
export type Handlers<More = unknown> = Readonly<Record<string, (call: Call & More) => Promise<unknown>>>;

export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message = "") {
    super(message);
    this.status = status;
  }
}

export const log = pino({ level: "info", base: null }, pino.destination({ dest: "/dev/null", sync: true }));

/** The security headers of the product. */
export const guards = {
  "Content-Security-Policy":
    "default-src 'self';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'self';worker-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self'",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  ...{ "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer" },
  ...{
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cache-Control": "no-store",
  },
};

/** @throws HttpError 401 */
export function tokenHash({ header }: Call): Buffer {
  const token = /visitor_session=([^;]+)/.exec(header("cookie") ?? "")?.[1];
  if (token === undefined) throw new HttpError(401);
  return createHash("sha256").update(token).digest();
}

export const idOf = ({ path }: Call): number => Number(/\/(\d+)(\/|$)/.exec(path)?.[1]);

/** Key and amount of each limit that a call counts. */
export const limitsOf = {
  submit: ({ address }: Call): string[] => [`submit:${address}`],
  lookup: ({ address }: Call, hash: Buffer): string[] => [
    `lookup:${address}`,
    `lookupNumber:${hash.toString("base64url")}`,
  ],
  hostSearch({ address, header }: Call): string[] {
    const visitor = ["visitor", address, header("user-agent") ?? "", header("accept-language") ?? ""].join(
      "\n",
    );
    return [`hostSearchVisitor:${cipher.digest(visitor).toString("base64url")}`, `hostSearch:${address}`];
  },
};
export const maxPoints = Number(process.env.LIMIT_SUBMIT ?? 100);

/** Filters of the list of visits. */
export function filtersOf({ query }: Call) {
  const number = (name: string) => (query.has(name) ? Number(query.get(name)) : undefined);
  const [size, page] = [number("size") ?? 20, number("page") ?? 1];
  return {
    ...{ size, offset: (page - 1) * size, most: Math.max(1_000, page * size) },
    statuses: query.get("status")?.split(","),
    since: toInstant(`${query.get("from")} 00:00`, zone),
    until: toInstant(addMinutes(`${query.get("to")} 00:00`, 24 * 60), zone),
    columns: { host_user_id: number("host"), location_id: number("location"), purpose_id: number("purpose") },
  };
}

const statusName = (code: string) => ko.status[code as keyof typeof ko.status];
export const statusOf = (code: string) => ({ statusCode: code, status: { code, name: statusName(code) } });
const wall = (at: Date) => fromInstant(at, zone);

/** What staff of a desk may do with a visit now. */
function actionsOf(row: Row, [start, end, at]: readonly [string, string, string], now: Date): string[] {
  const status: string = row.status_code;
  const isOpen = status === "approved" || status === "exited";
  const holdsPass = row.pass_id !== null || row.car_id !== null;
  const isEarly = Date.parse(`${start}Z`) - Date.parse(`${at}Z`) > 3_600_000;
  const isTheDay = at.slice(0, 10) <= end.slice(0, 10) && !(isEarly && at.slice(0, 10) < start.slice(0, 10));
  const done: Date | null =
    status === "entered" ? row.entered_at : status === "exited" ? row.exited_at : null;
  const may: Record<string, boolean> = {
    approve: status === "applied" && end > at,
    reject: status === "applied",
    undo: status === "approved" || status === "rejected",
    cancel: status === "applied" || status === "approved",
    close: isOpen,
    issue: isOpen && isTheDay,
    recovery: status === "entered" || (holdsPass && (status === "exited" || status === "ended")),
    revert: done !== null && now.getTime() - done.getTime() <= 900_000,
    lost: holdsPass && ["entered", "exited", "ended"].includes(status),
    edit: status !== "ended" && status !== "cancelled",
    reveal: row.cell_cipher !== null || row.email_cipher !== null || row.phone !== "",
  };
  return Object.keys(may).filter((action) => may[action]);
}

/** A visit as the desk sees it, of the columns in `visitColumns` (bare.ts). */
export function visitAnswer(row: Row, now: Date): unknown {
  const [start, end, at] = [wall(row.start_at), wall(row.end_at), wall(now)];
  const exitedAt: string | null = row.exited_at && wall(row.exited_at);
  const sealed = { cellCipher: row.cell_cipher, cellKey: row.cell_key };
  return {
    id: row.id,
    reserveNo: row.reserve_no,
    leaderName: row.leader_name ?? "",
    followersCnt: row.followers,
    ...{ name: row.name, company: row.company, position: row.position, phone: maskPhone(row.phone) },
    cellPhone: row.cell_cipher === null ? "" : maskPhone(cipher.open(sealed, row.reserve_no)),
    ...{ startDate: start, endDate: end },
    ...statusOf(row.status_code),
    // None of the visits has an address, or was told on another way.
    ...{ emailMasked: "", emailBounced: row.email_bounced, told: null },
    unreachable: row.cell_cipher === null,
    leader: row.leader_id === null ? null : { id: row.leader_id, name: row.leader_name },
    carNumber: row.car_number,
    accessiblePlace: row.place_id === null ? null : { id: row.place_id, name: row.place_name },
    purpose: { id: row.purpose_id, name: row.purpose_name },
    hostUser: {
      ...{ id: row.host_id, name: row.host_name, department: row.department, position: row.host_position },
      ...{ company: { name: row.company_name }, resigned: row.host_status === "resigned" },
    },
    endedBecause: row.ended_because,
    overdue: row.status_code === "entered" && row.end_at <= now,
    overnight: row.overnight_at && { at: wall(row.overnight_at), by: row.overnight_name ?? "" },
    expectedAgain:
      row.status_code === "exited" &&
      (exitedAt ?? start).slice(0, 10) < end.slice(0, 10) &&
      at.slice(0, 10) <= end.slice(0, 10),
    ...{ enteredAt: row.entered_at && wall(row.entered_at), exitedAt },
    pass: row.pass_id === null ? null : { id: row.pass_id, passNo: row.pass_no },
    carPass: row.car_id === null ? null : { id: row.car_id, passNo: row.car_no },
    consentMissing: !row.has_consent && (row.origin === "console" || row.leader_id !== null),
    // The site does not require it.
    ...{ consentRequired: false, guide: row.guide, note: row.note, origin: row.origin },
    ...{ createdAt: wall(row.created_at), updatedAt: wall(row.updated_at) },
    actions: actionsOf(row, [start, end, at], now),
  };
}

/** A visit as its visitor sees it. */
export const lookupAnswer = (row: Row, cellPhone: string) => ({
  ...{ reserveNo: row.reserve_no, leaderName: row.leader_name ?? "", followersCnt: row.followers },
  ...{ name: row.name, company: row.company, position: row.position, phone: maskPhone(row.phone) },
  ...{ cellPhone: maskPhone(cellPhone), startDate: wall(row.start_at), endDate: wall(row.end_at) },
  ...statusOf(row.status_code),
  accessiblePlace: row.place_name === null ? null : { name: row.place_name },
  purpose: { name: row.purpose_name },
  hostUser: { name: row.host_name, position: row.host_position },
  ...{ reason: row.reason ?? "", companions: [] },
  actions: row.status_code === "applied" || row.status_code === "approved" ? ["cancel"] : [],
});

export const boardAnswer = (
  counts: Row,
  expected: Row,
  entered: Row,
  rows: unknown[],
  dayLeftOpen: string | null,
) => ({
  counts: Object.fromEntries(
    ["applied", "approved", "entered", "exited", "ended", "overdue", "expectedAgain", "notReturned"].map(
      (name) => [name, counts[name] ?? 0],
    ),
  ),
  byHour: Array.from({ length: 24 }, (_, hour) => ({
    hour,
    expected: expected[hour] ?? 0,
    entered: entered[hour] ?? 0,
  })),
  ...{ rows, dayLeftOpen },
});

const isTime = (value: unknown) => /^\d{4}-\d\d-\d\d \d\d:\d0$/.test(String(value));
const isText =
  (most: number, least = 1) =>
  (value: unknown) =>
    typeof value === "string" && value.length >= least && value.length <= most;
const shapes: Record<string, (value: unknown) => boolean> = {
  ...{ hostUser: Number.isSafeInteger, userCompany: Number.isSafeInteger, location: Number.isSafeInteger },
  ...{
    purpose: Number.isSafeInteger,
    startDate: isTime,
    endDate: isTime,
    name: isText(50),
    company: isText(100),
  },
  cellphone: (value) => /^010-\d{4}-\d{4}$/.test(String(value)),
  ...{ carNumber: isText(20, 0), privacy: (value) => value === true, privacyPolicyId: Number.isSafeInteger },
  agreements: Array.isArray,
};

/** @throws HttpError 400 where a field is not as it must be */
export function readApplication({ body }: Call): Row {
  const wrong = Object.keys({ ...shapes, ...body }).find((field) => !shapes[field]?.(body[field]));
  if (wrong !== undefined) throw new HttpError(400, wrong);
  return body;
}

/**
 * @param known what the database says: configuration, texts in force, host, place, purpose
 * @returns the consents as rows
 * @throws HttpError 400 where the visit cannot be as it is asked for, or a consent is missing
 */
export function consentsOf(
  asked: Row,
  known: Row,
  now: Date,
): { version: number | null; policy: number | null; agreed: boolean }[] {
  const days =
    (Date.parse(asked.endDate.slice(0, 10)) - Date.parse(asked.startDate.slice(0, 10))) / 86_400_000;
  const isPossible =
    addMinutes(asked.startDate, 30) >= wall(now) &&
    asked.endDate > asked.startDate &&
    days < known.max_request_days;
  const isKnown = known.has_company && known.has_purpose && known.place_name !== null;
  const isHost = known.host_status === "active" && known.host_company === asked.userCompany;
  if (!(isPossible && isKnown && isHost && asked.privacyPolicyId === known.policy_id))
    throw new HttpError(400);
  const texts = new Map<number, Row>((known.texts as Row[]).map((text) => [text.id, text]));
  const given = new Map<number, Row>(
    asked.agreements.map((agreement: Row) => [agreement.termsId, agreement]),
  );
  for (const { id, type } of texts.values())
    if (type !== "선택동의" && type !== "안내문" && !given.get(id)?.agreed) throw new HttpError(400, type);
  const agreed = asked.agreements.map((agreement: Row) => {
    const text = texts.get(agreement.termsId);
    if (text?.version !== agreement.version) throw new HttpError(400, "agreements");
    return { version: text?.versionId, policy: null, agreed: agreement.agreed };
  });
  return [...agreed, { version: null, policy: asked.privacyPolicyId, agreed: true }];
}

/** A visit's columns, from `reserve_no` to `destroy_on`. */
export function visitRow(asked: Row, known: Row, now: Date): Row {
  const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const drawn = Array.from(randomBytes(5), (byte) => alphabet[byte % 32]).join("");
  const reserve_no = `${wall(now).slice(2, 10).replaceAll("-", "")}-${drawn}`;
  const destroyed = Date.parse(asked.endDate.slice(0, 10)) + known.retention_days * 86_400_000;
  return {
    ...{ reserve_no, status_code: "applied", host_user_id: asked.hostUser, location_id: asked.location },
    ...{
      purpose_id: asked.purpose,
      start_at: toInstant(asked.startDate, zone),
      end_at: toInstant(asked.endDate, zone),
    },
    ...{
      name: asked.name,
      company: asked.company,
      car_number: asked.carNumber,
      ...sealed(asked.cellphone, reserve_no),
    },
    ...{ origin: "public", lang: "ko", destroy_on: new Date(destroyed).toISOString().slice(0, 10) },
  };
}

function sealed(number: string, owner: string): Row {
  const { cellCipher, cellKey, cellHash, cellLastFourHash, cellHashKey } = cipher.seal(number, owner);
  return {
    cell_cipher: cellCipher,
    cell_key: cellKey,
    cell_hash: cellHash,
    cell_last_four_hash: cellLastFourHash,
    cell_hash_key: cellHashKey,
  };
}

export const bodyHash = (body: Row): Buffer =>
  cipher.digest(
    JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))),
  );

type Event = "apply" | "applyMany" | "approve";

/** A message in the site's words or the product's, as columns from `ref` to `variables`. */
export function messageRow(event: Event, number: string, own: string | null, about: Row): Row {
  const all: Record<string, string> = {
    ...{
      name: about.name,
      reserveNo: about.reserve_no,
      startDate: wall(about.start_at),
      host: about.host_name,
    },
    ...{ place: about.place_name ?? ko.message.place, company: about.customer_company },
    ...(event === "approve" && { reason: ko.message.reasonKept }),
  };
  const variables = event === "applyMany" ? { company: all.company } : all;
  const isClosed = (letter: string) => (letter.charCodeAt(0) - 0xac00) % 28 > 0;
  const text = (own || ko.message[event])
    .replace(/\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole)
    .replace(/(.)\(으로\/로\)/g, (_, last: string) => last + (isClosed(last) ? "으로" : "로"));
  const bytes = Array.from(text).reduce((sum, letter) => sum + (letter <= "\u007f" ? 1 : 2), 0);
  const ref = randomUUID();
  return {
    ref,
    ...sealed(number, ref),
    kind: bytes <= 90 ? "sms" : "lms",
    text,
    variables,
    event,
  };
}

/** @throws HttpError 405 before the hour before the start, and after the last day */
export function requireTheTime(visit: Row, now: Date): void {
  const isEarly = visit.start_at.getTime() - now.getTime() > 3_600_000;
  if (isEarly || wall(now).slice(0, 10) > wall(visit.end_at).slice(0, 10)) throw new HttpError(405);
}

const initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/** A search for two letters: the pair that an index holds, and a pattern. The last syllable may still be getting a final consonant. */
export function nameSearch(text: string): { pair: string; pattern: string } {
  const [before, last] = [text.slice(0, 1), text.slice(1)];
  const code = last.charCodeAt(0) - 0xac00;
  if (text.length !== 2 || code < 0) throw new HttpError(400, "two syllables are measured");
  if (code % 28 > 0) return { pair: text, pattern: text };
  const end = String.fromCharCode(0xac00 + code + 27);
  return { pair: before + initials[Math.floor(code / 588)], pattern: `${before}[${last}-${end}]` };
}
