/** A visitor's application: one statement reads what decides, one writes all that it leaves behind. */
import { randomBytes } from "node:crypto";
import { errorCode } from "#db/error-code.ts";
import type { Row, Statement } from "./database.ts";
import { messageOf, valuesOf } from "./messages.ts";
import { instant, wall } from "./numbers.ts";
import { type Call, counted, type Handler, HttpError, limits, requireWithin } from "./request.ts";
import { isReady } from "./site.ts";
import { statusNames } from "./visit.ts";

const reading: Statement = {
  name: "submission-read",
  text: `WITH counted AS (${counted("$1", "$2")})
    SELECT counted.points, c.*, ${isReady} AS ready,
      (SELECT id FROM privacy_policies WHERE applied) AS policy_id,
      (SELECT json_agg(json_build_object('id', t.id, 'type', t.content_type, 'versionId', v.id, 'version', v.version))
       FROM terms t JOIN LATERAL (SELECT id, version FROM terms_versions
         WHERE terms_id = t.id AND deployed_at IS NOT NULL ORDER BY version DESC LIMIT 1) v ON true
       WHERE t.in_use) AS texts,
      h.status AS host_status, h.company_id AS host_company, h.name AS host_name, h.en_name AS host_en_name,
      h.cell_phone AS host_phone, place.name AS place_name, place.en_name AS place_en_name,
      EXISTS (SELECT FROM companies WHERE id = $4 AND in_use) AS has_company,
      EXISTS (SELECT FROM user_codes WHERE id = $6 AND kind = 9003 AND in_use) AS has_purpose,
      template.enabled, template.text AS template_text
    FROM counted CROSS JOIN configuration c
    LEFT JOIN host_users h ON h.id = $3
    LEFT JOIN user_codes place ON place.id = $5 AND place.kind = 9002 AND place.in_use
    LEFT JOIN sms_templates template ON template.event = 'apply'`,
};

const writing: Statement = {
  name: "submission-write",
  text: `WITH claimed AS (
      INSERT INTO idempotency_keys AS known (endpoint, key, body_hash, answer, created_at)
      VALUES ('/api/request/simple/save/', $1, $2, $3, $4::timestamptz)
      ON CONFLICT (endpoint, key) DO UPDATE
        SET body_hash = excluded.body_hash, created_at = excluded.created_at, answer = excluded.answer
        WHERE known.created_at <= $4::timestamptz - interval '24 hours' RETURNING key),
    visit AS (
      INSERT INTO visits (reserve_no, status_code, host_user_id, location_id, purpose_id, start_at, end_at, name, company,
        car_number, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, origin, lang, destroy_on,
        created_at, updated_at)
      SELECT $5, 'applied', $6, $7, $8, $9::timestamptz, $10::timestamptz, $11, $12, $13, $14, $15, $16, $17, $18,
        'public', $19, $20::date, $4, $4 FROM claimed RETURNING id),
    logged AS (
      INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, at)
      SELECT id, 'apply', NULL, 'applied', 'visitor', $4 FROM visit),
    consented AS (
      INSERT INTO visit_consents (visit_id, terms_version_id, privacy_policy_id, agreed, lang, agreed_at, channel)
      SELECT visit.id, given.version, given.policy, given.agreed, $19, $4, 'form' FROM visit,
        unnest($21::integer[], $22::integer[], $23::boolean[]) AS given (version, policy, agreed)),
    taken AS (
      INSERT INTO message_counts AS c (purpose, key, used, expires_at)
      SELECT 'host', $24, 1, $4::timestamptz + interval '1 hour' FROM visit WHERE $24::text IS NOT NULL
      ON CONFLICT (purpose, key) DO UPDATE SET
        used = CASE WHEN c.expires_at > $4 THEN c.used + 1 ELSE 1 END,
        expires_at = CASE WHEN c.expires_at > $4 THEN c.expires_at ELSE excluded.expires_at END
        WHERE c.expires_at <= $4 OR c.used < 21 RETURNING used),
    told AS (
      INSERT INTO sms_messages (ref, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, kind, text,
        variables, event, visit_id, host_user_id, to_name, lang, max_attempts, next_attempt_at, created_at, updated_at)
      SELECT m.ref, m.cipher, m.key, m.hash, m.last_four, m.hash_key, m.kind, m.text, m.variables, m.event,
        CASE WHEN m.event = 'apply' THEN visit.id END, $6, $25, $26, 6, $4, $4, $4
      FROM visit, taken, (VALUES
        ($27, $28::bytea, $29, $30::bytea, $31::bytea, $32, $33, $34, $35::jsonb, 'apply'),
        ($36, $37::bytea, $38, $39::bytea, $40::bytea, $41, $42, $43, $44::jsonb, 'applyMany')
      ) AS m (ref, cipher, key, hash, last_four, hash_key, kind, text, variables, event)
      WHERE (m.event = 'apply') = (taken.used <= 20) RETURNING event),
    noted AS (
      INSERT INTO changes (kind, visit_id, host_user_id)
      SELECT 'visit', id, $6 FROM visit
      UNION ALL SELECT 'sms', NULL, CASE WHEN event = 'apply' THEN $6::integer END FROM told)
    SELECT id FROM visit`,
};

