/** What staff do with a visit: one round trip locks and reads what decides, one writes, answers and commits. */
import type { Row, Statement } from "./database.ts";
import { messageOf, noReason, valuesOf } from "./messages.ts";
import { wall } from "./numbers.ts";
import { me, requireRole, seenBy } from "./reading.ts";
import { type Call, type Handler, HttpError, idOf, tokenHash } from "./request.ts";
import { visitAnswer, visitColumns, visitJoins } from "./visit.ts";

const who: Statement = {
  name: "who",
  text: `WITH ${me} SELECT me.*, c.customer_company, c.en_customer_company, template.enabled, template.text AS template_text,
      template.en_text AS template_en_text
    FROM me CROSS JOIN configuration c LEFT JOIN sms_templates template ON template.event = 'approve'`,
};

const locked: Statement = {
  name: "locked",
  text: `SELECT v.id, v.leader_id, v.status_code, v.host_user_id, v.start_at, v.end_at, v.entered_at, v.name, v.reserve_no,
      v.lang, v.cell_cipher FROM visits v
    WHERE (v.id = $1 OR v.leader_id = $1) AND v.hidden_at IS NULL ORDER BY v.leader_id NULLS FIRST, v.id FOR UPDATE`,
};

const passes: Statement = {
  name: "passes",
  text: `SELECT id, vehicle, pass_no, status, visit_id FROM passes
    WHERE visit_id = $1 OR (NOT vehicle AND pass_no = $2) ORDER BY id FOR UPDATE`,
};

/** What each of them writes beside its own: visit `$1` at `$2` by person `$3` from address `$4`. */
const writes = (action: string, what: string, changes: string, log: string, call = what) => `
  logged AS (INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, actor_id, pass_no, pass_ids, at)
    SELECT v.id, '${action}', ${log}, 'staff', $3::integer, $5, $6::integer[], $2 FROM v),
  noted AS (INSERT INTO changes (kind, visit_id, host_user_id)
    SELECT c.kind, c.visit_id, c.host_user_id FROM v, LATERAL (VALUES ${changes}) AS c (kind, visit_id, host_user_id)),
  traced AS (INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
    VALUES ($2, $3, $4, '${what}', ARRAY[$1::integer])),
  recorded AS (INSERT INTO events (kind, host_user_id, address, call, subject, subject_id)
    VALUES ('call', $3, $4, '${call}', 'visits', $1))
  SELECT ${visitColumns} FROM v ${visitJoins}`;

const changedBoth = "('pass', NULL::integer, NULL::integer), ('visit', v.id, v.host_user_id)";

const issuing: Statement = {
  name: "issue",
  text: `WITH given AS (UPDATE passes SET status = 'issued', visit_id = $1, issued_at = $2, updated_at = $2
      WHERE id = ANY($6::integer[])),
    v AS (UPDATE visits SET status_code = 'entered', entered_at = $2, entered_from = status_code, exited_at = NULL,
      ended_because = NULL, updated_at = $2 WHERE id = $1 RETURNING *),
    ${writes("issue", "/dash/visits/:id/issue", changedBoth, "v.entered_from, 'entered'", "POST /dash/visits/:id/issue")}`,
};

const returning: Statement = {
  name: "return",
  text: `WITH freed AS (UPDATE passes SET status = 'available', visit_id = NULL, issued_at = NULL, updated_at = $2
      WHERE id = ANY($6::integer[])),
    v AS (UPDATE visits SET status_code = 'exited', exited_at = $2, overnight_at = NULL, overnight_by = NULL,
      updated_at = $2 WHERE id = $1 RETURNING *),
    ${writes("recovery", "PUT /dash/visits/:id/recovery", changedBoth, "'entered', 'exited'")}`,
};

const approving: Statement = {
  name: "approve",
  text: `WITH v AS (UPDATE visits SET status_code = 'approved', reason_shown = false, overnight_at = NULL,
      overnight_by = NULL, ended_because = NULL, updated_at = $2 WHERE id = $1 RETURNING *),
    withdrawn AS (UPDATE sms_messages SET status = 'withdrawn', next_attempt_at = NULL, updated_at = $2
      WHERE visit_id = $1 AND status = 'queued' AND host_user_id IS NULL AND event = 'undo'),
    told AS (
      INSERT INTO sms_messages (ref, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, kind, text,
        variables, event, visit_id, to_name, lang, max_attempts, next_attempt_at, created_at, updated_at)
      SELECT $7, $8::bytea, $9, $10::bytea, $11::bytea, $12, $13, $14, $15::jsonb, 'approve', v.id, v.name, v.lang, 6,
        $2, $2, $2 FROM v WHERE $7::text IS NOT NULL),
    ${writes(
      "approve",
      "PUT /dash/user/approve/:id",
      "('visit', v.id, v.host_user_id), ('sms', NULL::integer, v.host_user_id)",
      "'applied', 'approved'",
    )}`,
};

