/** What the hand-written servers c and d have in common: presenter, the rules of a submission, messages. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { addMinutes, fromInstant, toInstant } from "#contract/dates.ts";
import { maskPhone } from "#contract/phone.ts";
import ko from "#i18n/ko.json" with { type: "json" };
import { cipher } from "./database.ts";

export const zone = "Asia/Seoul";
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
export type Handlers = Readonly<Record<string, (call: Call) => Promise<unknown>>>;

export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message = "") {
    super(message);
    this.status = status;
  }
}

export const log = pino({ level: "info", base: null }, pino.destination({ dest: "/dev/null", sync: true }));
const policy = `default-src 'self';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';
  connect-src 'self';worker-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self'`;
export const guards = {
  ...{ "Content-Security-Policy": policy.replaceAll(/\n */g, ""), "X-Content-Type-Options": "nosniff" },
  ...{ "Strict-Transport-Security": "max-age=31536000; includeSubDomains", "X-Frame-Options": "DENY" },
  ...{ "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()" },
  ...{ "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" },
};

/** @throws HttpError 401 */
export function tokenHash({ header }: Call): Buffer {
  const token = /visitor_session=([^;]+)/.exec(header("cookie") ?? "")?.[1];
  if (token === undefined) throw new HttpError(401);
  return createHash("sha256").update(token).digest();
}

export const idOf = ({ path }: Call): number => Number(/\/(\d+)(\/|$)/.exec(path)?.[1]);

