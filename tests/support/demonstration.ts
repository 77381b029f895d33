/** A database with the demonstration, and queries for inconsistencies in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { connect } from "#db/connection.ts";
import { makeKeys } from "#db/field-keys.ts";
import { seedDemonstration } from "#db/seeds/demonstration.ts";
import { testDatabase } from "./database/database.ts";

export const hour = 60 * 60 * 1000;
/** 14:07 in Seoul */
export const now = new Date("2026-03-10T05:07:00Z");
export const later = (days: number, hours = 0) => new Date(now.getTime() + (days * 24 + hours) * hour);

export const everyStatus = ["applied", "approved", "cancelled", "ended", "entered", "exited", "rejected"];

/** Creates an empty database; close it after the tests. */
export async function openDemonstration() {
  const keys = mkdtempSync(join(tmpdir(), "demonstration-keys-"));
  makeKeys(keys);
  const database = await testDatabase();
  const db = connect(database.url);
  return {
    db,
    keys,
    url: database.url,
    seed: (moment = now) => seedDemonstration(database.url, keys, moment),
    async close() {
      await db.destroy();
      await database.drop();
      rmSync(keys, { recursive: true });
    },
  };
}

export type Demonstration = Awaited<ReturnType<typeof openDemonstration>>;

/** @param sql may use `clock`, a row with the time (`now`) and the start of its day (`midnight`) */
export async function select<Row>(db: Knex, sql: string, moment = now): Promise<Row[]> {
  const withMoment = `WITH clock AS (SELECT CAST(:moment AS timestamptz) AS now,
    date_trunc('day', CAST(:moment AS timestamptz), 'Asia/Seoul') AS midnight) ${sql}`;
  return (await db.raw<{ rows: Row[] }>(withMoment, { moment })).rows;
}

export const count = async (db: Knex, from: string): Promise<number> =>
  (await select<{ n: number }>(db, `SELECT count(*) AS n FROM ${from}`))[0]?.n ?? Number.NaN;

/** Visits whose log does not lead step by step to their status, or is later than the given time. */
export const visitsWithWrongLog = (db: Knex, moment: Date) =>
  select(
    db,
    `SELECT visit.id, visit.status_code FROM clock, visits AS visit LEFT JOIN (
       SELECT visit_id, array_agg(to_code ORDER BY id) AS codes, min(at) AS first, max(at) AS last,
         bool_and(fits) AS fits
       FROM (SELECT *, coalesce(at >= lag(at) OVER before, true)
               AND from_code IS NOT DISTINCT FROM lag(to_code) OVER before AS fits
             FROM visit_logs WINDOW before AS (PARTITION BY visit_id ORDER BY id)) AS log
       GROUP BY visit_id
     ) AS log ON log.visit_id = visit.id
     WHERE NOT coalesce(log.fits AND log.codes[cardinality(log.codes)] = visit.status_code
       AND log.first = visit.created_at AND log.last = visit.updated_at AND log.last <= clock.now, false)`,
    moment,
  );

/** Visitors inside without a pass, and passes that the log contradicts. */
export const visitsWithWrongPass = (db: Knex, moment: Date) =>
  select(
    db,
    `SELECT visit.id FROM clock, visits AS visit
     LEFT JOIN passes AS pass ON pass.visit_id = visit.id AND NOT pass.vehicle
     WHERE (visit.status_code = 'entered' AND pass.id IS NULL)
        OR (pass.id IS NOT NULL AND (pass.issued_at <> visit.entered_at OR pass.pass_no <> (
          SELECT pass_no FROM visit_logs WHERE visit_id = visit.id AND action = 'issue' ORDER BY id DESC LIMIT 1)))`,
    moment,
  );

/** Visits with a status that is impossible at the given time, or with an entry too early or too late. */
export const visitsWithImpossibleStatus = (db: Knex, moment: Date) =>
  select(
    db,
    `SELECT id, status_code FROM visits, clock
     WHERE (status_code IN ('applied', 'approved', 'exited') AND end_at < midnight)
        OR (status_code IN ('entered', 'exited') AND start_at > now)
        OR (status_code = 'ended' AND end_at > now)
        OR entered_at IS DISTINCT FROM (SELECT max(at) FROM visit_logs WHERE visit_id = visits.id AND action = 'issue')
        OR (status_code = 'entered') <> (entered_at IS NOT NULL AND exited_at IS NULL)
        OR EXISTS (SELECT FROM visit_logs WHERE visit_id = visits.id AND action = 'issue'
             AND at NOT BETWEEN start_at - interval '60 minutes' AND end_at)`,
    moment,
  );

/** Number of visits with a retention other than a year, or a month. */
export const countWrongRetention = (db: Knex) =>
  count(db, "visits WHERE destroy_on - (end_at AT TIME ZONE 'Asia/Seoul')::date NOT IN (365, 30)");

export const overdue = (db: Knex, moment: Date) =>
  select(db, "SELECT id FROM visits, clock WHERE status_code = 'entered' AND end_at < now", moment);

export async function today(db: Knex, moment: Date): Promise<Record<string, number>> {
  const rows = await select<{ code: string; n: number }>(
    db,
    `SELECT status_code AS code, count(*) AS n FROM visits, clock
     WHERE start_at < midnight + interval '24 hours' AND end_at >= midnight GROUP BY 1 ORDER BY 1`,
    moment,
  );
  return Object.fromEntries(rows.map(({ code, n }) => [code, n]));
}