const place: Statement = {
  name: "place",
  text: `SELECT place.name AS place_name, place.en_name AS place_en_name, h.name AS host_name, h.en_name AS host_en_name
    FROM visits v JOIN host_users h ON h.id = v.host_user_id LEFT JOIN user_codes place ON place.id = v.location_id
    WHERE v.id = $1`,
};

const desk = ["desk", "admin"];

/** @throws HttpError 401, 403, 404; 405 where the visit is in none of the statuses */
async function requireVisit(
  call: Call,
  user: Row | undefined,
  rows: readonly Row[],
  statuses: readonly string[],
) {
  await requireRole(call, user, desk);
  const visit = rows.find(({ id }) => id === idOf(call.path));
  if (!visit || !user) throw new HttpError(404);
  if (!statuses.includes(visit.status_code)) throw new HttpError(405, visit.status_code);
  return { visit, user };
}

/** @throws HttpError 405 before the hour before the start, and after the last day */
function requireTheTime(visit: Row, { now }: Call, timezone: string): void {
  const isEarly = visit.start_at.getTime() - now.getTime() > 3_600_000;
  if (isEarly || wall(now, timezone).slice(0, 10) > wall(visit.end_at, timezone).slice(0, 10))
    throw new HttpError(405);
}

const issue: Handler = (call) =>
  call.database.transaction(async ({ run, commit }) => {
    const id = idOf(call.path);
    const { passNo, visitID } = call.body;
    if (visitID !== id) throw new HttpError(400, "visitID");
    const asked = [
      run(who, [tokenHash(call), call.now]),
      run(locked, [id]),
      run(passes, [id, passNo]),
    ] as const;
    const [[found], rows, held] = await Promise.all(asked);
    const { visit, user } = await requireVisit(call, found, rows, ["approved", "exited"]);
    requireTheTime(visit, call, user.timezone);
    const pass = held.find(({ pass_no, vehicle }) => !vehicle && pass_no === passNo);
    if (!pass) throw new HttpError(400, "passNo");
    if (pass.status !== "available" || held.some(({ visit_id, vehicle }) => visit_id === id && !vehicle))
      throw new HttpError(405, "passNo");
    const [row] = await commit(issuing, [id, call.now, user.user_id, call.address, passNo, [pass.id]]);
    call.database.announce();
    return [visitAnswer({ ...row, pass_id: pass.id, pass_no: passNo }, seenBy(call, user))];
  });

const giveBack: Handler = (call) =>
  call.database.transaction(async ({ run, commit }) => {
    const id = idOf(call.path);
    const asked = [run(who, [tokenHash(call), call.now]), run(locked, [id]), run(passes, [id, ""])] as const;
    const [[found], rows, held] = await Promise.all(asked);
    const { user } = await requireVisit(call, found, rows, ["entered"]);
    const numbers = held.map(({ pass_no }) => pass_no).join(", ");
    const ids = held.map(({ id: pass }) => pass);
    const [row] = await commit(returning, [id, call.now, user.user_id, call.address, numbers, ids]);
    call.database.announce();
    return visitAnswer(
      { ...row, pass_id: null, pass_no: null, car_id: null, car_no: null },
      seenBy(call, user),
    );
  });

const approve: Handler = (call) =>
  call.database.transaction(async ({ run, commit }) => {
    const id = idOf(call.path);
    const asked = [run(who, [tokenHash(call), call.now]), run(locked, [id]), run(place, [id])] as const;
    const [[found], rows, [names]] = await Promise.all(asked);
    const { visit, user } = await requireVisit(call, found, rows, ["applied"]);
    if (visit.end_at <= call.now) throw new HttpError(405, "over");
    if (rows.length > 1) throw new HttpError(405, "a group");
    const lang: "ko" | "en" = visit.lang;
    const own = (lang === "en" ? user.template_en_text : user.template_text) ?? "";
    const isTold = visit.cell_cipher !== null && user.enabled !== false;
    const number = isTold ? call.numbers.open(visit.cell_cipher, visit.reserve_no) : "";
    const values = isTold
      ? { ...valuesOf({ ...user, ...visit, ...names }, lang), reason: noReason(lang) }
      : {};
    const message = isTold
      ? messageOf(call.numbers, { event: "approve", lang, number, own }, values)
      : Array(9).fill(null);
    const [row] = await commit(approving, [
      ...[id, call.now, user.user_id, call.address, "", [], ...message],
    ]);
    call.database.announce();
    return visitAnswer(row ?? {}, seenBy(call, user));
  });

export const decidingCalls: Readonly<Record<string, Handler>> = {
  "POST /dash/visits/:id/issue": issue,
  "PUT /dash/visits/:id/recovery": giveBack,
  "PUT /dash/user/approve/:id": approve,
};