const kept: Statement = {
  name: "submission-kept",
  text: "SELECT body_hash, answer FROM idempotency_keys WHERE endpoint = '/api/request/simple/save/' AND key = $1",
};

export interface Application {
  readonly hostUser: number;
  readonly userCompany: number;
  readonly location: number;
  readonly purpose: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly name: string;
  readonly cellphone: string;
  readonly company: string;
  readonly carNumber: string;
  readonly privacy: boolean;
  readonly privacyPolicyId: number;
  readonly agreements: readonly { termsId: number; version: number; agreed: boolean }[];
}

const shapes = {
  hostUser: Number.isSafeInteger,
  userCompany: Number.isSafeInteger,
  location: Number.isSafeInteger,
  purpose: Number.isSafeInteger,
  startDate: (value: unknown) => /^\d{4}-\d\d-\d\d \d\d:\d0$/.test(String(value)),
  endDate: (value: unknown) => /^\d{4}-\d\d-\d\d \d\d:\d0$/.test(String(value)),
  name: (value: unknown) => typeof value === "string" && value.length > 0 && value.length <= 50,
  cellphone: (value: unknown) => /^010-\d{4}-\d{4}$/.test(String(value)),
  company: (value: unknown) => typeof value === "string" && value.length > 0 && value.length <= 100,
  carNumber: (value: unknown) => typeof value === "string" && value.length <= 20,
  privacy: (value: unknown) => value === true,
  privacyPolicyId: Number.isSafeInteger,
  agreements: Array.isArray,
} satisfies Record<keyof Application, (value: unknown) => boolean>;

/** @throws HttpError 400 where a field is not as it must be */
export function readApplication(body: Record<string, unknown>): Application {
  for (const [field, fits] of Object.entries(shapes)) if (!fits(body[field])) throw new HttpError(400, field);
  if (Object.keys(body).some((field) => !(field in shapes))) throw new HttpError(400, "unknown field");
  return body as unknown as Application;
}

interface Text {
  readonly id: number;
  readonly type: string;
  readonly versionId: number;
  readonly version: number;
}

export interface Consent {
  readonly versionId: number | null;
  readonly policyId: number | null;
  readonly agreed: boolean;
}

/** @throws HttpError 400 where one that is needed is missing, or not of the text in force */
export function consentsOf(
  { agreements, privacyPolicyId, privacy }: Application,
  row: Row,
  lang: "ko" | "en",
) {
  const texts: readonly Text[] = row.texts ?? [];
  const given = new Map(agreements.map((agreement) => [agreement.termsId, agreement]));
  if (given.size < agreements.length || privacyPolicyId !== row.policy_id)
    throw new HttpError(400, "consents");
  const consents: Consent[] = [];
  for (const { id, type, versionId, version } of texts) {
    const agreement = given.get(id);
    const isMandatory =
      type === "체크리스트" || (lang === "ko" && (type === "이용약관" || type === "필수동의"));
    if (isMandatory && !agreement?.agreed) throw new HttpError(400, type);
    if (!agreement) continue;
    if (agreement.version !== version || type === "안내문") throw new HttpError(400, type);
    given.delete(id);
    consents.push({ versionId, policyId: null, agreed: agreement.agreed });
  }
  if (given.size > 0) throw new HttpError(400, "unknown text");
  return [...consents, { versionId: null, policyId: privacyPolicyId, agreed: privacy }];
}

