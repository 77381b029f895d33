import { spawn } from "node:child_process";
import { expect } from "vitest";
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { eventually } from "../events.ts";
import { task } from "./backups.ts";
import { query } from "./database-holder.ts";

/** Starts a restore that blocks in the transaction that repeats the erasures. */
export async function restoreHeld(
  url: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ kill(): Promise<void> }> {
  await query(
    url,
    `CREATE SCHEMA held;
     CREATE FUNCTION held.wait() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
       IF EXISTS (SELECT FROM pg_event_trigger_dropped_objects() WHERE object_name = 'restore_unfinished')
       THEN PERFORM pg_sleep(600); END IF; END $$;
     CREATE EVENT TRIGGER held_restore ON sql_drop EXECUTE FUNCTION held.wait()`,
  );
  const restore = spawn(process.execPath, ["resources/scripts/restore.ts", ...args], {
    env: { ...process.env, NODE_ENV: undefined, ...env },
    stdio: "ignore",
  });
  const asleep = "FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
  await eventually(async () => (await query(url, `SELECT pid ${asleep}`)).length > 0);
  return {
    async kill() {
      restore.kill("SIGKILL");
      await query(url, `SELECT pg_terminate_backend(pid) ${asleep}`);
      await query(url, "DROP EVENT TRIGGER held_restore; DROP SCHEMA held CASCADE");
      const servers =
        "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'visitor%'";
      await eventually(async () => (await query(url, `SELECT pid ${servers}`)).length === 0);
    },
  };
}

/** Expects that no server starts on the database, and that a backup is rejected. @param folder for the backup */
export async function expectUnusable(url: string, env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const started = serve({ settings: readSettings({ ...env, PORT: "0" }), databaseUrl: url });
  await expect(started).rejects.toThrow(/^A restore of this database was broken off/);
  const taken = await task("backup", ["--to", folder], env);
  expect([taken.code, taken.output]).toEqual([
    1,
    expect.stringContaining("A restore of this database was broken off"),
  ]);
}
