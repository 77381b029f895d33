import type { Knex } from "knex";
import { activeHosts, type LabelledHost } from "#api/host-label.ts";
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
): Promise<LabelledHost[]> {
  const search = nameSearch(withoutInitials(text) ?? "");
  if (!search) return [];
  const hosts = activeHosts(db)
    .whereRaw("in_public_search AND company.in_use")
    .modify("named", search)
    .orderByRaw("search_text(host_users.name) ~ ? DESC", [`^${search.pattern}`])
    .orderBy(["hostUsers.name", "department", "hostUsers.id"])
    .limit(maxHostsFound);
  if (company !== undefined) hosts.where({ companyId: company });
  return hosts;
}
