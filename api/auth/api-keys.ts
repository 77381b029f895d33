/** Creates API keys and authenticates calls of other systems (docs/decisions/server/integrations.md). */
import type { Knex } from "knex";
import type { KeyPermission } from "#contract/permissions.ts";
import { ApiKey } from "#db/models/api-key.ts";
import type { CallingKey } from "./auth-context.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** An authenticated API key and its permissions. */
export interface ApiKeyUser extends CallingKey {
  readonly permissions: readonly KeyPermission[];
}

const touchSeconds = 60;
const prefixLetters = "abcdefghijklmnopqrstuvwxyz234567";
/** Matches every key; secret scanners can search for it. */
const keyPattern = /^vk_[a-z0-9]{8}_[A-Za-z0-9_-]{43}$/;

/** `vk_` and eight characters that lists show, then 32 random bytes. The secret is shown once. */
export function newKey(random: (size: number) => Uint8Array) {
  const prefix = `vk_${Array.from(random(8), (byte) => prefixLetters[byte % prefixLetters.length]).join("")}`;
  const secret = `${prefix}_${newToken(random)}`;
  return { secret, prefix, hash: hashOfToken(secret) };
}

/**
 * Finds the key of a secret; undefined for unknown, expired and revoked ones. Updates the time of use at most once a
 * minute.
 */
export async function readApiKey(
  db: Knex,
  secret: string,
  { now, address }: { readonly now: Date; readonly address: string },
): Promise<ApiKeyUser | undefined> {
  if (!keyPattern.test(secret)) return undefined;
  const found = await ApiKey.query(db)
    .select("id", "createdBy", "permissions", "lastUsedAt")
    .findOne({ hash: hashOfToken(secret), revokedAt: null })
    .where("expiresAt", ">", now);
  if (!found) return undefined;
  const { id, createdBy, permissions, lastUsedAt } = found;
  if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > touchSeconds * 1000) {
    // Skips a locked row instead of waiting; the next call updates the time.
    const free = ApiKey.query(db).findById(id).select("id").forUpdate().skipLocked();
    await ApiKey.query(db).patch({ lastUsedAt: now, lastUsedAddress: address }).whereIn("id", free);
  }
  return { id, createdBy, permissions };
}
