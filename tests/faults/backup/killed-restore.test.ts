/** A restore that is killed half-way: nothing goes on with what it left. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writeErasures } from "#api/features/privacy/erasure-register.ts";
import { isHeldAfterRestore } from "#db/backup/restored.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { parseKeys } from "#db/field-keys.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { emptyTarget, siteKeys, task, temporaryFolder } from "../../support/database/backups.ts";
import { query } from "../../support/database/database-holder.ts";
import { expectUnusable, restoreHeld } from "../../support/database/held-restore.ts";
import { over, putTrash } from "../../support/visits/trash.ts";
import { addLoggedVisit } from "../../support/visits/visits.ts";

const cipher = new FieldCipher({ data: parseKeys(siteKeys.DATA_KEYS), hash: parseKeys(siteKeys.HASH_KEYS) });
const { server, site, crew } = await staffedSite({ cipher, now: () => new Date() });
const { db } = server;
const place = temporaryFolder();
const erasureRegister = join(place, "erasures.jsonl");
const envOf = (url: string, filesDir: string) => ({
  ...siteKeys,
  DATABASE_URL: url,
  FILES_DIR: filesDir,
  ERASURE_REGISTER: erasureRegister,
});

describe("a restore that is killed before those who were erased are erased again", () => {
  it("leaves a database that no server starts on and no backup is taken of, until a restore went through", {
    tags: ["full"],
    timeout: 120_000,
  }, async () => {
    const from = join(place, "killed");
    await confirmKeys(db, cipher);
    const gone = await addLoggedVisit(server, site, { ...over, name: "지운사람", destroyOn: "2026-01-01" });
    const backup = await task(
      "backup",
      ["--to", from],
      envOf(server.databaseUrl, server.deps.settings.filesDir),
    );
    expect(backup.code, backup.output).toBe(0);
    expect((await putTrash(crew.privacy, "hard", [gone.id])).body).toEqual({ count: 1 });
    await writeErasures({ db, settings: { ...server.deps.settings, erasureRegister } });

    const target = await emptyTarget();
    const env = envOf(target.url, target.filesDir);
    // The mark goes in the transaction that erases: there the restore stands still.
    const held = await restoreHeld(target.url, ["--from", from], env, {
      event: "sql_drop",
      when: "EXISTS (SELECT FROM pg_event_trigger_dropped_objects() WHERE object_name = 'restore_unfinished')",
    });
    await held.kill();
    const there = await query(target.url, `SELECT name FROM visits WHERE id = ${gone.id}`);
    expect(there).toEqual([{ name: "지운사람" }]);
    await expectUnusable(target.url, env, join(place, "half"));
    const done = await task(
      "restore",
      ["--from", from, `--yes-lose-data=${new URL(target.url).pathname.slice(1)}`],
      env,
    );
    expect(done.code, done.output).toBe(0);
    expect(done.output).toContain("Erased again: 1 visits");
    expect(await target.db("visits").where({ id: gone.id })).toEqual([]);
    expect(await isHeldAfterRestore(target.db)).toBe(true);
  });
});
