/**
 * Visits of a made-up year, a million unless fewer are asked for, quickly: indexes, triggers and foreign keys wait until
 * the rows are there. Most are over; few are to come, and a few hundred people are inside.
 */
import { createHash } from "node:crypto";
import type { Knex } from "knex";
import { seedSite } from "../site.ts";

/** Noon of the last day that has begun. */
export const noon = new Date("2026-03-10T03:00:00Z");

const hosts = 2_000;
const places = 12;
const purposes = 10;

const surnames = "김김김김김이이이이박박박최최정정강조윤장임한오서신권황안송류";
const syllables =
  "민서지현우준하윤도은수영철호진성재희연아경미정태훈석규원혜선주나라빈율린유예승동기상인용광명숙자순옥";
const pick = (letters: string, way = "random()") =>
  `substr('${letters}', 1 + floor(${way} * ${letters.length})::integer, 1)`;
/** SQL of a name; some given names are common. */
export const person = `${pick(surnames)} || ${pick(syllables, "random() * random()")} || ${pick(syllables, "random() * random()")}`;

async function seedPeople(db: Knex) {
  const site = await seedSite(db);
  await db.raw(
    `INSERT INTO host_users (login_id, name, company_id) SELECT 'many-' || n, ${person}, ?
     FROM generate_series(1::bigint, ${hosts}) AS n`,
    [site.company],
  );
  await db.raw(`
    INSERT INTO user_codes (kind, name) SELECT 9002, '장소' || n FROM generate_series(1, ${places}) AS n;
    INSERT INTO user_codes (kind, name) SELECT 9003, '목적' || n FROM generate_series(1, ${purposes}) AS n;
    INSERT INTO passes (vehicle, pass_no) SELECT false, 'P-' || n FROM generate_series(1, 300) AS n`);
  const first = async (table: string, name: string) =>
    (await db(table).where("name", "like", name).min("id as id").first())?.id as number;
  return {
    ...site,
    firstHost: (await db("hostUsers").where("loginId", "like", "many-%").min("id as id").first())
      ?.id as number,
    firstPlace: await first("userCodes", "장소%"),
    firstPurpose: await first("userCodes", "목적%"),
  };
}

const oneOf = (words: string) => {
  const list = words.split(" ");
  return `(ARRAY['${list.join("','")}'])[1 + floor(r * ${list.length})::integer]`;
};
const repeated = (word: string, times: number) => Array(times).fill(word).join(" ");

/** Days before today of the latest visits, and of all. */
const yearDays = 350;
const historyDays = 3_640;

/** A day of a visit by its number: the oldest come first. What is history is over when the latest days begin. */
const dayOf = `CASE WHEN n <= :count::integer - :recent::integer
  THEN floor(n * (${historyDays}.0 - :recentDays::integer) / (:count::integer - :recent::integer)) - ${historyDays}
  ELSE floor((n - :count::integer + :recent::integer) * (:recentDays::integer + 14.0) / :recent::integer) - :recentDays::integer END`;

const insertVisits = `
  INSERT INTO visits (reserve_no, status_code, ended_because, host_user_id, location_id, purpose_id,
    start_at, end_at, name, company, car_number, origin, lang, destroy_on,
    cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, created_at, updated_at, entered_at, entered_from)
  SELECT to_char(start_at - interval '2 days', 'YYMMDD') || '-' || upper(lpad(to_hex(n % 1048576), 5, '0')),
    status_code, CASE WHEN status_code = 'ended' THEN 'done' END,
    :firstHost + floor(random() * ${hosts})::integer, :firstPlace + floor(random() * ${places})::integer,
    :firstPurpose + floor(random() * ${purposes})::integer,
    start_at, start_at + CASE
      WHEN length < 0.97 THEN interval '1 hour' * (1 + floor(length * 6))
      WHEN length < 0.999 THEN interval '1 day' * (1 + floor(length * 3))
      ELSE least(interval '100 days', CASE WHEN n <= :count::integer - :recent::integer
        THEN :noon::timestamptz - interval '1 day' * (:recentDays::integer - 1) - start_at END) END,
    ${person},
    CASE WHEN r2 < 0.3 THEN '(주)' WHEN r2 < 0.5 THEN '한국' ELSE '' END
      || chr(44032 + floor(r2 * 300)::integer * 28) || ${pick(syllables)}
      || CASE WHEN r2 < 0.6 THEN '전자' ELSE '상사' END,
    CASE WHEN r2 > 0.7 THEN '12가 ' || floor(1000 + random() * 9000)::integer ELSE '' END,
    'public', 'ko', '2027-03-10', '\\x00', :cellKey, sha256(n::text::bytea),
    (SELECT hash FROM last_four WHERE digits = n % 10000), :cellHashKey, start_at - interval '2 days', start_at,
    CASE WHEN status_code IN ('entered', 'exited', 'ended') THEN start_at END,
    CASE WHEN status_code IN ('entered', 'exited', 'ended') THEN 'approved' END
  FROM (
    SELECT n, r, r2, length, start_at, CASE
      WHEN start_at > :noon::timestamptz THEN ${oneOf("approved approved approved applied applied cancelled rejected")}
      WHEN start_at > :noon::timestamptz - interval '5 hours' THEN ${oneOf("entered entered exited exited approved cancelled")}
      ELSE ${oneOf(`${repeated("ended", 12)} ${repeated("cancelled", 5)} ${repeated("rejected", 3)}`)} END AS status_code
    FROM (
      SELECT n, random() AS r, random() AS r2, random() AS length,
        :noon::timestamptz - interval '5 hours' + interval '1 day' * (${dayOf})
          + interval '10 minutes' * floor(random() * 60) AS start_at
      FROM generate_series(1, :count::integer) AS n
    ) AS drawn
  ) AS timed`;

