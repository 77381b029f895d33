/**
 * Fills an empty database with a fictional company, for the demonstration. Sign in as `admin`, `desk`, `host` or
 * `privacy`; look up 김방문 010-0000-1234 or, in English, Jane Visitor 010-0000-5678.
 */
import type { Knex } from "knex";
import { connect } from "../connection.ts";
import { FieldCipher } from "../field-cipher.ts";
import { keysFromFolder } from "../field-keys.ts";
import { claimFiles } from "../files/owner.ts";
import type { FileStorage } from "../files/storage.ts";
import { confirmKeys } from "../key-canaries.ts";
import { Calendar } from "./basics.ts";
import { otherDaysParties } from "./days.ts";
import { insertPeople } from "./people.ts";
import { shiftDemonstration } from "./shift-dates.ts";
import { insertSignage } from "./signage.ts";
import { insertSite } from "./site.ts";
import { insertTexts } from "./texts.ts";
import { todaysParties } from "./today.ts";
import { VisitGenerator } from "./visit-generator.ts";
import { insertVisits } from "./visits.ts";

export { shiftDemonstration } from "./shift-dates.ts";

/** Any number that no other lock uses. */
const seedLock = 7_230_902;

const ownTables = ["companies", "host_users", "user_codes", "privacy_policies", "terms", "logos", "visits"];

async function isEmpty(knex: Knex): Promise<boolean> {
  const some = ownTables.map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ");
  const { rows } = await knex.raw<{ rows: { filled: boolean }[] }>(`SELECT ${some} AS filled`);
  return rows[0]?.filled === false;
}

async function fill(knex: Knex, keysDir: string, now: Date, files: FileStorage | undefined): Promise<void> {
  const calendar = new Calendar(now);
  const cipher = new FieldCipher(keysFromFolder(keysDir));
  await confirmKeys(knex, cipher);
  if (files) await claimFiles(knex, files);
  await insertSignage(knex, files);
  const site = await insertSite(knex);
  const people = await insertPeople(knex, site);
  const texts = await insertTexts(knex, calendar);
  const generator = new VisitGenerator(site, people);
  const otherDays = generator.generate(otherDaysParties());
  const today = generator.generate(todaysParties(calendar.minute)).map((visit) => ({
    ...visit,
    leader: visit.leader === undefined ? undefined : visit.leader + otherDays.length,
  }));
  const { ids, lastLogId } = await insertVisits(knex, [...otherDays, ...today], texts, calendar, cipher);
  await knex("demonstration").insert({
    lastVisitId: ids.at(-1),
    firstTodayId: ids[otherDays.length],
    lastLogId,
    movedOn: calendar.today,
  });
}

/**
 * Fills a migrated database where it is empty, moves the dates where it contains the demonstration, and otherwise does
 * nothing. All or nothing; concurrent processes do it once.
 * @param databaseUrl postgres://…
 * @param keysDir folder of the field keys
 * @param files storage of uploads; without it the screens show texts only
 */
export async function seedDemonstration(
  databaseUrl: string,
  keysDir: string,
  now = new Date(),
  files?: FileStorage,
): Promise<void> {
  const knex = connect(databaseUrl, { poolSize: 1, isLimited: false });
  try {
    await knex.transaction(async (transaction) => {
      await transaction.raw("SELECT pg_advisory_xact_lock(?)", [seedLock]);
      if (await transaction("demonstration").first("movedOn")) await shiftDemonstration(transaction, now);
      else if (await isEmpty(transaction)) await fill(transaction, keysDir, now, files);
    });
  } finally {
    await knex.destroy();
  }
}
