import type { Knex } from "knex";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { erasureTargets } from "#api/features/privacy/queries.ts";
import { connect } from "#db/connection.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";

/**
 * Columns that can hold words or bytes and never a visitor's, by table, with the reason where it is not
 * plain. Those that may hold a visitor's stand in `erasureTargets` of api/features/privacy/queries.ts.
 */
const notPersonal: Record<string, readonly string[]> = {
  // The site's own.
  companies: ["name", "en_name"],
  configuration: [
    ...["brand_color", "customer_company", "en_customer_company", "homepage", "idle_minutes", "timezone"],
    ...["second_factor_roles", "company_addresses", "quiet_from", "quiet_until", "remind_at"],
    ...["work_from", "work_until", "message_countries"],
  ],
  holidays: ["name"],
  logos: ["lang", "content_type", "content"],
  user_codes: ["name", "en_name"],
  passes: ["pass_no", "kind", "status"],
  // Texts that visitors read.
  privacy_policies: ["title", "content", "en_content"],
  terms: ["title", "en_title", "content_type", "bg_color", "confirm_msg", "en_confirm_msg"],
  terms_versions: ["body", "en_body"],
  // What the lobby shows in public: no visitors' names (docs/behaviour.md, "Signage").
  signage_contents: ["type", "title", "text", "en_text", "file_name", "original_name", "content_type"],
  // Of staff, who get another notice.
  host_users: [
    ..."login_id password_hash name en_name department position phone cell_phone email".split(" "),
    ...["role", "status"],
  ],
  host_user_preferences:
    "colour_scheme language open_groups start_screen table_density message_channel".split(" "),
  // Filters hold words of the product only: what is searched for is never kept (docs/decisions/console/lists.md).
  saved_views: ["list", "name", "state"],
  default_views: ["list"],
  sessions: ["token_hash", "address", "user_agent", "desk_link"],
  password_history: ["password_hash"],
  // Sealed secrets, and hashes.
  totp_secrets: ["secret_cipher", "secret_key"],
  recovery_codes: ["code_hash", "salt"],
  remembered_devices: ["token_hash"],
  pending_sign_ins: ["token_hash"],
  // What a person called a device of theirs.
  passkeys: ["credential_id", "public_key", "transports", "name"],
  passkey_challenges: ["challenge", "purpose"],
  // Staff as the company's provider names them, hashes, and a sealed token.
  company_identities: ["issuer", "subject", "login_name", "name"],
  company_sign_ins: ["state_hash", "browser_hash", "invitation_hash", "back"],
  company_logins: ["provider_session", "secret_cipher", "secret_key", "leave_hash"],
  company_logouts: ["token_id"],
  // The site's own receivers, sealed addresses, and words of the product: what is sent is made when it is sent.
  webhooks: [
    ...["ref", "name", "host", "format", "language", "events", "paused_because", "secret_cipher"],
    "secret_key",
  ],
  // Hashes, what a system is called, and the address of a server.
  api_keys: ["name", "prefix", "hash", "permissions", "last_used_address"],
  webhook_deliveries: ["event", "alert", "status_code", "state", "error"],
  app_codes: ["code_hash", "challenge"],
  invitations: ["token_hash"],
  login_attempts: ["login_id", "source"],
  account_logs: ["login_id", "action", "from_role", "to_role", "address"],
  // Words of the product.
  visits: ["status_code", "ended_because", "origin", "lang", "entered_from"],
  visit_logs: ["action", "from_code", "to_code", "actor_kind", "pass_no"],
  visit_consents: ["lang", "channel"],
  visit_emails: ["channel"],
  visit_notices: ["event"],
  visit_statistics: ["department", "origin", "status_code", "ended_because"],
  destruction_register: ["actor_kind", "reason"],
  paused_jobs: ["job"],
  job_runs: ["name"],
  // Ids and counts of what was erased.
  erasure_outbox: ["entry"],
  // Why a day was reopened; loses names and numbers before it is written.
  day_closings: ["reopen_reason"],
  erasure_requests: ["state", "request_no"],
  changes: ["kind"],
  idempotency_keys: ["endpoint", "key", "body_hash"],
  // Keyed hashes, and for a minute only.
  rate_limits: ["key"],
  // Of a message, what is left when it was erased.
  messages: ["kind", "event", "lang", "status", "provider"],
  sms_templates: ["event", "text", "en_text"],
  message_counts: ["purpose"],
  // Keyed hashes, and for minutes only.
  lookup_codes: ["number_hash", "code_hash"],
  lookup_code_tries: ["number_hash", "address_hash"],
  // Kept two years by law: ids and keyed hashes; reasons lose names and numbers before they are written.
  access_log: ["address", "action", "reason", "person_hash"],
  lookup_failures: ["name_hash", "address"],
  // What staff did, to which record; reasons of exports lose names and numbers before they are written.
  events: ["kind", "address", "call", "subject", "detail", "before", "after"],
  // Of pages: paths without parts that may name a person.
  blocked_content: ["directive", "blocked", "page"],
  event_days: ["hash"],
  event_checks: ["broken"],
  // What the officer writes about calls of staff; loses names and numbers before it is written.
  access_reviews: ["note"],
  // Of keys; a fixed text sealed with each.
  key_canaries: ["kind", "key", "proof"],
  knex_migrations: ["name"],
  schema_requirements: ["oldest_known_migration"],
};