const issuePasses = `
  UPDATE passes SET status = 'issued', visit_id = held.id, issued_at = :noon
  FROM (SELECT id, row_number() OVER () AS n FROM visits
    WHERE status_code IN ('entered', 'exited') ORDER BY id LIMIT 200) AS held
  WHERE passes.pass_no = 'P-' || held.n`;

const insertSearch = `
  INSERT INTO visit_search SELECT id, start_at, status_code, host_user_id, location_id, purpose_id,
    visit_letters(name, company, car_number), indexed_status_of(status_code) FROM visits`;

const insertLogs = `
  INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, at)
  SELECT id, 'issue', 'approved', 'entered', 'job', start_at FROM visits WHERE status_code IN ('entered', 'exited', 'ended')`;

/**
 * Adds many rows to some tables in one transaction: indexes, triggers and foreign keys wait until they are there.
 * @param tables that rows are added to
 */
export async function addMany(
  db: Knex,
  tables: readonly string[],
  add: (trx: Knex.Transaction) => Promise<void>,
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica");
    await trx.raw("SET LOCAL maintenance_work_mem = '1GB'");
    const { rows } = await trx.raw<{ rows: { name: string; definition: string }[] }>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
       WHERE i.indrelid = ANY(?::text[]::regclass[])
         AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
      [[...tables]],
    );
    for (const { name } of rows) await trx.raw(`DROP INDEX ${name}`);
    await add(trx);
    for (const { definition } of rows) await trx.raw(definition);
  });
}

const insertLastFour = `
  INSERT INTO last_four SELECT place - 1, hash FROM unnest(?::bytea[]) WITH ORDINALITY AS given (hash, place)`;

const anyHash = (digits: string): Buffer => createHash("sha256").update(digits).digest();

/** Visits of the latest days and of those to come; all others lie in the ten years before. */
export interface Recent {
  readonly visits: number;
  readonly days: number;
}

/**
 * Fills an empty database.
 * @param until noon of the last day that has begun; `cellKey` and `cellHashKey` name the keys of numbers, which nobody can open;
 *   `recent`: all of a year, unless given; `lastFourHash` of four digits
 */
export async function seedVisits(
  db: Knex,
  count = 1_000_000,
  {
    until = noon,
    cellKey = "k1",
    cellHashKey = "h1",
    recent = { visits: count, days: yearDays } as Recent,
    lastFourHash = anyHash,
  } = {},
) {
  const site = await seedPeople(db);
  const spread = { recent: recent.visits, recentDays: recent.days };
  const bindings = { ...site, ...spread, noon: until, count, cellKey, cellHashKey };
  const lastFour = Array.from({ length: 10_000 }, (_, n) => lastFourHash(String(n).padStart(4, "0")));
  await db.raw("SELECT setseed(0.5)");
  await addMany(db, ["visits", "visit_search", "visit_logs"], async (trx) => {
    await trx.raw("CREATE TEMPORARY TABLE last_four (digits bigint PRIMARY KEY, hash bytea) ON COMMIT DROP");
    await trx.raw(insertLastFour, [lastFour]);
    await trx.raw(insertVisits, bindings);
    await trx.raw(issuePasses, bindings);
    await trx.raw(insertSearch);
    await trx.raw(insertLogs);
  });
  await db.raw("VACUUM ANALYZE");
  return site;
}

export type ManyVisitsSite = Awaited<ReturnType<typeof seedVisits>>;
