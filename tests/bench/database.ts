/**
 * The bench's database: a million visits over ten years in its own PostgreSQL (`.data/bench`). Kept as a template until the
 * schema, this file or the day changes; each run copies it.
 */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { startEmbedded } from "#db/embedded/index.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { migrate } from "#db/migrate.ts";
import { DATA_DIR, ROOT } from "#scripts/lib/paths.ts";

export const visits = Number(process.env.BENCH_VISITS ?? 1_000_000);
export const hosts = 100_000;
/** Spare visits to issue, return and approve, with as many passes; a year ahead until they are used. */
export const spare = 2_000;
export const token = "bench-session";
export const keys = {
  DATA_KEYS: `k:${Buffer.alloc(32, 1).toString("base64")}`,
  HASH_KEYS: `h:${Buffer.alloc(32, 2).toString("base64")}`,
};
export const cipher = new FieldCipher({ data: parseKeys(keys.DATA_KEYS), hash: parseKeys(keys.HASH_KEYS) });

const surnames = "김김김김김이이이이박박박최최정정강조윤장임한오서신권황안송류";
const first = "민서지현우준하윤도은수영철성재희연경미정태규원혜선나예유동승";
const second = "준서연우현아은민지호진수희영윤원율빈경숙자순옥석훈규환기철태";

