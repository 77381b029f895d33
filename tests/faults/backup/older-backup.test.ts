/** A backup of an older version, restored by this one. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { takeBackup } from "#db/backup/dump.ts";
import { violatedRules } from "#db/checks.ts";
import { connect } from "#db/connection.ts";
import { createFolder } from "#db/files/folder.ts";
import { confirmKeys } from "#db/key-canaries.ts";
import { migrate, rollback } from "#db/migrate.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import {
  emptyTarget,
  restoreInto,
  rowsByTable,
  schemaOf,
  siteCipher,
  temporaryFolder,
} from "../../support/database/backups.ts";
import { addMessage, messageOf } from "../../support/messages.ts";
import { over, putTrash } from "../../support/visits/trash.ts";
import { addLoggedVisit } from "../../support/visits/visits.ts";

const place = temporaryFolder();

/** The older version does not know the newest migration. */
it("a backup of an older version is migrated with all its rows", async () => {
  const { server, site, crew } = await staffedSite({ cipher: siteCipher, now: () => new Date() });
  const { db, databaseUrl } = server;
  await confirmKeys(db, siteCipher);
  const { id } = await addLoggedVisit(server, site, { ...over, cellphone: "010-0000-1111" });
  expect((await crew.desk.get(`/dash/visits/${id}`)).status).toBe(200);
  const destroyed = await addLoggedVisit(server, site, { ...over, destroyOn: "2026-01-01" });
  expect((await putTrash(crew.privacy, "hard", [destroyed.id])).body).toEqual({ count: 1 });
  const queued = await addMessage(server, { visitId: id });

  await rollback(databaseUrl);
  const older = connect(databaseUrl, { poolSize: 1, isLimited: false });
  const logs = async () => ({
    seen: await older("access_log").orderBy("id").pluck("action"),
    gone: await older("destruction_register").orderBy("id").select("reason", "visit_ids"),
  });
  const before = await logs();
  expect(before).toMatchObject({
    seen: ["/dash/visits/:id"],
    gone: [{ reason: "officer", visitIds: [destroyed.id] }],
  });
  const folder = join(place, "older");
  const files = createFolder(server.deps.settings.filesDir);
  await takeBackup({ db: older, files, folder, version: "0.1.0", keys: undefined });
  await older.destroy();

  const target = await emptyTarget();
  await restoreInto(target, folder);
  await migrate(databaseUrl);
  expect(await schemaOf(target.db)).toEqual(await schemaOf(db));
  const [restored, original] = [await rowsByTable(target.db), await rowsByTable(db)];
  const differing = [...original.keys()].filter(
    (table) => restored.get(table)?.join() !== original.get(table)?.join(),
  );
  expect(differing).toEqual(["messages", "paused_jobs"]);
  expect(await messageOf(target.db, queued.id)).toMatchObject({ status: "unknown", error: "restored" });
  expect(await target.db("accessLog").orderBy("id").pluck("action")).toEqual(before.seen);
  expect(await target.db("destructionRegister").orderBy("id").pluck("reason")).toEqual(["officer"]);
  expect(await violatedRules(target.db)).toEqual([]);
});
