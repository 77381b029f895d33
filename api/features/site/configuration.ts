/** The site's configuration: what is named changes, at once and for every process (docs/decisions/configuration.md). */
import type { Knex } from "knex";
import { invalid } from "#api/errors.ts";
import { noteChanges } from "#api/live/changes.ts";
import type { ConfigurationChange } from "#contract/configuration.ts";
import { errorCode } from "#db/error-code.ts";

const notRecognised = "22023";

/** A zone that the runtime knows and the database does not would break what is counted there. */
async function requireZone(db: Knex, timezone: string): Promise<void> {
  try {
    await db.raw("SELECT now() AT TIME ZONE ?::text", [timezone]);
  } catch (error) {
    throw errorCode(error) === notRecognised ? invalid({ timezone: "zoneUnknown" }) : error;
  }
}

/** Stored instants stay when the zone changes, and what a visitor was told of destruction stays too. */
export async function changeConfiguration(
  db: Knex,
  { customerCompany, idleMinutes, logos: _, ...change }: ConfigurationChange,
  now: Date,
): Promise<void> {
  if (change.timezone !== undefined) await requireZone(db, change.timezone);
  const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await db.transaction(async (trx) => {
    await trx("configuration").update({
      ...named,
      ...(customerCompany?.ko !== undefined && { customerCompany: customerCompany.ko }),
      ...(customerCompany?.en !== undefined && { enCustomerCompany: customerCompany.en }),
      ...(idleMinutes && { idleMinutes: trx.raw("idle_minutes || ?::jsonb", [JSON.stringify(idleMinutes)]) }),
      updatedAt: now,
    });
    await noteChanges(trx, [{ kind: "configuration" }]);
  });
}