/** A pseudo-random number. */
export function mixed(n: number, salt: number): number {
  let value = Math.imul(n ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
const letter = (letters: string, n: number) => letters[n % letters.length] as string;
export const nameOf = (person: number) =>
  letter(surnames, mixed(person, 1)) + letter(first, mixed(person, 2)) + letter(second, mixed(person, 3));

/** The visitor of a visit; each has four visits. */
export const personOf = (visit: number) => mixed(visit, 4) % Math.ceil(visits / 4);
export function phoneOf(person: number): string {
  const digits = String(10_000_000 + (mixed(person, 5) % 89_999_999));
  return `010-${digits.slice(0, 4)}-${digits.slice(4)}`;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const historyDays = 3_640;
const futureDays = 14;
const dayMs = 86_400_000;

function reserveNoOf(n: number): string {
  const day = Math.min(-3, Math.floor((n / visits) * (historyDays + futureDays)) - historyDays - 2);
  const date = new Date(Date.now() + day * dayMs).toISOString().slice(2, 10).replaceAll("-", "");
  return `${date}-${[20, 15, 10, 5, 0].map((bits) => alphabet[(n >> bits) & 31]).join("")}`;
}

/** Lines for COPY that SQL cannot generate: names and encrypted numbers. */
function* lines(): Generator<string> {
  for (let n = 1; n <= visits + spare; n++) {
    const person = n > visits ? 0 : personOf(n);
    const [reserveNo, phone] = [reserveNoOf(n), phoneOf(person)];
    const { cellCipher, cellHash, cellLastFourHash } = cipher.encryptContact(phone, reserveNo);
    const bytes = [cellCipher, cellHash, cellLastFourHash].map((column) => `\\\\x${column.toString("hex")}`);
    const number = `${10 + (mixed(person, 7) % 90)}가 ${1000 + (mixed(person, 8) % 9000)}`;
    const car = mixed(person, 6) % 3 === 0 ? number : "";
    yield `${[n, reserveNo, nameOf(person), mixed(person, 9) % 400, car, ...bytes, phone].join("\t")}\n`;
  }
}

const oneOf = (letters: string, salt: string) =>
  `substr('${letters}', 1 + floor(random() * ${letters.length} + 0 * ${salt})::integer, 1)`;

const site = `
  UPDATE configuration SET customer_company = '가온정밀', en_customer_company = 'Gaon Precision', retention_days = 3650,
    idle_minutes = '{"desk": 600, "host": 600, "admin": 600, "privacy": 600}';
  INSERT INTO sms_templates (event, enabled, updated_at) VALUES ('arriveHost', false, now());
  INSERT INTO companies (name, en_name) VALUES ('가온정밀', 'Gaon Precision'), ('가온바이오', '');
  INSERT INTO user_codes (kind, name) SELECT 9002, '장소 ' || n FROM generate_series(1, 12) n;
  INSERT INTO user_codes (kind, name) SELECT 9003, '목적 ' || n FROM generate_series(1, 10) n;
  INSERT INTO privacy_policies (title, content, applied, applied_at) VALUES ('처리방침', '<p>개인정보 처리방침</p>', true, now());
  INSERT INTO terms (title, content_type, disp_order)
    SELECT kind, kind, n FROM unnest('{이용약관,필수동의,선택동의,체크리스트}'::text[]) WITH ORDINALITY AS t (kind, n);
  INSERT INTO terms_versions (terms_id, version, body, deployed_at) SELECT id, 1, title || '\n[] 확인', now() FROM terms;
  INSERT INTO host_users (login_id, name, company_id, department, position, cell_phone, role)
    SELECT 'user-' || n, ${oneOf(surnames, "n")} || ${oneOf(first, "n")} || ${oneOf(second, "n")}, 1, '부서 ' || n % 80, '책임',
      '010-' || lpad((n % 10000)::text, 4, '0') || '-0000',
      CASE n WHEN 1 THEN 'desk' WHEN 2 THEN 'admin' WHEN 3 THEN 'privacy' ELSE 'host' END
    FROM generate_series(1, ${hosts}) n;
  INSERT INTO sessions (token_hash, host_user_id, created_at, active_at, expires_at)
    SELECT sha256(convert_to('${token}-' || role, 'UTF8')), id, now(), now(), '2100-01-01'
    FROM host_users WHERE id <= 4;
  INSERT INTO passes (vehicle, pass_no) SELECT n > 300, 'P-' || n FROM generate_series(1, 400) n;
  INSERT INTO passes (vehicle, pass_no) SELECT false, 'B-' || n FROM generate_series(0, ${spare - 1}) n;
  SELECT access_log_month(month::date), events_month(month::date)
    FROM generate_series(now() - interval '25 months', now() + interval '1 month', '1 month') month`;

/** Start of a visit by its number `n`: oldest first; spare ones are a year ahead. */
const startOf = `CASE WHEN n > ${visits} THEN date_trunc('hour', now()) + interval '365 days' ELSE
  date_trunc('day', now(), 'Asia/Seoul') + interval '8 hours'
    + interval '1 day' * (floor(n * ${historyDays + futureDays}.0 / ${visits}) - ${historyDays})
    + interval '10 minutes' * floor(random() * 60) END`;

const fill = `
  INSERT INTO visits (reserve_no, leader_id, status_code, ended_because, host_user_id, location_id, purpose_id, start_at, end_at,
    name, company, car_number, cell_cipher, cell_key, cell_hash, cell_last_four_hash, cell_hash_key, origin, lang, destroy_on,
    created_at, updated_at, entered_at, entered_from, exited_at)
  SELECT reserve_no, CASE WHEN n % 20 = 0 AND n <= ${visits} * 0.85 THEN n - 1 END, status,
    CASE WHEN status = 'ended' THEN CASE WHEN has_come THEN 'done' ELSE 'noShow' END END,
    1 + floor(power(random(), 2) * ${hosts - 1})::integer, 1 + floor(random() * 12)::integer, 13 + floor(random() * 10)::integer,
    start_at, end_at, name,
    (ARRAY['(주)', '한국', '', '신', '대한'])[1 + company % 5] || chr(44032 + company * 28) || (ARRAY['전자', '상사', '정밀'])[1 + company % 3],
    car, cipher, 'k', hash, last_four, 'h', CASE WHEN r2 < 0.8 THEN 'public' ELSE 'console' END, 'ko',
    CASE WHEN n % 5000 = 1 AND status = 'ended' THEN now()::date - 1 ELSE greatest(end_at, now())::date + 3650 END,
    start_at - interval '2 days', start_at, CASE WHEN has_come THEN start_at END, CASE WHEN has_come THEN 'approved' END,
    CASE WHEN has_come AND status <> 'entered' THEN least(end_at, now()) END
  FROM (SELECT *, status IN ('entered', 'exited') OR status = 'ended' AND r2 < 0.9 AS has_come
    FROM (SELECT *, CASE
        WHEN n > ${visits} THEN 'applied'
        WHEN start_at > now() THEN (ARRAY['approved', 'approved', 'approved', 'applied', 'cancelled', 'rejected'])[1 + floor(r * 6)::integer]
        WHEN end_at > now() THEN (ARRAY['entered', 'entered', 'exited', 'approved', 'applied', 'cancelled'])[1 + floor(r * 6)::integer]
        WHEN start_at > now() - interval '1 day' THEN (ARRAY['exited', 'exited', 'ended', 'entered', 'approved', 'cancelled'])[1 + floor(r * 6)::integer]
        WHEN r < 0.75 THEN 'ended' WHEN r < 0.88 THEN 'cancelled' ELSE 'rejected' END AS status
      FROM (SELECT *, start_at + CASE WHEN n > ${visits} THEN interval '10 hours' WHEN length < 0.97 THEN interval '1 hour' * (1 + floor(length * 6))
          WHEN length < 0.999 THEN interval '1 day' * (1 + floor(random() * 3)) ELSE interval '1 day' * (1 + floor(random() * 90)) END AS end_at
        FROM (SELECT *, ${startOf} AS start_at, random() AS r, random() AS r2, random() AS length FROM numbers) AS started
      ) AS timed) AS decided) AS drawn ORDER BY n;
  UPDATE visits SET host_user_id = 5, location_id = 1, purpose_id = 13, origin = 'public' WHERE id > ${visits};
  INSERT INTO visit_consents (visit_id, privacy_policy_id, agreed, lang, channel, agreed_at)
    SELECT id, 1, true, 'ko', 'form', created_at FROM visits WHERE origin = 'public' ORDER BY id;
  INSERT INTO visit_logs (visit_id, action, from_code, to_code, actor_kind, actor_id, at)
    SELECT id, 'apply', NULL, 'applied', 'visitor', NULL::integer, created_at FROM visits
    UNION ALL SELECT id, 'approve', 'applied', 'approved', 'staff', host_user_id, created_at FROM visits WHERE status_code NOT IN ('applied', 'rejected')
    UNION ALL SELECT id, 'issue', 'approved', 'entered', 'staff', 1, entered_at FROM visits WHERE entered_at IS NOT NULL;
  CREATE TABLE bench_phones AS SELECT n AS id, phone FROM numbers;
  UPDATE passes SET status = 'issued', visit_id = held.id, issued_at = now() FROM (
    SELECT id, row_number() OVER (ORDER BY id DESC) AS n FROM visits WHERE status_code = 'entered') AS held
    WHERE pass_no = 'P-' || held.n AND held.n <= 300;
  INSERT INTO messages (ref, visit_id, to_name, kind, event, text, lang, status, sent_at, created_at, updated_at, cell_cipher,
      cell_key, cell_hash, cell_last_four_hash, cell_hash_key)
    SELECT reserve_no, id, name, 'sms', CASE WHEN id % 40 = 0 THEN 'reject' ELSE 'approve' END, '방문 신청이 승인되었습니다.', 'ko',
      CASE WHEN id % 100 = 0 THEN 'failed' ELSE 'sent' END, created_at, created_at, created_at, cell_cipher, cell_key, cell_hash,
      cell_last_four_hash, cell_hash_key FROM visits WHERE id % 4 = 0 AND created_at < now() ORDER BY id;
  INSERT INTO access_log (at, host_user_id, address, action, visit_ids)
    SELECT start_at, 1 + id % 50, '10.0.0.1', (ARRAY['/api/visit', '/dash/visits/progress', '/dash/visits/:id'])[1 + id % 3],
      ARRAY[id, greatest(id - 1, 1), greatest(id - 2, 1), greatest(id - 3, 1)]
    FROM visits WHERE start_at BETWEEN now() - interval '2 years' AND now() ORDER BY id;
  INSERT INTO events (at, kind, host_user_id, address, call, subject, subject_id, api_key_id)
    SELECT start_at, CASE WHEN id % 20 = 0 THEN 'signIn' ELSE 'call' END, 1 + id % 50, '10.0.0.1', 'POST /dash/visits/:id/issue',
      CASE WHEN id % 20 = 0 THEN '' ELSE 'visits' END, CASE WHEN id % 20 <> 0 THEN id END, NULL
    FROM visits WHERE start_at BETWEEN now() - interval '2 years' AND now() ORDER BY id`;

/** Fills the database without foreign keys and indexes; triggers of the search's rows run. */
async function fillVisits(client: pg.Client): Promise<void> {
  await client.query(`BEGIN; SELECT setseed(0.5); SET LOCAL session_replication_role = replica; SET LOCAL maintenance_work_mem = '1GB'; ${site};
    CREATE TEMPORARY TABLE numbers (n integer, reserve_no text, name text, company integer, car text, cipher bytea, hash bytea, last_four bytea, phone text)`);
  await pipeline(Readable.from(lines()), client.query(copyFrom("COPY numbers FROM STDIN")));
  const { rows } = await client.query<Record<"before" | "after", string>>(
    `SELECT format('ALTER TABLE visits ENABLE ALWAYS TRIGGER %I', tgname) AS before, format('ALTER TABLE visits ENABLE TRIGGER %I', tgname) AS after
     FROM pg_trigger WHERE tgrelid = 'visits'::regclass AND NOT tgisinternal AND tgname ~ 'search'
     UNION ALL SELECT format('DROP INDEX %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid) FROM pg_index i
     JOIN pg_class t ON t.oid = i.indrelid AND t.relname IN ('visits', 'visit_search', 'visit_logs', 'visit_consents', 'messages')
     WHERE NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
  );
  for (const { before } of rows) await client.query(before);
  await client.query(fill);
  for (const { after } of rows.toReversed()) await client.query(after);
  // for a host search without letter pairs; a copy, because the product's statements must not use its index
  await client.query(`COMMIT; CREATE EXTENSION pg_trgm; CREATE TABLE bench_hosts AS SELECT * FROM host_users;
    ALTER TABLE bench_hosts ADD PRIMARY KEY (id);
    CREATE INDEX ON bench_hosts USING gin (search_text(name) gin_trgm_ops, search_text(en_name) gin_trgm_ops)`);
  await client.query("VACUUM ANALYZE");
}

function templateName(): string {
  const files = [import.meta.filename, ...globSync(join(ROOT, "db", "migrations", "*")).sort()];
  const hash = createHash("sha256").update(`${visits} ${new Date().toDateString()}`);
  for (const file of files) hash.update(readFileSync(file));
  return `filled_${hash.digest("hex").slice(0, 12)}`;
}

const databaseAt = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** Starts PostgreSQL without fsync, and copies the filled template. */
export async function openBench() {
  const unsafe = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
  const settings = { ...unsafe, max_wal_size: "8GB", checkpoint_timeout: "1h" };
  const server = await startEmbedded({ root: DATA_DIR, name: "bench", settings });
  const admin = await connected(server.url);
  const template = templateName();
  const kept = await admin.query("SELECT datname AS name FROM pg_database WHERE datname ~ '^(filled|run)'");
  for (const { name } of kept.rows)
    if (name !== template) await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
  if (!kept.rows.some(({ name }) => name === template)) {
    await admin.query("CREATE DATABASE run_draft");
    const draft = databaseAt(server.url, "run_draft");
    await migrate(draft);
    const client = await connected(draft);
    await fillVisits(client);
    await client.end();
    await admin.query(`ALTER DATABASE run_draft RENAME TO ${template}`);
  }
  await admin.query(`CREATE DATABASE run TEMPLATE ${template} STRATEGY FILE_COPY`);
  await admin.end();
  const url = databaseAt(server.url, "run");
  const db = await connected(url);
  const close = async () => {
    await db.end();
    await server.stop();
  };
  return { url, db, close };
}
