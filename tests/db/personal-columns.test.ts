import { describe, expect, it } from "vitest";
import { erasureTargets } from "#api/features/privacy/queries.ts";
import { connectedDatabase } from "../support/database/connected-database.ts";

/**
 * Text and bytea columns without visitors' data, by table, with a reason where not obvious. Columns that may contain
 * visitors' data are in `erasureTargets` of api/features/privacy/queries.ts.
 */
const notPersonal: Record<string, string> = {
  // Settings of the site.
  companies: "name en_name",
  configuration:
    "brand_color customer_company en_customer_company homepage idle_minutes timezone second_factor_roles company_addresses quiet_from quiet_until remind_at work_from work_until message_countries",
  holidays: "name",
  logos: "lang content_type content",
  user_codes: "name en_name",
  passes: "pass_no kind status",
  // Texts that visitors read.
  privacy_policies: "title content en_content",
  terms: "title en_title content_type bg_color confirm_msg en_confirm_msg",
  terms_versions: "body en_body",
  // Public texts of the lobby, without visitors (docs/behaviour.md, "Signage").
  signage_contents: "type title text en_text file_name original_name content_type",
  // Staff, whom another privacy notice covers.
  host_users: "login_id password_hash name en_name department position phone cell_phone email role status",
  host_user_preferences: "colour_scheme language open_groups start_screen table_density message_channel",
  // Filters contain enumerated values only, no search text (docs/decisions/console/lists.md).
  saved_views: "list name state",
  default_views: "list",
  sessions: "token_hash address user_agent desk_link",
  password_history: "password_hash",
  // Encrypted secrets and hashes.
  totp_secrets: "secret_cipher secret_key",
  recovery_codes: "code_hash salt",
  remembered_devices: "token_hash",
  pending_sign_ins: "token_hash",
  // Names that users give their devices.
  passkeys: "credential_id public_key transports name",
  passkey_challenges: "challenge purpose",
  // Names of staff from the provider, hashes, and an encrypted token.
  company_identities: "issuer subject login_name name",
  company_sign_ins: "state_hash browser_hash invitation_hash back",
  company_logins: "provider_session secret_cipher secret_key leave_hash",
  company_logouts: "token_id",
  // Receivers of the site with encrypted URLs; payloads are built when sent.
  webhooks: "ref name host format language events paused_because secret_cipher secret_key",
  // Hashes, names of systems, and addresses of servers.
  api_keys: "name prefix hash permissions last_used_address",
  webhook_deliveries: "event alert status_code state error",
  app_codes: "code_hash challenge",
  invitations: "token_hash",
  login_attempts: "login_id source",
  account_logs: "login_id action from_role to_role address",
  // Enumerated values.
  visits: "status_code ended_because origin lang entered_from",
  visit_logs: "action from_code to_code actor_kind pass_no",
  visit_consents: "lang channel",
  visit_emails: "channel",
  visit_notices: "event",
  visit_statistics: "department origin status_code ended_because",
  destruction_register: "actor_kind reason",
  paused_jobs: "job",
  job_runs: "name",
  // Ids and counts of erased rows.
  erasure_outbox: "entry",
  // Reasons of reopening; names and numbers are masked before writing.
  day_closings: "reopen_reason",
  erasure_requests: "state request_no",
  changes: "kind",
  idempotency_keys: "endpoint key body_hash",
  // Keyed hashes, for a minute.
  rate_limits: "key",
  // Columns that remain of an erased message.
  messages: "kind event lang status provider",
  sms_templates: "event text en_text",
  message_counts: "purpose",
  // Keyed hashes, for minutes.
  lookup_codes: "number_hash code_hash",
  lookup_code_tries: "number_hash address_hash",
  // Kept two years by law: ids, keyed hashes, and reasons with masked names and numbers.
  access_log: "address action reason person_hash",
  lookup_failures: "name_hash address",
  // Actions of staff by record id; names and numbers in export reasons are masked.
  events: "kind address call subject detail before after",
  // Paths of pages without parts that may name a person.
  blocked_content: "directive blocked page",
  event_days: "hash",
  event_checks: "broken",
  // Notes of privacy officers with masked names and numbers.
  access_reviews: "note",
  // A fixed text encrypted with each key.
  key_canaries: "kind key proof",
  knex_migrations: "name",
  schema_requirements: "oldest_known_migration",
};

/** Erased when the request is decided, enforced by a constraint. */
const keptUntilDecided: Record<string, string> = {
  erasure_requests: "name note reason cell_cipher cell_key cell_hash cell_last_four_hash cell_hash_key",
};

const { db } = await connectedDatabase({ poolSize: 2 });

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

const listed = (lists: Record<string, string>) =>
  Object.entries(lists).flatMap(([table, names]) => names.split(" ").map((name) => `${table}.${name}`));

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
    const existing = new Set(await columns());
    expect(all.filter((column) => !existing.has(column))).toEqual([]);
  });
});

describe("every table that references visits", () => {
  it("is erased before the visit", async () => {
    const { rows } = await db.raw<{ rows: { table: string }[] }>(
      `SELECT DISTINCT conrelid::regclass::text AS table FROM pg_constraint
       WHERE contype = 'f' AND confrelid = 'visits'::regclass ORDER BY 1`,
    );
    // A visit with an issued pass is never erased.
    const others = rows.map(({ table }) => table).filter((table) => table !== "passes");
    const order = erasureTargets.map(({ table }) => table);
    expect(others.filter((table) => !order.includes(table))).toEqual([]);
    expect(order.at(-1)).toBe("visits");
  });
});
