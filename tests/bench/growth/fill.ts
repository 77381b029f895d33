/** Fills the databases that growth.bench.ts compares: visits, and what is written beside them as they come and go. */
import type { Knex } from "knex";
import { dayStart, fromInstant } from "#contract/dates.ts";
import type { FieldCipher } from "#db/field-cipher.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { connect } from "#db/knex.ts";
import { countReportDay, noteReportDays } from "#db/statements/report-sums.ts";
import { addStaff } from "#tests/support/console/staff.ts";
import { addMany, type ManyVisitsSite, person, seedVisits } from "#tests/support/database/many-visits.ts";
import { numberPeople } from "../site.ts";
import { loginIds, zone } from "./site.ts";

const hour = 3_600_000;

/** Today's traffic, the same in both: visits of the last days and of two weeks to come. */
export const recent = { visits: 10_000, days: 30 };

const people = 100_000;

/** By what is added, of the visits that have begun; logs are kept for two years. */
const traffic: Readonly<Record<string, { readonly tables: readonly string[]; readonly sql: string }>> = {
  consents: {
    tables: ["visit_consents"],
    sql: `INSERT INTO visit_consents (visit_id, privacy_policy_id, agreed, lang, agreed_at)
      SELECT id, :policy, true, 'ko', created_at FROM visits ORDER BY id`,
  },
  messages: {
    tables: ["sms_messages"],
    sql: `INSERT INTO sms_messages (ref, visit_id, to_name, kind, event, text, lang, status, sent_at, created_at, updated_at,
        cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key)
      SELECT 'g' || id, id, name, 'sms', 'approve', '방문 신청이 승인되었습니다.', 'ko',
        CASE WHEN id % 100 = 0 THEN 'failed' ELSE 'sent' END, created_at, created_at, created_at,
        cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key
      FROM visits WHERE id % 4 = 0 AND created_at < now() ORDER BY id`,
  },
  accesses: {
    tables: [],
    sql: `INSERT INTO access_log (at, host_user_id, address, action, visit_ids, person_hash, reason)
      SELECT start_at, :firstHost + id % 50, '10.0.0.1', (ARRAY['/api/visit', '/dash/visits/progress', '/dash/visits/:id'])[1 + id % 3],
        ARRAY[id, greatest(id - 1, 1), greatest(id - 2, 1), greatest(id - 3, 1)], CASE WHEN id % 50 = 0 THEN cell_hash END, ''
      FROM visits WHERE id % 2 = 0 AND start_at < now() AND start_at > now() - interval '2 years' ORDER BY id`,
  },
  events: {
    tables: [],
    sql: `INSERT INTO events (at, kind, host_user_id, address, call, subject, subject_id, api_key_id)
      SELECT start_at, CASE WHEN id % 20 = 0 THEN 'signIn' ELSE 'call' END, :firstHost + id % 50, '10.0.0.1',
        'POST /dash/visits/:id/issue', CASE WHEN id % 20 = 0 THEN '' ELSE 'visits' END, CASE WHEN id % 20 <> 0 THEN id END, NULL
      FROM visits WHERE id % 2 = 0 AND start_at < now() AND start_at > now() - interval '2 years' ORDER BY id`,
  },
  closings: {
    tables: ["day_closings", "destruction_register", "erasure_requests"],
    sql: `WITH days AS (SELECT day FROM generate_series((SELECT min(start_at) FROM visits), now() - interval '1 day', '1 day') AS day),
      closed AS (INSERT INTO day_closings (day, closed_by, closed_at, inside, overnight, passes_out, car_passes_out)
        SELECT day::date, :firstHost, day, ARRAY[1, 2], '{}', ARRAY[1, 2, 3], '{}' FROM days),
      destroyed AS (INSERT INTO destruction_register (at, actor_kind, reason, visit_ids, persons, retention_days)
        SELECT day, 'job', 'due', ARRAY(SELECT generate_series(1, 200)), 180, '{365}' FROM days)
      INSERT INTO erasure_requests (request_no, state, created_by, created_at, decided_by, decided_at, erased_visits)
        SELECT '20' || to_char(day, 'MMDD') || '-' || lpad(row_number() OVER ()::text, 5, '0'), 'erased', :firstHost, day,
          :firstHost, day, 1 FROM days`,
  },
};

/** Of the latest visits: companions, addresses of e-mail that nobody is at, and a few in the trash. */
const details = `
  UPDATE visits SET leader_id = id - 1 WHERE id % 50 = 0 AND id > :count::integer - 5000;
  INSERT INTO visit_emails (visit_id, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, bounced_at)
    SELECT id, '\\x00', cell_key, cell_hash, cell_last_four_hash, cell_hash_key, now() FROM visits
    WHERE id % 50 = 3 AND id > :count::integer - 5000;
  UPDATE visits SET destroy_on = now()::date - 1 WHERE id IN (
    SELECT id FROM visits WHERE start_at < now() - interval '5 days' AND status_code = 'ended' ORDER BY start_at DESC LIMIT 100);
  UPDATE visits SET hidden_at = now() WHERE id IN (
    SELECT id FROM visits WHERE start_at < now() - interval '5 days' AND status_code = 'rejected' ORDER BY start_at DESC LIMIT 20)`;

async function addTraffic(db: Knex, site: ManyVisitsSite, count: number): Promise<void> {
  for (const { tables, sql } of Object.values(traffic))
    await addMany(db, tables, async (trx) => {
      const named = { policy: site.policy, firstHost: site.firstHost };
      await trx.raw(
        sql,
        Object.fromEntries(Object.entries(named).filter(([name]) => sql.includes(`:${name}`))),
      );
    });
  for (const sql of details.split(";")) await db.raw(sql, sql.includes(":count") ? { count } : {});
}

/** Fills an empty database. @param count of visits, those of today's traffic among them */
export async function fillGrowth(databaseUrl: string, cipher: FieldCipher, count: number): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 1, isLimited: false });
  const midnight = dayStart(fromInstant(new Date(), zone).slice(0, 10), zone).getTime();
  // Of the months in which the site was there.
  await db.raw(
    `SELECT access_log_month(month::date), events_month(month::date)
     FROM generate_series(now() - ?::interval, now() + interval '1 month', '1 month') AS month`,
    [count > recent.visits ? "25 months" : "1 month"],
  );
  await confirmKeys(db, cipher);
  const site = await seedVisits(db, count, {
    ...{ until: new Date(midnight + 12 * hour), ...cipher.writing, recent },
    lastFourHash: (digits) => cipher.lastFourHashes(digits)[0] as Buffer,
  });
  await numberPeople(db, cipher, new Date(midnight - 24 * hour));
  await addMany(db, ["host_users"], async (trx) => {
    await trx.raw(
      `INSERT INTO host_users (login_id, name, company_id) SELECT 'further-' || n, ${person}, :company
       FROM generate_series(1::bigint, :further) AS n`,
      { company: site.company, further: people - 2_000 },
    );
  });
  for (const role of ["desk", "privacy", "admin"] as const)
    await addStaff({ db }, site.company, role, { loginId: loginIds[role] });
  const { passwordHash } = await db("hostUsers").where({ loginId: loginIds.desk }).first("passwordHash");
  await db("hostUsers").where({ loginId: loginIds.host }).update({ passwordHash });
  await addTraffic(db, site, count);
  for (const day of await noteReportDays(db)) await countReportDay(db, day);
  await db.raw("VACUUM ANALYZE");
  await db.destroy();
}
