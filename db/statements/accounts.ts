/** Accounts: what has to be written in one statement, however many there are or whoever else writes. */
import type { Knex } from "knex";
import type { AccountAction } from "#contract/people/host-user-access.ts";
import type { Role } from "#contract/roles.ts";

export interface AccountRow {
  readonly loginId: string;
  readonly name: string;
  readonly enName: string;
  readonly companyId: number;
  readonly department: string;
  readonly position: string;
  readonly phone: string;
  readonly cellPhone: string;
  readonly email: string;
  readonly role: Role;
}

/**
 * Inserts host users without passwords, in the order of their login ids: of two who insert the same ones neither
 * waits for the other in a ring.
 * @returns ids by login id; one that somebody else took is missing
 */
export async function insertAccounts(
  trx: Knex.Transaction,
  accounts: readonly AccountRow[],
  now: Date,
): Promise<Map<string, number>> {
  const { rows } = await trx.raw<{ rows: { id: number; loginId: string }[] }>(
    `INSERT INTO host_users (login_id, name, en_name, company_id, department, position, phone, cell_phone,
       email, role, created_at, updated_at)
     SELECT "loginId", name, "enName", "companyId", department, position, phone, "cellPhone", email, role,
       :now::timestamptz, :now::timestamptz
     FROM json_to_recordset(:accounts::json) AS p ("loginId" text, name text, "enName" text, "companyId" integer,
       department text, position text, phone text, "cellPhone" text, email text, role text)
     ORDER BY lower("loginId")
     ON CONFLICT (lower(login_id)) DO NOTHING
     RETURNING id, login_id AS "loginId"`,
    { now, accounts: JSON.stringify(accounts) },
  );
  return new Map(rows.map(({ id, loginId }) => [loginId, id]));
}

export interface LoggedAccount {
  readonly id: number;
  readonly loginId: string;
  readonly fromRole?: Role;
  readonly toRole?: Role;
}

/** Adds a row to the account log for each account. */
export async function insertAccountLog(
  trx: Knex.Transaction,
  accounts: readonly LoggedAccount[],
  {
    action,
    actorId,
    at,
    address = null,
  }: {
    readonly action: AccountAction;
    readonly actorId: number;
    readonly at: Date;
    readonly address?: string | null | undefined;
  },
): Promise<void> {
  await trx.raw(
    `INSERT INTO account_logs (at, host_user_id, login_id, action, from_role, to_role, actor_id, address)
     SELECT ?::timestamptz, id, "loginId", ?, "fromRole", "toRole", ?, ?
     FROM json_to_recordset(?::json) AS c (id integer, "loginId" text, "fromRole" text, "toRole" text)`,
    [at, action, actorId, address, JSON.stringify(accounts)],
  );
}

/** Writes invitations; a newer one takes the place of the person's older one. */
export async function replaceInvitations(
  trx: Knex.Transaction,
  invitations: readonly { readonly hostUserId: number; readonly tokenHash: Buffer }[],
  { createdAt, expiresAt }: { readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  const rows = invitations.map(({ hostUserId, tokenHash }) => ({
    hostUserId,
    tokenHash: tokenHash.toString("hex"),
  }));
  await trx.raw(
    `INSERT INTO invitations (host_user_id, token_hash, created_at, expires_at)
     SELECT "hostUserId", decode("tokenHash", 'hex'), ?::timestamptz, ?::timestamptz
     FROM json_to_recordset(?::json) AS i ("hostUserId" integer, "tokenHash" text)
     ORDER BY "hostUserId"
     ON CONFLICT (host_user_id) DO UPDATE SET token_hash = excluded.token_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at`,
    [createdAt, expiresAt, JSON.stringify(rows)],
  );
}

/** Keeps the person's present password, if there is one, as one that was used before. */
export async function rememberPassword(trx: Knex.Transaction, hostUserId: number, now: Date): Promise<void> {
  await trx.raw(
    `INSERT INTO password_history (host_user_id, password_hash, created_at)
     SELECT id, password_hash, ? FROM host_users WHERE id = ? AND password_hash IS NOT NULL`,
    [now, hostUserId],
  );
}

export interface LoginDelay {
  /** So many wrong tries cost nothing. */
  readonly freeAttempts: number;
  /** The first wait; each further wrong try doubles it. */
  readonly firstSeconds: number;
  readonly maxSeconds: number;
}

/** A try to sign in. */
export interface LoginAttempt {
  readonly loginId: string;
  /** Keyed hash of who tries. */
  readonly source: Buffer;
}

/**
 * Counts a try to sign in as a wrong one, and blocks who tries for a while after too many. Many at once count too.
 * @returns false while that is blocked; nothing is counted then
 */
export async function countLoginAttempt(
  db: Knex,
  { loginId, source }: LoginAttempt,
  now: Date,
  { freeAttempts, firstSeconds, maxSeconds }: LoginDelay,
): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `INSERT INTO login_attempts AS t (login_id, source, wrong, blocked_until)
     VALUES (lower(:loginId), :source::bytea, 1, :now)
     ON CONFLICT (login_id, source) DO UPDATE SET
       wrong = t.wrong + 1,
       blocked_until = CASE WHEN t.wrong + 1 < :freeAttempts THEN excluded.blocked_until
         ELSE excluded.blocked_until + make_interval(secs =>
           least(:maxSeconds, :firstSeconds::integer * 2 ^ least(t.wrong + 1 - :freeAttempts, 20))) END
     WHERE t.blocked_until <= excluded.blocked_until
     RETURNING wrong`,
    { loginId, source, now, freeAttempts, firstSeconds, maxSeconds },
  );
  return rowCount > 0;
}

/** Takes a logout token of the company's provider. @returns false where it was taken before, in whichever process */
export async function spendLogoutToken(
  trx: Knex.Transaction,
  tokenId: string,
  expiresAt: Date,
): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    "INSERT INTO company_logouts (token_id, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
    [tokenId, expiresAt],
  );
  return rowCount > 0;
}
