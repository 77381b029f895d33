/** Detecting a lost standby (docs/reliability.md). */
import { expect, it, onTestFinished } from "vitest";
import { createLog } from "#api/log.ts";
import { watchStandby } from "#api/monitoring/standby.ts";
import { connect, DatabaseState } from "#db/connection.ts";
import { testDatabase } from "../../support/database/database.ts";
import { eventually } from "../../support/events.ts";

it("takes a trial commit that fails for another reason for no lost standby", async () => {
  const database = await testDatabase({ empty: true });
  onTestFinished(() => database.drop());
  // takes precedence over pg_catalog: a commit waits when first asked, and the trial fails
  const url = `${database.url}?options=-c%20search_path%3Dpublic,pg_catalog`;
  const db = connect(url);
  onTestFinished(() => db.destroy());
  await db.raw(`CREATE SEQUENCE asked;
    CREATE VIEW pg_stat_activity AS SELECT 1 AS pid, 'SyncRep' AS wait_event WHERE nextval('asked') = 1;
    CREATE FUNCTION pg_logical_emit_message(boolean, text, text) RETURNS int LANGUAGE sql AS 'SELECT 1 / 0'`);
  const state = new DatabaseState();
  const standby = watchStandby(url, { state, log: createLog("silent") });
  onTestFinished(() => standby.stop());
  await eventually(async () => (await db("asked").first("lastValue")).lastValue > 2);
  expect(state.writesWait).toBe(false);
});