/** Keys of the limits that a call counts. */
export const limitsOf = {
  submit: ({ address }: Call): string[] => [`submit:${address}`],
  lookup: ({ address }: Call, hash: Buffer) => [
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
/** Counts a call under a key at a time in milliseconds, each given by its placeholder. */
export const counted = (key: string, at: string): string => `
  INSERT INTO rate_limits AS known (key, points, expire) VALUES (${key}, 1, CAST(${at} AS bigint) + 60000) ON CONFLICT (key) DO UPDATE
  SET points = CASE WHEN known.expire <= excluded.expire - 60000 THEN 1 ELSE known.points + 1 END,
    expire = CASE WHEN known.expire <= excluded.expire - 60000 THEN excluded.expire ELSE known.expire END RETURNING points`;

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

const initials = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
/** A search for two syllables: the pair that an index holds, and a pattern; the last may still get a final consonant. */
export function nameSearch(text: string): { pair: string; pattern: string } {
  const [before, last] = [text.slice(0, 1), text.slice(1)];
  const code = last.charCodeAt(0) - 0xac00;
  if (code % 28 > 0) return { pair: text, pattern: text };
  const end = String.fromCharCode(0xac00 + code + 27);
  return { pair: before + initials[Math.floor(code / 588)], pattern: `${before}[${last}-${end}]` };
}

const wall = (at: Date) => fromInstant(at, zone);
const statusName = (code: string) => ko.status[code as keyof typeof ko.status];
export const statusOf = (code: string) => ({ statusCode: code, status: { code, name: statusName(code) } });

/** What the desk may do with a visit now. */
function actionsOf(row: Row, start: string, end: string, now: Date): string[] {
  const [at, status]: [string, string] = [wall(now), row.status_code];
  const isOpen = status === "approved" || status === "exited";
  const holdsPass = row.pass_id !== null || row.car_id !== null;
  const isEarly = row.start_at.getTime() - now.getTime() > 3_600_000 && at.slice(0, 10) < start.slice(0, 10);
  const done: Date | null =
    status === "entered" ? row.entered_at : status === "exited" ? row.exited_at : null;
  const may: Record<string, boolean> = {
    ...{ approve: status === "applied" && end > at, reject: status === "applied" },
    ...{
      undo: status === "approved" || status === "rejected",
      cancel: status === "applied" || status === "approved",
    },
    ...{ close: isOpen, issue: isOpen && at.slice(0, 10) <= end.slice(0, 10) && !isEarly },
    recovery: status === "entered" || (holdsPass && (status === "exited" || status === "ended")),
    revert: done !== null && now.getTime() - done.getTime() <= 900_000,
    lost: holdsPass && ["entered", "exited", "ended"].includes(status),
    edit: status !== "ended" && status !== "cancelled",
    reveal: row.cell_cipher !== null || row.email_cipher !== null || row.phone !== "",
  };
  return Object.keys(may).filter((action) => may[action]);
}

/** A visit as the desk sees it. None of the visits has an address; the site does not require consent. */
export function visitAnswer(row: Row, now: Date): unknown {
  const [start, end, today] = [wall(row.start_at), wall(row.end_at), wall(now).slice(0, 10)];
  const exitedAt: string | null = row.exited_at && wall(row.exited_at);
  const isOut = row.status_code === "exited" && (exitedAt ?? start).slice(0, 10) < end.slice(0, 10);
  const number =
    row.cell_cipher && cipher.open({ cellCipher: row.cell_cipher, cellKey: row.cell_key }, row.reserve_no);
  return {
    ...{
      id: row.id,
      reserveNo: row.reserve_no,
      leaderName: row.leader_name ?? "",
      followersCnt: row.followers,
    },
    ...{ name: row.name, company: row.company, position: row.position, phone: maskPhone(row.phone) },
    ...{ cellPhone: maskPhone(number), startDate: start, endDate: end, ...statusOf(row.status_code) },
    ...{
      emailMasked: "",
      emailBounced: row.email_bounced,
      unreachable: row.cell_cipher === null,
      told: null,
    },
    leader: row.leader_id === null ? null : { id: row.leader_id, name: row.leader_name },
    carNumber: row.car_number,
    accessiblePlace: row.place_id === null ? null : { id: row.place_id, name: row.place_name },
    purpose: { id: row.purpose_id, name: row.purpose_name },
    hostUser: {
      ...{ id: row.host_id, name: row.host_name, department: row.department, position: row.host_position },
      ...{ company: { name: row.company_name }, resigned: row.host_status === "resigned" },
    },
    ...{ endedBecause: row.ended_because, overdue: row.status_code === "entered" && row.end_at <= now },
    overnight: row.overnight_at && { at: wall(row.overnight_at), by: row.overnight_name ?? "" },
    expectedAgain: isOut && today <= end.slice(0, 10),
    ...{ enteredAt: row.entered_at && wall(row.entered_at), exitedAt },
    pass: row.pass_id === null ? null : { id: row.pass_id, passNo: row.pass_no },
    carPass: row.car_id === null ? null : { id: row.car_id, passNo: row.car_no },
    consentMissing: !row.has_consent && (row.origin === "console" || row.leader_id !== null),
    ...{ consentRequired: false, guide: row.guide, note: row.note, origin: row.origin },
    ...{ createdAt: wall(row.created_at), updatedAt: wall(row.updated_at) },
    actions: actionsOf(row, start, end, now),
  };
}

/** A visit as its visitor sees it; those of the last year have no companions. */
export const lookupAnswer = (row: Row, cellPhone: string) => ({
  ...{ reserveNo: row.reserve_no, leaderName: row.leader_name ?? "", followersCnt: row.followers },
  ...{ name: row.name, company: row.company, position: row.position, phone: maskPhone(row.phone) },
  ...{ cellPhone: maskPhone(cellPhone), startDate: wall(row.start_at), endDate: wall(row.end_at) },
  ...{
    ...statusOf(row.status_code),
    accessiblePlace: row.place_name === null ? null : { name: row.place_name },
  },
  ...{ purpose: { name: row.purpose_name }, hostUser: { name: row.host_name, position: row.host_position } },
  ...{ reason: row.reason ?? "", companions: [] },
  actions: row.status_code === "applied" || row.status_code === "approved" ? ["cancel"] : [],
});

const counts = [
  "applied",
  "approved",
  "entered",
  "exited",
  "ended",
  "overdue",
  "expectedAgain",
  "notReturned",
];
/** @param of `expected` and `entered` by hour */
export const boardAnswer = (
  counted: Row,
  of: { expected: Row; entered: Row },
  rows: unknown[],
  dayLeftOpen: unknown,
) => ({
  counts: Object.fromEntries(counts.map((name) => [name, counted[name] ?? 0])),
  byHour: Array.from({ length: 24 }, (_, hour) => {
    return { hour, expected: of.expected[hour] ?? 0, entered: of.entered[hour] ?? 0 };
  }),
  ...{ rows, dayLeftOpen },
});

const isTime = (value: unknown) => /^\d{4}-\d\d-\d\d \d\d:\d0$/.test(String(value));

/** @throws HttpError 400 where a field is not as it must be */
export function readApplication({ body }: Call): Row {
  const { startDate, endDate, name, company, carNumber, cellphone, agreements } = body;
  const ids = [body.hostUser, body.userCompany, body.location, body.purpose, body.privacyPolicyId];
  const isText = (text: unknown) => typeof text === "string" && text !== "" && text.length <= 50;
  const hasTexts = isText(name) && isText(company) && typeof carNumber === "string" && carNumber.length <= 20;
  const hasRest = body.privacy === true && /^010-\d{4}-\d{4}$/.test(cellphone) && Array.isArray(agreements);
  if (ids.every(Number.isSafeInteger) && isTime(startDate) && isTime(endDate) && hasTexts && hasRest)
    return body;
  throw new HttpError(400);
}

const daysBetween = (from: string, to: string) =>
  (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000;

/**
 * @param known what the database says: configuration, texts in force, host, place, purpose
 * @returns rows of consents
 * @throws HttpError 400 where the visit cannot be as it is asked for, or a consent is missing
 */
export function consentsOf(asked: Row, known: Row, now: Date): Row[] {
  const isInTime = addMinutes(asked.startDate, 30) >= wall(now) && asked.endDate > asked.startDate;
  const isPossible = isInTime && daysBetween(asked.startDate, asked.endDate) < known.max_request_days;
  const isKnown = known.has_company && known.has_purpose && known.place_name !== null;
  const isHost = known.host_status === "active" && known.host_company === asked.userCompany;
  const texts = new Map<number, Row>((known.texts as Row[]).map((text) => [text.id, text]));
  const agreed = new Map<number, boolean>(
    asked.agreements.map(({ termsId, agreed }: Row) => [termsId, agreed]),
  );
  const mustAgree = ({ type }: Row) => type !== "선택동의" && type !== "안내문";
  const hasAll = [...texts.values()].every((text) => !mustAgree(text) || agreed.get(text.id));
  const isCurrent = asked.agreements.every(
    ({ termsId, version }: Row) => texts.get(termsId)?.version === version,
  );
  const hasConsents = hasAll && isCurrent && asked.privacyPolicyId === known.policy_id;
  if (!(isPossible && isKnown && isHost && hasConsents)) throw new HttpError(400);
  const given = [...agreed].map(([id, agreed]) => ({
    terms_version_id: texts.get(id)?.versionId,
    privacy_policy_id: null,
    agreed,
  }));
  return [...given, { terms_version_id: null, privacy_policy_id: asked.privacyPolicyId, agreed: true }];
}

function sealed(number: string, owner: string): Row {
  const { cellCipher, cellKey, ...hashes } = cipher.seal(number, owner);
  const { cellHash: cell_hash, cellLastFourHash: cell_last_four_hash, cellHashKey: cell_hash_key } = hashes;
  return { cell_cipher: cellCipher, cell_key: cellKey, cell_hash, cell_last_four_hash, cell_hash_key };
}

/** The row of a visit that is applied for. */
export function visitRow(asked: Row, known: Row, now: Date): Row {
  const drawn = Array.from(randomBytes(5), (byte) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[byte % 32]).join("");
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
    ...{ created_at: now, updated_at: now },
  };
}

/** A reservation number that was drawn twice is drawn again, as by the product. */
export const withFreeNumber =
  (submit: (call: Call) => Promise<unknown>) =>
  (call: Call): Promise<unknown> =>
    submit(call).catch((error: Row) => {
      if ((error.code ?? error.nativeError?.code) !== "23505") throw error;
      return submit(call);
    });

export const bodyHash = (body: Row): Buffer =>
  cipher.digest(
    JSON.stringify(Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))),
  );

