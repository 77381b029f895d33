/** Who stands behind the rows of a log. */
import type { Knex } from "knex";
import { HostUser } from "../../models/people/host-user.ts";

/** All null where nobody did it, or their account is gone. */
export interface ReaderNames {
  readonly hostName: string | null;
  readonly hostEnName: string | null;
  readonly role: HostUser["role"] | null;
}

/** Adds whose each row of a page is. Read after the page: a join of millions of rows may be planned the other way round. */
export async function withReaders<Row extends { readonly hostUserId: number | null }>(
  db: Knex,
  { rows, total }: { rows: Row[]; total: number },
): Promise<{ rows: (Row & ReaderNames)[]; total: number }> {
  const ids = [...new Set(rows.flatMap(({ hostUserId }) => hostUserId ?? []))];
  const people = await HostUser.query(db).select("id", "name", "enName", "role").modify("withIds", ids);
  const byId = new Map(people.map((person) => [person.id, person]));
  const named = rows.map((row) => {
    const reader = row.hostUserId === null ? undefined : byId.get(row.hostUserId);
    const { name: hostName = null, enName: hostEnName = null, role = null } = reader ?? {};
    return { ...row, hostName, hostEnName, role };
  });
  return { rows: named, total };
}
