/** A visitor's application with Objection: what decides is read, then all that it leaves behind is written in a transaction. */
import { Model, type Transaction } from "objection";
import { messageOf, valuesOf } from "../bare/messages.ts";
import { instant, wall } from "../bare/numbers.ts";
import { type Asked, limits } from "../bare/request.ts";
import {
  type Application,
  consentsOf,
  numberOf,
  readApplication,
  requirePossible,
  withFreeNumber,
} from "../bare/submission.ts";
import { statusNames } from "../bare/visit.ts";
import * as models from "./models.ts";
import { add, configuration, requireLimit } from "./reading.ts";

let isChanged = false;
setInterval(() => {
  if (isChanged) void Model.knex().raw("NOTIFY changes");
  isChanged = false;
}, 20);

/** What decides about an application. */
async function readForSubmission(asked: Application) {
  const site = await configuration();
  const policy = await models.PrivacyPolicy.query().findOne({ applied: true });
  const terms = await models.Terms.query()
    .where("in_use", true)
    .withGraphFetched("versions")
    .modifyGraph("versions", (versions) => versions.whereNotNull("deployed_at").orderBy("version", "desc"));
  const texts = terms.flatMap(({ id, content_type, versions: [current] = [] }) =>
    current ? [{ id, type: content_type, versionId: current.id, version: current.version }] : [],
  );
  const host = await models.HostUser.query().findById(asked.hostUser);
  const company = await models.Company.query().findOne({ id: asked.userCompany, in_use: true });
  const inUse = (id: number, kind: number) => models.UserCode.query().findOne({ id, kind, in_use: true });
  const place = await inUse(asked.location, 9002);
  const purpose = await inUse(asked.purpose, 9003);
  const template = await models.SmsTemplate.query().findOne({ event: "apply" });
  return {
    ...site.toJSON(),
    timezone: site.timezone,
    retention_days: site.retention_days,
    ready: policy !== undefined && texts.some(({ type }) => type === "이용약관" || type === "필수동의"),
    policy_id: policy?.id,
    texts,
    host_status: host?.status,
    host_company: host?.company_id,
    host_name: host?.name ?? "",
    host_en_name: host?.en_name ?? "",
    host_phone: host?.cell_phone ?? "",
    place_name: place?.name ?? null,
    place_en_name: place?.en_name ?? null,
    has_company: company !== undefined,
    has_purpose: purpose !== undefined,
    enabled: template?.enabled,
    template_text: template?.text,
  };
}

/** Tells the host, or that there are more than can be told. */
async function tellHost(
  { numbers, now }: Asked,
  about: Record<string, unknown> & Awaited<ReturnType<typeof readForSubmission>>,
  { visitId, hostId }: { visitId: number; hostId: number },
  trx: Transaction,
): Promise<void> {
  if (!about.host_phone || about.enabled === false) return;
  const until = new Date(now.getTime() + 3_600_000);
  const taken = await trx.raw<{ rows: { used: number }[] }>(
    `INSERT INTO message_counts AS c (purpose, key, used, expires_at) VALUES ('host', ?, 1, ?)
     ON CONFLICT (purpose, key) DO UPDATE SET used = CASE WHEN c.expires_at > ? THEN c.used + 1 ELSE 1 END,
       expires_at = CASE WHEN c.expires_at > ? THEN c.expires_at ELSE excluded.expires_at END
     WHERE c.expires_at <= ? OR c.used < 21 RETURNING used`,
    [String(hostId), until, now, now, now],
  );
  const used = taken.rows[0]?.used;
  if (used === undefined) return;
  const lang = about.host_phone.startsWith("+") ? "en" : "ko";
  const isMany = used > 20;
  const values = valuesOf(about, lang);
  const { company = "" } = values;
  const [ref, cipher, key, hash, lastFour, hashKey, kind, text, variables] = messageOf(
    numbers,
    {
      ...{ lang, number: about.host_phone },
      ...(isMany ? { event: "applyMany", own: "" } : { event: "apply", own: about.template_text ?? "" }),
    },
    isMany ? { company } : values,
  );
  await add(
    models.SmsMessage,
    {
      ...{ ref, cell_cipher: cipher, cell_key: key, cell_hash: hash, cell_last_four_hash: lastFour },
      ...{ cell_hash_key: hashKey, kind, text, variables, event: isMany ? "applyMany" : "apply" },
      ...{ visit_id: isMany ? null : visitId, host_user_id: hostId, to_name: about.host_name, lang },
      ...{ max_attempts: 6, next_attempt_at: now, created_at: now, updated_at: now },
    },
    trx,
  );
  await add(models.Change, { kind: "sms", visit_id: null, host_user_id: isMany ? null : hostId }, trx);
}

/** Receives an application. */
export const submit = (call: Asked): Promise<unknown> => withFreeNumber(() => apply(call));

async function apply(call: Asked): Promise<unknown> {
  const { numbers, lang, now, address } = call;
  const asked = readApplication(call.body);
  await requireLimit(`submit:${address}`, now, limits.submit);
  const row = await readForSubmission(asked);
  const at = wall(now, row.timezone);
  requirePossible(asked, row, at);
  const consents = consentsOf(asked, row, lang);
  const reserve_no = numberOf(at);
  const status = { code: "applied", name: statusNames[lang].applied };
  const answer = { reserveNo: reserve_no, statusCode: "applied", status };
  const sorted = Object.fromEntries(Object.entries(call.body).sort(([a], [b]) => (a < b ? -1 : 1)));
  const [cipher, key, hash, lastFour, hashKey] = numbers.seal(asked.cellphone, reserve_no);
  const destroyed = Date.parse(asked.endDate.slice(0, 10)) + row.retention_days * 86_400_000;
  const [start_at, end_at] = [instant(asked.startDate, row.timezone), instant(asked.endDate, row.timezone)];
  await models.Visit.transaction(async (trx) => {
    await add(
      models.IdempotencyKey,
      {
        ...{ endpoint: "/api/request/simple/save/", key: call.header("idempotency-key") },
        ...{ body_hash: numbers.hmac("text", JSON.stringify(sorted)), answer: JSON.stringify(answer) },
        created_at: now,
      },
      trx,
    );
    const inserted = await models.Visit.query(trx).insert({
      ...{ reserve_no, status_code: "applied", host_user_id: asked.hostUser, location_id: asked.location },
      ...{ purpose_id: asked.purpose, start_at, end_at, name: asked.name, company: asked.company },
      ...{ car_number: asked.carNumber, cell_cipher: cipher, cell_key: key, cell_hash: hash },
      ...{ cell_last_four_hash: lastFour, cell_hash_key: hashKey, origin: "public", lang },
      ...{ destroy_on: new Date(destroyed).toISOString().slice(0, 10), created_at: now, updated_at: now },
    });
    const visit_id = inserted.id;
    await add(
      models.VisitLog,
      { visit_id, action: "apply", from_code: null, to_code: "applied", actor_kind: "visitor", at: now },
      trx,
    );
    const given = consents.map(({ versionId, policyId, agreed }) => ({
      ...{ visit_id, terms_version_id: versionId, privacy_policy_id: policyId, agreed, lang, agreed_at: now },
      channel: "form",
    }));
    await models.VisitConsent.query(trx).insert(given);
    await tellHost(
      call,
      { ...row, name: asked.name, reserve_no, start_at },
      { visitId: visit_id, hostId: asked.hostUser },
      trx,
    );
    await add(models.Change, { kind: "visit", visit_id, host_user_id: asked.hostUser }, trx);
  });
  isChanged = true;
  return answer;
}