/** The row of a message, in the site's words or the product's. @param about visit, its host and place, and the site */
export function messageRow(
  event: "apply" | "applyMany" | "approve",
  number: string,
  own: string | undefined,
  about: Row,
): Row {
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
  const isClosed = (letter: string) => (letter.charCodeAt(0) - 0xac00) % 28 > 0;
  const text = (own || ko.message[event])
    .replace(/\{(\w+)\}/g, (whole, name: string) => all[name] ?? whole)
    .replace(/(.)\(으로\/로\)/g, (_, last: string) => last + (isClosed(last) ? "으로" : "로"));
  const bytes = Array.from(text).reduce((sum, letter) => sum + (letter <= "\u007f" ? 1 : 2), 0);
  const [ref, variables] = [randomUUID(), event === "applyMany" ? { company: all.company } : all];
  return {
    ref,
    ...sealed(number, ref),
    kind: bytes <= 90 ? "sms" : "lms",
    text,
    variables,
    event,
    lang: "ko",
  };
}

/** @throws HttpError 405 before the hour before the start, and after the last day */
export function requireTheTime(visit: Row, now: Date): void {
  const isEarly = visit.start_at.getTime() - now.getTime() > 3_600_000;
  if (isEarly || wall(now).slice(0, 10) > wall(visit.end_at).slice(0, 10)) throw new HttpError(405);
}
