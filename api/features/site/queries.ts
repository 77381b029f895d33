import type { Knex } from "knex";
import { errorCode } from "#db/error-code.ts";

const notRecognised = "22023";

/** Whether the database knows a zone (IANA name). */
export async function knowsTimezone(db: Knex, timezone: string): Promise<boolean> {
  try {
    await db.raw("SELECT now() AT TIME ZONE ?::text", [timezone]);
    return true;
  } catch (error) {
    if (errorCode(error) === notRecognised) return false;
    throw error;
  }
}
