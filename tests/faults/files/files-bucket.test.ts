import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { cleanFiles } from "#api/jobs/clean-up.ts";
import { createMetrics } from "#api/monitoring/metrics.ts";
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { ownerOf } from "#db/files/owner.ts";
import { type CallOptions, startTestServer } from "../../support/api.ts";
import { sharedEnv, startApiProcess } from "../../support/api-process.ts";
import { withCookie } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { eventually } from "../../support/events.ts";
import { png } from "../../support/images.ts";
import { testBucket } from "../../support/services/bucket.ts";
import { addImage, contents, formFile, imageParts } from "../../support/signage-calls.ts";
import { formType, mp4, partHead, sendForm } from "../../support/visitor/forms.ts";

const day = 86_400_000;
const other = "0b5f0a52-7d0e-4a3c-9a3e-1d5d4c0f7a11";
const bucket = await testBucket();
const { server, crew } = await staffedSite({
  // The bucket dates its objects.
  now: () => new Date(),
  env: { FILES_URL: bucket.url("site/a"), UPLOAD_IMAGE_MB: "1", UPLOAD_VIDEO_MB: "3" },
});
const { db, deps } = server;
const { storage } = deps.files;
const note = "site/a/database-id";

const uploads = async () => (await bucket.keys()).filter((key) => /^site\/a\/[0-9a-f]{32}\.\w+$/.test(key));
const staged = () => readdir(storage.arriving).catch(() => []);
const orphan = async () => {
  const name = `${randomBytes(16).toString("hex")}.png`;
  await bucket.put(`site/a/${name}`, "x");
  return name;
};
const at = (days: number) => ({ ...deps, clock: () => new Date(Date.now() + days * day) });
const addVideo = (bytes: Buffer) =>
  sendForm(crew.desk, contents, [
    ["type", "video"],
    ["title", "로비 영상"],
    ["file", formFile(bytes, "lobby.mp4", "video/mp4")],
  ]);

beforeEach(async () => {
  await db.raw("TRUNCATE signage_contents, changes, key_canaries RESTART IDENTITY");
  for (const { name } of await storage.list()) await storage.remove(name);
});
afterEach(() => bucket.setState("working"));

