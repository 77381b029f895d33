/** Management of API keys (docs/behaviour.md, "API keys"). */
import type { Knex } from "knex";
import { raw } from "objection";
import { newKey } from "#api/auth/api-keys.ts";
import type { Deps } from "#api/deps.ts";
import { alreadyHandled, apiKeysFull, invalid, notFound } from "#api/errors.ts";
import { inLanguage, type Language } from "#api/http/language.ts";
import { addDays, dayStart, fromInstant } from "#contract/dates.ts";
import {
  type ApiKeyAnswer,
  type ApiKeySettings,
  type KeyState,
  keyEndsSoonDays,
  maxApiKeys,
  maxKeyYears,
} from "#contract/site/api-keys.ts";
import { takeLock } from "#db/lock.ts";
import { ApiKey } from "#db/models/api-key.ts";

const day = 86_400_000;
/** Keys in a list; inactive ones come last. */
const listLimit = 300;

const columns = [
  ...(["id", "name", "prefix", "permissions", "createdBy", "createdAt", "expiresAt"] as const),
  ...(["lastUsedAt", "lastUsedAddress", "revokedAt"] as const),
] satisfies (keyof ApiKey)[];

type ApiKeyRow = Pick<ApiKey, (typeof columns)[number]> & {
  readonly creatorName: string;
  readonly creatorEnName: string;
  readonly creatorResigned: boolean;
};

const rows = (db: Knex) =>
  ApiKey.query(db)
    .select(
      ...columns.map((name) => `apiKeys.${name}`),
      "creator.name as creatorName",
      "creator.enName as creatorEnName",
      raw("creator.status = 'resigned'").as("creatorResigned"),
    )
    .joinRelated("creator");

/** All keys, active ones first, by name. */
export const listApiKeys = async (db: Knex, now: Date): Promise<ApiKeyRow[]> =>
  rows(db)
    .orderBy(raw("revoked_at IS NULL AND expires_at > ?", now), "desc")
    .orderBy(["apiKeys.name", "apiKeys.id"])
    .limit(listLimit)
    .castTo<ApiKeyRow[]>();

function stateOf({ revokedAt, expiresAt }: ApiKeyRow, now: Date): KeyState {
  if (revokedAt) return "revoked";
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return "expired";
  return left <= keyEndsSoonDays * day ? "endsSoon" : "active";
}

export interface KeyViewer {
  readonly lang: Language;
  readonly timezone: string;
  readonly now: Date;
}

export function presentApiKey(row: ApiKeyRow, { lang, timezone, now }: KeyViewer): ApiKeyAnswer {
  const wallTime = (at: Date) => fromInstant(at, timezone);
  const { creatorName, creatorEnName, creatorResigned, ...key } = row;
  const name = inLanguage(lang, creatorName, creatorEnName);
  return {
    ...key,
    state: stateOf(row, now),
    createdBy: { id: row.createdBy, name, resigned: creatorResigned },
    createdAt: wallTime(row.createdAt),
    expiresAt: wallTime(row.expiresAt),
    lastUsedAt: row.lastUsedAt && wallTime(row.lastUsedAt),
    revokedAt: row.revokedAt && wallTime(row.revokedAt),
  };
}

/** @throws HttpError 404 */
async function read(db: Knex, id: number): Promise<ApiKeyRow> {
  const row = await rows(db).findById(id).castTo<ApiKeyRow | undefined>();
  if (!row) throw notFound();
  return row;
}

/** YYYY-MM-DD some years later; 29 February becomes 1 March. */
function yearsLater(today: string, years: number): string {
  const date = new Date(`${today}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString().slice(0, 10);
}

/** The end of a key's last day. @throws InvalidInput for a day in the past or too far ahead */
function endOf(expiresOn: string | undefined, now: Date, timezone: string): Date {
  const today = fromInstant(now, timezone).slice(0, 10);
  const last = expiresOn ?? yearsLater(today, 1);
  if (last < today) throw invalid({ expiresOn: "endPast" });
  if (last > yearsLater(today, maxKeyYears)) throw invalid({ expiresOn: `keyTooLong:${maxKeyYears}` });
  return dayStart(addDays(last, 1), timezone);
}

/** @returns the secret, which is not stored @throws InvalidInput on expiresOn; HttpError 405 at the maximum number of keys */
export async function addApiKey(
  { db, clock, random }: Pick<Deps, "db" | "clock" | "random">,
  { name, permissions, expiresOn }: ApiKeySettings,
  { by, timezone }: { readonly by: number; readonly timezone: string },
): Promise<{ row: ApiKeyRow; secret: string }> {
  const now = clock();
  const expiresAt = endOf(expiresOn, now, timezone);
  const { secret, prefix, hash } = newKey(random);
  const row = await db.transaction(async (trx) => {
    await takeLock(trx, "apiKeys");
    const activeKeys = ApiKey.query(trx).where({ revokedAt: null }).where("expiresAt", ">", now);
    if ((await activeKeys.resultSize()) >= maxApiKeys) throw apiKeysFull();
    const { id } = await ApiKey.query(trx)
      .insert({ name, prefix, hash, permissions, createdBy: by, createdAt: now, expiresAt })
      .returning("id");
    return read(trx, id);
  });
  return { row, secret };
}

/** @throws HttpError 404, and 405 where it was revoked */
async function change(
  { db }: Pick<Deps, "db">,
  id: number,
  changes: Partial<Pick<ApiKey, "name" | "permissions" | "revokedAt">>,
): Promise<ApiKeyRow> {
  return db.transaction(async (trx) => {
    const changed = await ApiKey.query(trx).patch(changes).where({ id, revokedAt: null });
    const row = await read(trx, id);
    if (changed === 0) throw alreadyHandled();
    return row;
  });
}

/** New permissions apply from the key's next call on. @throws HttpError 404, and 405 where it was revoked */
export const changeApiKey = (
  deps: Pick<Deps, "db">,
  id: number,
  { name, permissions }: Pick<ApiKeySettings, "name" | "permissions">,
): Promise<ApiKeyRow> => change(deps, id, { name, permissions });

/** @throws HttpError 404, and 405 where it was revoked */
export const revokeApiKey = (deps: Pick<Deps, "db" | "clock">, id: number): Promise<ApiKeyRow> =>
  change(deps, id, { revokedAt: deps.clock() });