/** @throws HttpError 400 where the visit cannot be as it is asked for */
export function requirePossible(asked: Application, row: Row, now: string): void {
  const minutes = (Date.parse(`${now}Z`) - Date.parse(`${asked.startDate}Z`)) / 60_000;
  const days =
    (Date.parse(asked.endDate.slice(0, 10)) - Date.parse(asked.startDate.slice(0, 10))) / 86_400_000;
  const isPossible = minutes <= 30 && asked.endDate > asked.startDate && days < row.max_request_days;
  const isKnown = row.has_company && row.has_purpose && row.place_name !== null;
  const isHost = row.host_status === "active" && row.host_company === asked.userCompany;
  if (!(row.ready && isPossible && isKnown && isHost)) throw new HttpError(400);
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const numberOf = (today: string) =>
  `${today.slice(2, 4)}${today.slice(5, 7)}${today.slice(8, 10)}-${Array.from(randomBytes(5), (byte) => alphabet[byte % 32]).join("")}`;

/** The message to the host, and the one that stands for all further ones; no phone, no message. */
function messagesOf(call: Call, asked: Application, reserveNo: string, row: Row): unknown[] {
  if (!row.host_phone || row.enabled === false) return [null, "", "ko", ...Array(18).fill(null)];
  const lang = row.host_phone.startsWith("+") ? "en" : "ko";
  const about = {
    ...row,
    name: asked.name,
    reserve_no: reserveNo,
    start_at: instant(asked.startDate, row.timezone),
  };
  const values = valuesOf(about, lang);
  const to = { lang, number: row.host_phone } as const;
  const own = { ...to, event: "apply", own: row.template_text ?? "" } as const;
  const many = { ...to, event: "applyMany", own: "" } as const;
  const { company = "" } = values;
  return [
    ...[String(asked.hostUser), row.host_name, lang],
    ...messageOf(call.numbers, own, values),
    ...messageOf(call.numbers, many, { company }),
  ];
}

/** Two applications of a day may be given the same number; the later one is given another, as by the product. */
export async function withFreeNumber(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) !== "23505") throw error;
    return withFreeNumber(work);
  }
}

const submit: Handler = async (call) => {
  const { database, numbers, lang, now, address } = call;
  const asked = readApplication(call.body);
  const [row] = await database.run(reading, [
    ...[`submit:${address}`, now.getTime(), asked.hostUser, asked.userCompany, asked.location, asked.purpose],
  ]);
  if (!row) throw new HttpError(500);
  requireWithin(row.points, limits.submit);
  const at = wall(now, row.timezone);
  requirePossible(asked, row, at);
  const consents = consentsOf(asked, row, lang);
  const given = [
    consents.map(({ versionId }) => versionId),
    consents.map(({ policyId }) => policyId),
    consents.map(({ agreed }) => agreed),
  ];
  const reserveNo = numberOf(at);
  const destroyed = new Date(Date.parse(asked.endDate.slice(0, 10)) + row.retention_days * 86_400_000);
  const answer = {
    reserveNo,
    statusCode: "applied",
    status: { code: "applied", name: statusNames[lang].applied },
  };
  const key = call.header("idempotency-key") ?? "";
  const sorted = Object.fromEntries(Object.entries(call.body).sort(([a], [b]) => (a < b ? -1 : 1)));
  const bodyHash = numbers.hmac("text", JSON.stringify(sorted));
  const [visit] = await database.run(writing, [
    ...[key, bodyHash, JSON.stringify(answer), now, reserveNo, asked.hostUser, asked.location, asked.purpose],
    ...[instant(asked.startDate, row.timezone), instant(asked.endDate, row.timezone)],
    ...[asked.name, asked.company, asked.carNumber, ...numbers.seal(asked.cellphone, reserveNo)],
    ...[lang, destroyed.toISOString().slice(0, 10), ...given, ...messagesOf(call, asked, reserveNo, row)],
  ]);
  if (!visit) return repeated(call, key, bodyHash);
  database.announce();
  return answer;
};

/** @throws HttpError 422 where the key came with another body */
async function repeated({ database }: Call, key: string, bodyHash: Buffer): Promise<unknown> {
  const [known] = await database.run(kept, [key]);
  if (!known?.body_hash.equals(bodyHash)) throw new HttpError(422);
  return known.answer;
}

export const submissionCalls: Readonly<Record<string, Handler>> = {
  "POST /api/request/simple/save": (call) => withFreeNumber(() => submit(call)),
};