describe("uploads to a bucket", () => {
  it("are stored under the prefix, and not on the machine", async () => {
    const { file } = await addImage(crew.desk);
    expect(await uploads()).toEqual([`site/a/${file.url.slice(7)}`]);
    expect(await staged()).toEqual([]);
    expect((await server.get(file.url)).status).toBe(200);
  });

  it("are served completely, by range, and as 304", async () => {
    const bytes = mp4(2_000_000);
    const { body } = await addVideo(bytes);
    const get = (headers: Record<string, string> = {}, method = "GET") =>
      fetch(server.url + body.file.url, { method, headers });
    const content = async (response: Response) => Buffer.from(await response.arrayBuffer());

    const whole = await get();
    expect(whole.headers.get("Content-Type")).toBe("video/mp4");
    expect(whole.headers.get("Cache-Control")).toContain("immutable");
    expect((await content(whole)).equals(bytes)).toBe(true);
    const size = bytes.length;
    for (const [range, start, end] of [
      ["bytes=0-9", 0, 9],
      ["bytes=1000000-", 1_000_000, size - 1],
      ["bytes=-5", size - 5, size - 1],
    ] as const) {
      const answer = await get({ Range: range });
      expect(answer.status).toBe(206);
      expect(answer.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/${size}`);
      expect((await content(answer)).equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    expect((await get({ Range: `bytes=${size}-` })).status).toBe(416);
    expect((await get({ "If-None-Match": whole.headers.get("ETag") ?? "" })).status).toBe(304);
    const head = await get({}, "HEAD");
    expect(head.headers.get("Content-Length")).toBe(String(size));
  });

  it("reach the bucket only with a valid size and type", async () => {
    const before = bucket.writes();
    expect((await sendForm(crew.desk, contents, imageParts(randomBytes(1_100_000)))).status).toBe(413);
    const html = Buffer.from("<!doctype html><script>alert(1)</script>");
    expect((await sendForm(crew.desk, contents, imageParts(html))).status).toBe(400);
    expect((await addVideo(Buffer.from("no video"))).status).toBe(400);
    expect(bucket.writes()).toBe(before);
    expect(await staged()).toEqual([]);
  });

  it("leave nothing when aborted", async () => {
    const before = bucket.writes();
    const sent = request(server.url + contents, {
      method: "POST",
      headers: { Cookie: crew.desk.cookie, Origin: server.url, "Content-Type": formType },
    });
    sent.on("error", () => {});
    sent.write(
      `${partHead("type")}video\r\n${partHead("title")}x\r\n${partHead("file", "x.mp4", "video/mp4")}`,
    );
    sent.write(mp4(500_000));
    await eventually(async () => (await staged()).length === 1);
    sent.destroy();
    await eventually(async () => (await staged()).length === 0);
    expect(bucket.writes()).toBe(before);
    expect(await db("signageContents")).toEqual([]);
  });

  it("are deleted with their item", async () => {
    const { id } = await addImage(crew.desk);
    expect((await crew.desk.send("DELETE", `${contents}/${id}`)).status).toBe(204);
    expect(await uploads()).toEqual([]);
  });
});

describe("bucket at start", () => {
  it("is rejected when it belongs to another database, is missing or not writable", async () => {
    const { databaseUrl } = server;
    const env = { ...sharedEnv(databaseUrl), JOBS: "off" };
    const start = (url: string) => serve({ settings: readSettings({ ...env, FILES_URL: url }), databaseUrl });
    await bucket.put(note, other);
    await expect(start(bucket.url("site/a"))).rejects.toThrow(/belong to another database/);
    await expect(start(bucket.url("b").replace("uploads", "elsewhere"))).rejects.toThrow(
      /^The bucket of uploaded files, s3:\/\/elsewhere\/b\/, cannot be used: NoSuchBucket/,
    );
    bucket.setState("read only");
    await expect(start(bucket.url("site/c"))).rejects.toThrow(/cannot be used: AccessDenied/);
  });
});

describe("wrong bucket credentials", () => {
  const { databaseUrl } = server;
  const env = { ...sharedEnv(databaseUrl), JOBS: "off", FILES_URL: bucket.url("site/a") };
  const right = process.env.AWS_SECRET_ACCESS_KEY;
  const wrong = `${right} of another`;
  afterEach(() => {
    process.env.AWS_SECRET_ACCESS_KEY = right;
  });

  it("prevent the start", async () => {
    process.env.AWS_SECRET_ACCESS_KEY = wrong;
    const starting = serve({ settings: readSettings(env), databaseUrl });
    await expect(starting).rejects.toThrow(
      /^The bucket of uploaded files, s3:\/\/uploads\/site\/a\/, cannot be used: SignatureDoesNotMatch/,
    );
  });

  it("return 503 from /readyz, uploads and images, with the reason in the log", async () => {
    const { file } = await addImage(crew.desk);
    process.env.AWS_SECRET_ACCESS_KEY = wrong;
    const other = await startTestServer({ sameDatabaseAs: server, now: () => new Date(), env });
    afterAll(() => other.close());
    const desk = withCookie(other, crew.desk.cookie);
    expect(await other.get("/readyz")).toMatchObject({ status: 503, body: { status: "bucket not usable" } });
    expect((await other.get(file.url)).status).toBe(503);
    expect((await sendForm(desk, contents, imageParts(png()))).status).toBe(503);
    const logged = other.log.filter((line) => line.includes("FilesUnavailable"));
    expect(logged.join()).toMatch(/SignatureDoesNotMatch/);
    expect(logged.join()).toMatch(/HTTP 403/);
    expect(other.log.join()).not.toContain(wrong);
  });
});

describe("unreferenced files in a bucket", () => {
  it("are quarantined for 30 days, then deleted", async () => {
    await addImage(crew.desk);
    const name = await orphan();
    expect(await cleanFiles(deps)).toBe(0);
    expect(await cleanFiles(at(1))).toBe(1);
    expect(await bucket.keys()).toContain(`site/a/quarantine/${name}`);
    expect(await uploads()).toHaveLength(1);
    expect(await deps.files.open(name)).toBeUndefined();
    expect(await cleanFiles(at(29))).toBe(0);
    expect(await cleanFiles(at(31))).toBe(1);
    expect((await bucket.keys()).filter((key) => key.includes(name))).toEqual([]);
  });
});

describe("bucket outage", () => {
  const ready = async () => {
    const startedAt = performance.now();
    const { status, body } = await server.get("/readyz");
    return { status, body, isQuick: performance.now() - startedAt < 1_000 };
  };
  const metric = async () => /^visitor_files_up (\d)$/m.exec((await createMetrics(deps).read()).text)?.[1];

  it.each(["silent", "failing"] as const)(
    "%s: /readyz and calls return 503",
    async (state) => {
      const { file } = await addImage(crew.desk);
      expect(await ready()).toMatchObject({ status: 200 });
      bucket.setState(state);
      expect(await ready()).toEqual({ status: 503, body: { status: "bucket not usable" }, isQuick: true });
      expect(await metric()).toBe("0");
      const read = await server.get(file.url);
      expect({ status: read.status, id: read.body.id }).toEqual({ status: 503, id: "unavailable" });
      expect(read.headers.get("Retry-After")).toBe("2");
      expect(read.headers.get("Cache-Control") ?? "").not.toContain("immutable");
      const upload = await sendForm(crew.desk, contents, imageParts(png()));
      expect(upload.status).toBe(503);
      expect(await db("signageContents")).toHaveLength(1);
      expect(await staged()).toEqual([]);
      bucket.setState("working");
      expect(await ready()).toMatchObject({ status: 200 });
      expect(await metric()).toBe("1");
      expect((await server.get(file.url)).status).toBe(200);
    },
    40_000,
  );

  it("stalled: a read that never ends fails after its timeout", async () => {
    bucket.setState("stalled");
    await expect(ownerOf(storage)).rejects.toThrow("no answer within 2.5 s");
  });

  it("read-only: uploads return 503, and files are still served", async () => {
    const { file } = await addImage(crew.desk);
    bucket.setState("read only");
    expect((await sendForm(crew.desk, contents, imageParts(png()))).status).toBe(503);
    expect((await server.get(file.url)).status).toBe(200);
  });
});

it("two processes without a shared disk serve each other's uploads", async () => {
  const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), "visitor-apart-"))));
  const env = { ...sharedEnv(server.databaseUrl), FILES_URL: bucket.url("site/a"), JOBS: "off" };
  const processes = await Promise.all(
    folders.map((folder) => startApiProcess({ ...env, FILES_DIR: join(folder, "files") })),
  );
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });
  try {
    const [first, second] = processes;
    if (!first || !second) throw new Error("two processes are needed");
    const bytes = mp4(700_000);
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      const send = (method: string, path: string, options: CallOptions = {}) =>
        from.send(method, path, { ...options, headers: { ...options.headers, Cookie: crew.desk.cookie } });
      const added = await sendForm({ send }, contents, [
        ["type", "video"],
        ["title", "로비 영상"],
        ["file", formFile(bytes, "lobby.mp4", "video/mp4")],
      ]);
      expect(added.status, added.text).toBe(200);
      for (const { url } of [from, to]) {
        const part = await fetch(url + added.body.file.url, { headers: { Range: "bytes=100-299" } });
        expect(part.status).toBe(206);
        expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);
      }
    }
    for (const folder of folders)
      expect(await readdir(join(folder, "files"), { recursive: true })).toEqual(["incoming"]);
    expect(existsSync(join(folders[0] ?? "", "files", "database-id"))).toBe(false);
  } finally {
    await Promise.all(processes.map((each) => each.stop()));
  }
}, 60_000);
