/** Who stands behind the rows of a log. */
import type { Knex } from "knex";
import { ApiKey } from "../../models/api-key.ts";
import { HostUser } from "../../models/people/host-user.ts";
import { anyOf, type Page } from "../pages.ts";

/** All null where nobody did it, or their account is gone. */
export interface ReaderNames {
  readonly hostName: string | null;
  readonly hostEnName: string | null;
  readonly role: HostUser["role"] | null;
  /** The key that did it. */
  readonly apiKey: Pick<ApiKey, "id" | "name" | "prefix"> | null;
}

interface Read {
  readonly hostUserId: number | null;
  readonly apiKeyId: number | null;
}

const different = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

async function keysOf(db: Knex, ids: readonly number[]): Promise<Map<number, ReaderNames["apiKey"]>> {
  if (ids.length === 0) return new Map();
  const keys = await ApiKey.query(db).select("id", "name", "prefix").where("id", anyOf(ids, "integer"));
  return new Map(keys.map(({ id, name, prefix }) => [id, { id, name, prefix }]));
}

/** Adds whose each row of a page is. Read after the page: a join of millions of rows may be planned the other way round. */
export async function withReaders<Row extends Read>(
  db: Knex,
  { rows, ...counts }: Page<Row>,
): Promise<Page<Omit<Row, "apiKeyId"> & ReaderNames>> {
  const ids = different(rows.map(({ hostUserId }) => hostUserId));
  const people = await HostUser.query(db).select("id", "name", "enName", "role").modify("withIds", ids);
  const byId = new Map(people.map((person) => [person.id, person]));
  const keys = await keysOf(db, different(rows.map(({ apiKeyId }) => apiKeyId)));
  const named = rows.map(({ apiKeyId, ...row }) => {
    const reader = row.hostUserId === null ? undefined : byId.get(row.hostUserId);
    const { name: hostName = null, enName: hostEnName = null, role = null } = reader ?? {};
    const apiKey = (apiKeyId !== null && keys.get(apiKeyId)) || null;
    return { ...row, hostName, hostEnName, role, apiKey };
  });
  return { rows: named, ...counts };
}