/** Kept by themselves: a request forgets whose it was when it is decided (a constraint holds that). */
const keptUntilDecided: Record<string, readonly string[]> = {
  erasure_requests: [
    ...[
      ...["name", "note", "reason", "cell_cipher", "cell_key", "cell_hash", "cell_last_four_hash"],
      "cell_hash_key",
    ],
  ],
};

let database: TestDatabase;
let db: Knex;
beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 2 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const isPartition = /^(access_log|events)_/;

async function columns(): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { table: string; column: string }[] }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = 'public' AND (data_type IN ('text', 'character varying', 'character', 'bytea', 'json', 'jsonb')
       OR data_type = 'USER-DEFINED' OR (data_type = 'ARRAY' AND udt_name NOT IN ('_int4', '_int8')))
     ORDER BY 1, 2`,
  );
  return rows
    .filter(({ table }) => !isPartition.test(table))
    .map(({ table, column }) => `${table}.${column}`);
}

const listed = (lists: Record<string, readonly string[]>) =>
  Object.entries(lists).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));

const erased = erasureTargets.flatMap(({ table, columns }) => columns.map((name) => `${table}.${name}`));

describe("every text or bytea column", () => {
  it("is listed without personal data, or erased with the visitor", async () => {
    const known = new Set([...listed(notPersonal), ...listed(keptUntilDecided), ...erased]);
    const unknown = (await columns()).filter((column) => !known.has(column));
    expect(
      unknown,
      `Undecided: ${unknown.join(", ")}. Where it may hold something of a visitor (a name, a number, a ` +
        "company, a car, free words), add it to `erasureTargets` in api/features/privacy/queries.ts and have it erased there; where it " +
        "never can, add it to `notPersonal` in this test.",
    ).toEqual([]);
  });

  it("is listed once and exists", async () => {
    const all = [...listed(notPersonal), ...listed(keptUntilDecided), ...erased];
    expect(all.filter((column, place) => all.indexOf(column) !== place)).toEqual([]);
    const there = new Set(await columns());
    expect(all.filter((column) => !there.has(column))).toEqual([]);
  });
});

describe("every table that references visits", () => {
  it("is erased before the visit", async () => {
    const { rows } = await db.raw<{ rows: { table: string }[] }>(
      `SELECT DISTINCT conrelid::regclass::text AS table FROM pg_constraint
       WHERE contype = 'f' AND confrelid = 'visits'::regclass ORDER BY 1`,
    );
    // A visit that holds a pass is never erased.
    const others = rows.map(({ table }) => table).filter((table) => table !== "passes");
    const order = erasureTargets.map(({ table }) => table);
    expect(others.filter((table) => !order.includes(table))).toEqual([]);
    expect(order.at(-1)).toBe("visits");
  });
});
