import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { cleanFiles } from "#api/jobs/clean-up.ts";
import { createFolder } from "#db/files/folder.ts";
import { claimFiles, databaseId, inheritFiles } from "#db/files/owner.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addImage, emptySignage, filesOf } from "../../support/signage-calls.ts";

const { server, crew } = await staffedSite();
const { db, deps } = server;
const folder = deps.settings.filesDir;
const { storage } = deps.files;
const note = join(folder, "database-id");
const day = 86_400_000;
const other = "0b5f0a52-7d0e-4a3c-9a3e-1d5d4c0f7a11";
const name = () => `${randomBytes(16).toString("hex")}.png`;

async function addOrphans(count: number): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = Array.from({ length: count }, name);
  const at = new Date(server.now.getTime() - 7_200_000);
  for (const one of names) {
    await writeFile(join(folder, one), "x");
    await utimes(join(folder, one), at, at);
  }
  return names.sort();
}

const at = (days: number) => ({ ...deps, clock: () => new Date(server.now.getTime() + days * day) });

beforeEach(() => emptySignage(server));

describe("folder of uploaded files", () => {
  it("is claimed by the database when empty, then rejected by others", async () => {
    await claimFiles(db, storage);
    expect((await readFile(note, "utf8")).trim()).toBe(await databaseId(db));
    await claimFiles(db, storage);
    await writeFile(note, other);
    await expect(claimFiles(db, storage)).rejects.toThrow(
      new RegExp(`^The files in ${folder} belong to another database \\(${other}\\)\\. .*FILES_DIR`),
    );
  });

  it("without an id is adopted when a row names one of its files", async () => {
    await addImage(crew.desk);
    await addOrphans(2);
    await claimFiles(db, storage);
    expect(existsSync(note)).toBe(true);
  });

  it("without an id is rejected when no row names its files", async () => {
    await addOrphans(2);
    await expect(claimFiles(db, storage)).rejects.toThrow(/holds uploaded files \(2\), none of which/);
    expect(existsSync(note)).toBe(false);
  });

  it("is reported with a sentence when unusable", async () => {
    await expect(claimFiles(db, createFolder("/dev/null/files"))).rejects.toThrow(
      /^The folder of uploaded files, \/dev\/null\/files, cannot be used: ENOTDIR/,
    );
  });

  it("can be inherited only by the database that replaces its own", async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(note, other);
    await inheritFiles(db, storage, "another-one");
    await inheritFiles(db, storage, undefined);
    expect(await readFile(note, "utf8")).toBe(other);
    await inheritFiles(db, storage, other);
    await claimFiles(db, storage);
  });
});

describe("unreferenced files in a folder", () => {
  it("stay when the folder belongs to another database", async () => {
    await addImage(crew.desk);
    const orphans = await addOrphans(2);
    await writeFile(note, other);
    await expect(cleanFiles(deps)).rejects.toThrow(/another database/);
    expect(await filesOf(server)).toEqual(expect.arrayContaining(orphans));
  });

  it("stay when no row names any file, because the database may be an empty one", async () => {
    await claimFiles(db, storage);
    const orphans = await addOrphans(3);
    expect(await cleanFiles(at(100))).toBe(0);
    expect(await filesOf(server)).toEqual(orphans);
  });

  it("are quarantined for 30 days, then deleted", async () => {
    await addImage(crew.desk);
    const [orphan = ""] = await addOrphans(1);
    expect(await cleanFiles(deps)).toBe(1);
    const quarantined = () => readdir(join(folder, "quarantine"));
    expect(await quarantined()).toEqual([orphan]);
    expect(await deps.files.open(orphan)).toBeUndefined();
    expect(await cleanFiles(at(29))).toBe(0);
    expect(await quarantined()).toEqual([orphan]);
    expect(await cleanFiles(at(31))).toBe(1);
    expect(await quarantined()).toEqual([]);
  });

  it("are served again when referenced again, moved back by hand or by the job", async () => {
    const { id, file } = await addImage(crew.desk);
    await addImage(crew.desk);
    const [row] = await db("signageContents").where({ id });
    const fileName = file.url.slice(7);
    await utimes(join(folder, fileName), new Date(0), new Date(0));
    await db("signageContents").where({ id }).delete();
    await cleanFiles(deps);
    expect((await server.get(file.url)).status).toBe(404);
    await db("signageContents").insert({ ...row, id: undefined });
    await cleanFiles(at(31));
    expect((await server.get(file.url)).status).toBe(200);

    await deps.files.quarantine(fileName, server.now);
    expect((await server.get(file.url)).status).toBe(404);
    await rename(join(folder, "quarantine", fileName), join(folder, fileName));
    expect((await server.get(file.url)).status).toBe(200);
    await rm(join(folder, "quarantine"), { recursive: true });
  });
});
