/** A destruction register inside the data that it must outlive. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isInside, registerIn } from "#api/features/privacy/register-storage.ts";
import { readSettings } from "#api/settings.ts";
import { verifyBackup } from "#db/backup/manifest.ts";
import { sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { task, temporaryFolder } from "../../support/database/backups.ts";

const place = temporaryFolder();
const files = join(place, "files");
mkdirSync(join(files, "deep"), { recursive: true });
mkdirSync(join(place, "files-old"));
symlinkSync(files, join(place, "link-to-files"));
symlinkSync(join(files, "later.jsonl"), join(place, "link-to-file"));
symlinkSync("link-to-itself", join(place, "link-to-itself"));
symlinkSync(join(place, "files-old"), join(files, "link-out"));

describe("isInside(file, folder)", () => {
  it.each([
    ["in the folder", "files/register.jsonl", true],
    ["in a subfolder", "files/deep/register.jsonl", true],
    ["in a missing subfolder", "files/new/deeper/register.jsonl", true],
    ["the folder itself", "files", true],
    ["through a link to the folder", "link-to-files/register.jsonl", true],
    ["a link to a file in the folder", "link-to-file", true],
    ["a name that begins with two dots", "files/..register.jsonl", true],
    ["in a folder with a longer name", "files-old/register.jsonl", false],
    ["in the parent folder", "register.jsonl", false],
    ["through a link out of the folder", "files/link-out/register.jsonl", false],
    ["with two dots", "files/../register.jsonl", false],
    ["a link to itself", "link-to-itself", false],
  ])("%s (%s): %s", async (_, path, isIn) => {
    expect(await isInside(join(place, path), files)).toBe(isIn);
    expect(await isInside(join(place, path), join(place, "link-to-files"))).toBe(isIn);
  });
});

describe("destruction register", () => {
  const where = (env: NodeJS.ProcessEnv) => registerIn(readSettings(env));

  it("is detected inside FILES_DIR and DATA_DIR", async () => {
    const inFiles = { ERASURE_REGISTER: join(files, "register.jsonl"), FILES_DIR: files };
    const inData = { ERASURE_REGISTER: join(place, "data", "register.jsonl"), DATA_DIR: join(place, "data") };
    const outside = sharedEnv("postgres://visitor@127.0.0.1/visitor");
    expect(await where(inFiles)).toBe("FILES_DIR");
    expect(await where({ ...outside, ...inFiles })).toBe("FILES_DIR");
    expect(await where(inData)).toBe("DATA_DIR");
    expect(await where({ ...outside, ...inData })).toBeUndefined();
    expect(await where({ FILES_DIR: files })).toBeUndefined();
  });

  it("is resolved relative to the project", async () => {
    expect(await where({ ERASURE_REGISTER: `${process.cwd()}/.data/files/register.jsonl` })).toBe(
      "FILES_DIR",
    );
  });

  it("is detected in the bucket of the files, under their prefix", async () => {
    const inBucket = (ERASURE_REGISTER: string, FILES_URL: string) => where({ ERASURE_REGISTER, FILES_URL });
    expect(await inBucket("s3://uploads/site/erasures", "s3://uploads/site")).toBe("FILES_URL");
    expect(await inBucket("s3://uploads/erasures", "s3://uploads")).toBe("FILES_URL");
    expect(await inBucket("s3://uploads/erasures", "s3://uploads/site")).toBeUndefined();
    expect(await inBucket("s3://uploads/site-erasures", "s3://uploads/site")).toBeUndefined();
    expect(await inBucket("s3://erasures", "s3://uploads")).toBeUndefined();
    const elsewhere = "s3://uploads?endpoint=https://s3.example.com";
    expect(await inBucket("s3://uploads/erasures", elsewhere)).toBeUndefined();
  });
});

describe("site with the register inside its files", () => {
  it("starts, with a warning in the log, on the set-up list and in each backup", async () => {
    const { server, crew } = await staffedSite({ now: () => new Date() });
    const register = join(place, "link-to-files", "register.jsonl");
    const env = {
      ...sharedEnv(server.databaseUrl),
      FILES_DIR: files,
      ERASURE_REGISTER: register,
      JOBS: "off",
    };
    let log = "";
    const api = await startApiProcess(
      { ...env, LOG_LEVEL: "warn" },
      {
        onLog: (text) => {
          log += text;
        },
      },
    );
    expect((await api.get("/readyz")).body).toMatchObject({ status: "ready" });
    const { body } = await api.get("/dash/setup", { headers: { Cookie: crew.desk.cookie } });
    expect(body).toMatchObject({ erasureRegisterIn: "FILES_DIR" });
    expect(await api.stop()).toBe(0);
    const sentence = `ERASURE_REGISTER, ${register}, lies in FILES_DIR: it is lost with that`;
    expect(log.split("\n").filter((line) => line.includes(sentence))).toHaveLength(1);

    const folder = join(place, "backup");
    const result = await task("backup", ["--to", folder], env);
    expect([result.code, result.output]).toEqual([1, expect.stringContaining(sentence)]);
    expect((await verifyBackup(folder)).tables.length).toBeGreaterThan(0);
  });
});
