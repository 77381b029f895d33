import type { Knex } from "knex";
import type { LabelledHost } from "#api/host-label.ts";
import { nameSearch, withoutInitials } from "#api/name-search.ts";
import { maxHostsFound } from "#contract/people/host-search.ts";
import { errorCode } from "#db/error-code.ts";
import { Message } from "#db/models/message.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Company } from "#db/models/reference-record.ts";

/** SQLSTATE invalid_parameter_value: the zone is unknown. */
const invalidParameterValue = "22023";

/** Whether the database knows a zone (IANA name). */
export async function knowsTimezone(db: Knex, timezone: string): Promise<boolean> {
  try {
    await db.raw("SELECT now() AT TIME ZONE ?::text", [timezone]);
    return true;
  } catch (error) {
    if (errorCode(error) === invalidParameterValue) return false;
    throw error;
  }
}

interface FoundHostRow extends LabelledHost {
  readonly id: number;
}

/** Whether visitors can find a host. */
export async function hasSearchableHost(db: Knex): Promise<boolean> {
  const host = await HostUser.query(db)
    .select("id")
    .where({ status: "active", inPublicSearch: true })
    .whereIn("companyId", Company.query(db).select("id").where({ inUse: true }))
    .first();
  return host !== undefined;
}

/** Messages that failed because of the server or its settings, and that no later message of their channel followed. */
export const countUndelivered = (db: Knex, since: Date): Promise<number> =>
  Message.query(db)
    .where("createdAt", ">", since)
    .where("attempts", ">", 0)
    .where((failed) =>
      failed
        .where({ status: "queued" })
        .orWhere((given) => given.where({ status: "failed" }).whereColumn("attempts", ">=", "maxAttempts")),
    )
    .whereNotExists(
      Message.query(db)
        .alias("later")
        .where("later.status", "sent")
        .where("later.createdAt", ">", since)
        .whereColumn("later.sentAt", ">", "messages.updatedAt")
        .whereRaw("(later.kind = 'email') = (messages.kind = 'email')"),
    )
    .resultSize();

/**
 * Active hosts of companies in use whose name or English name contains the text; those whose name begins with it come first.
 * Without hosts who opted out. Initial consonants find no host here, because the public has to know a name.
 * @param company narrows to one company
 */
export async function searchHosts(
  db: Knex,
  text: string,
  company: number | undefined,
): Promise<FoundHostRow[]> {
  const search = nameSearch(withoutInitials(text) ?? "");
  if (!search) return [];
  const { pairs, pattern } = search;
  const { rows } = await db.raw<{ rows: FoundHostRow[] }>(
    `SELECT h.id, h.name, h.en_name AS "enName", c.name AS "companyName", c.en_name AS "companyEnName",
       h.department, h.position
     FROM host_users h JOIN companies c ON c.id = h.company_id
     WHERE h.status = 'active' AND h.in_public_search AND c.in_use
       AND search_pairs(h.name) || search_pairs(h.en_name) @> :pairs::text[]
       AND (search_text(h.name) ~ :pattern OR search_text(h.en_name) ~ :pattern)
       AND (:company::integer IS NULL OR h.company_id = :company)
     ORDER BY search_text(h.name) ~ :beginning DESC, h.name, h.department, h.id
     LIMIT ${maxHostsFound}`,
    { pairs, pattern, beginning: `^${pattern}`, company: company ?? null },
  );
  return rows;
}
