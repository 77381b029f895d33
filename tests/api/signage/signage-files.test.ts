import { randomBytes } from "node:crypto";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { cleanFiles } from "#api/jobs/clean-up.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addImage, contents, emptySignage, filesOf, formFile } from "../../support/signage-calls.ts";
import { mp4, sendForm } from "../../support/visitor/forms.ts";

const morning = new Date("2026-03-10T01:00:00Z");
const { server, crew } = await staffedSite();

beforeEach(async () => {
  server.now = morning;
  await emptySignage(server);
});

const folder = () => server.deps.settings.filesDir;

describe("GET /files/{name}", () => {
  // Videos, unlike images, are stored byte for byte.
  const bytes = mp4(5_000);
  let url: string;
  beforeEach(async () => {
    const { body } = await sendForm(crew.desk, contents, [
      ["type", "video"],
      ["title", "로비 영상"],
      ["file", formFile(bytes)],
    ]);
    url = body.file.url;
  });
  const get = (headers: Record<string, string> = {}, method = "GET") =>
    fetch(server.url + url, { method, headers });
  const content = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it("serves files as immutable, with the stored type", async () => {
    const answer = await get();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "last-modified": "Tue, 10 Mar 2026 01:00:00 GMT",
      etag: `"${url.slice(7)}"`,
    });
    expect((await content(answer)).equals(bytes)).toBe(true);
  });

  it("answers HEAD without content", async () => {
    const answer = await answered(get({}, "HEAD"));
    expect(answer.headers.get("Content-Length")).toBe(String(bytes.length));
    expect((await content(answer)).length).toBe(0);
  });

  const size = bytes.length;
  it.each([
    ["bytes=0-9", 0, 9],
    ["bytes=100-", 100, size - 1],
    ["bytes=-5", size - 5, size - 1],
    [`bytes=10-${size + 99}`, 10, size - 1],
    ["bytes=-999999", 0, size - 1],
  ])("serves the range %s", async (range, start, end) => {
    const answer = await answered(get({ Range: range }), 206);
    expect(answer.headers.get("Content-Range")).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers.get("Content-Length")).toBe(String(end - start + 1));
    expect((await content(answer)).equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  it.each([`bytes=${size}-`, "bytes=-0"])("returns 416 for the range %s", async (range) => {
    expect((await answered(get({ Range: range }), 416)).headers.get("Content-Range")).toBe(`bytes */${size}`);
  });

  it.each(["bytes=0-1,5-6", "bytes=9-2", "lines=0-1", "bytes=-"])("ignores the range %s", async (range) => {
    expect((await content(await answered(get({ Range: range })))).length).toBe(size);
  });

  it("serves a range only if If-Range matches", async () => {
    const { headers } = await get({}, "HEAD");
    const etag = headers.get("ETag") ?? "";
    const date = headers.get("Last-Modified") ?? "";
    for (const same of [etag, date]) {
      expect((await get({ Range: "bytes=0-1", "If-Range": same })).status).toBe(206);
    }
    for (const other of ['"x"', `W/${etag}`, "Mon, 09 Mar 2026 01:00:00 GMT"]) {
      expect((await get({ Range: "bytes=0-1", "If-Range": other })).status).toBe(200);
    }
  });

  it("returns 304 for a matching ETag", async () => {
    const answer = await answered(get({ "If-None-Match": `"${url.slice(7)}"`, Range: "bytes=0-1" }), 304);
    expect((await content(answer)).length).toBe(0);
  });

  it.each([
    "/files/x.png",
    "/files/..%2f..%2fpackage.json",
    "/files/%2e%2e/%2e%2e/package.json",
    "/files/incoming",
    `/files/${"0".repeat(32)}.png`,
    `/files/${"0".repeat(32)}.html`,
    "/files/",
  ])("returns 404 for %s", async (other) => {
    const answer = await answered(server.get(other), 404);
    expect(answer.headers.get("Cache-Control") ?? "").not.toContain("immutable");
  });

  it("returns 404 when the file is missing", async () => {
    await server.deps.files.remove(url.slice(7));
    expect((await get()).status).toBe(404);
  });
});

describe("file clean-up", () => {
  it("quarantines unreferenced files after an hour, and deletes interrupted uploads", async () => {
    await mkdir(join(folder(), "incoming"), { recursive: true });
    const { file: image } = await addImage(crew.desk);
    const name = () => `${randomBytes(16).toString("hex")}.png`;
    const [old, young, strange] = [name(), name(), "notes.txt"];
    for (const one of [old, young, strange, "incoming/half", "incoming/arriving"]) {
      await writeFile(join(folder(), one), "x");
    }
    const ago = (minutes: number) => new Date(morning.getTime() - minutes * 60_000);
    for (const one of [old, strange, "incoming/half", image.url.slice(7)]) {
      await utimes(join(folder(), one), ago(61), ago(61));
    }
    for (const one of [young, "incoming/arriving"]) await utimes(join(folder(), one), ago(59), ago(59));
    expect(await cleanFiles(server.deps)).toBe(2);
    expect(await filesOf(server)).toEqual([image.url.slice(7), young, strange, "arriving"].sort());
    expect(await readdir(join(folder(), "quarantine"))).toEqual([old]);
  });
});
