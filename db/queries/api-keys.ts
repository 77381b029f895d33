/** Read models of API keys. */
import type { Knex } from "knex";
import type { KeyPermission } from "#contract/permissions.ts";

export interface ApiKeyRow {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly permissions: KeyPermission[];
  readonly createdBy: number;
  readonly creatorName: string;
  readonly creatorEnName: string;
  readonly creatorResigned: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddress: string;
  readonly revokedAt: Date | null;
}

/** So many are listed; those that are over go last. */
const most = 300;

/** All keys, those in force first, by name; or one. */
export async function apiKeyRows(
  db: Knex,
  { now, id }: { readonly now: Date; readonly id?: number },
): Promise<ApiKeyRow[]> {
  const { rows } = await db.raw<{ rows: ApiKeyRow[] }>(
    `SELECT k.id, k.name, k.prefix, k.permissions, k.created_by AS "createdBy", h.name AS "creatorName",
       h.en_name AS "creatorEnName", h.status = 'resigned' AS "creatorResigned", k.created_at AS "createdAt",
       k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt", k.last_used_address AS "lastUsedAddress",
       k.revoked_at AS "revokedAt"
     FROM api_keys k JOIN host_users h ON h.id = k.created_by
     WHERE :id::integer IS NULL OR k.id = :id
     ORDER BY k.revoked_at IS NULL AND k.expires_at > :now DESC, k.name, k.id LIMIT ${most}`,
    { now, id: id ?? null },
  );
  return rows;
}
