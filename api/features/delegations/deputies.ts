/** Current deputies, and hosts who are away (docs/behaviour.md, "Deputies and absence"). */

import type { Knex } from "knex";
import type { MessageChannel } from "#contract/channel.ts";
import type { Language } from "#db/models/visits/visit.ts";

/** A current deputy, with what a message to them needs. */
export interface Deputy {
  readonly hostId: number;
  readonly deputyId: number;
  readonly name: string;
  readonly enName: string;
  readonly cellPhone: string;
  /** Empty where there is none or it bounced. */
  readonly email: string;
  readonly channel: MessageChannel;
  /** The deputy's console language; null where none was chosen. */
  readonly lang: Language | null;
}

/** Delegations `d` of active hosts at an instant. */
const inForce = (db: Knex, hostIds: readonly number[], at: Date) =>
  db("delegations as d")
    .join("hostUsers as host", "host.id", "d.hostUserId")
    .whereIn("d.hostUserId", hostIds)
    .where("host.status", "active")
    .where("d.startAt", "<=", at)
    .where("d.endAt", ">", at);

/** Active deputies of hosts at an instant, each once per host, in the order of host and deputy ids. */
export async function deputiesOf(db: Knex, hostIds: readonly number[], at: Date): Promise<Deputy[]> {
  if (hostIds.length === 0) return [];
  const rows = await inForce(db, hostIds, at)
    .join("delegationDeputies as m", "m.delegationId", "d.id")
    .join("hostUsers as p", "p.id", "m.deputyId")
    .leftJoin("hostUserPreferences as c", "c.hostUserId", "p.id")
    .where("p.status", "active")
    .orderBy([{ column: "hostId" }, { column: "deputyId" }])
    .distinct({ hostId: "d.hostUserId", deputyId: "p.id", name: "p.name", enName: "p.enName" })
    .distinct({ cellPhone: "p.cellPhone", email: "p.email", bouncedAt: "p.emailBouncedAt" })
    .distinct({ channel: "c.messageChannel", lang: "c.language" });
  return rows.map(({ bouncedAt, email, channel, ...deputy }) => ({
    ...deputy,
    email: bouncedAt === null ? email : "",
    channel: channel ?? "sms",
  }));
}

/** Ids of those hosts who are away at an instant. */
export async function awayHosts(db: Knex, hostIds: readonly number[], at: Date): Promise<number[]> {
  const rows = await inForce(db, hostIds, at).where("d.isAway", true).distinct({ hostId: "d.hostUserId" });
  return rows.map(({ hostId }) => hostId);
}
