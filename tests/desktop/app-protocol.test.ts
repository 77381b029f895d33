import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  contentSecurityPolicy,
  createAppProtocol,
  parseFileList,
} from "../../desktop/main/app-protocol.ts";
import { ownFolder } from "./support/folder.ts";
import { keptLog } from "./support/log.ts";

let answer: Answer;
let lines: string[];

beforeEach(() => {
  const folder = ownFolder();
  mkdirSync(join(folder, "renderer/assets/dist"), { recursive: true });
  writeFileSync(join(folder, "secret.html"), "secret");
  for (const file of [
    "index.html",
    "assets/dist/main.js",
    "assets/dist/unlisted.js",
    "notes.txt",
    "files.json",
  ])
    writeFileSync(join(folder, "renderer", file), `content of ${file}`);
  const files = ["index.html", "assets/dist/main.js", "assets/dist/gone.js", "notes.txt"];
  const kept = keptLog();
  lines = kept.lines;
  answer = createAppProtocol({ folder: join(folder, "renderer"), files, log: kept.log });
});

const get = (url: string, method = "GET") => answer(new Request(url, { method }));

describe("app://console", () => {
  it.each([
    ["app://console/", "index.html", "text/html; charset=utf-8"],
    ["app://console/index.html", "index.html", "text/html; charset=utf-8"],
    ["app://console/assets/dist/main.js", "assets/dist/main.js", "text/javascript; charset=utf-8"],
    ["app://console/assets/dist/main.js?v=1#x", "assets/dist/main.js", "text/javascript; charset=utf-8"],
  ])("answers %s with %s", async (url, file, type) => {
    const response = await get(url);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(`content of ${file}`);
    expect(response.headers.get("Content-Type")).toBe(type);
  });

  it.each([
    ["app://console/%2e%2e%2fsecret.html", 400],
    ["app://console/%2e%2e%5csecret.html", 400],
    ["app://console/assets/%2e%2e/%2e%2e/secret.html", 404],
    ["app://console/../secret.html", 404],
    ["app://console/assets/..%2f..%2fsecret.html", 400],
    ["app://console/..\\secret.html", 400],
    ["app://console//etc/passwd", 400],
    ["app://console/assets//dist/main.js", 400],
    ["app://console/index.html%00.js", 400],
    ["app://console/%69ndex.html", 400],
    ["app://console/secret.html", 404],
    ["app://console/files.json", 404],
    ["app://console/assets/dist/unlisted.js", 404],
    ["app://console/notes.txt", 404],
    ["app://console/INDEX.HTML", 404],
    ["app://console/assets/dist/", 404],
    ["app://console/constructor", 404],
    ["app://other/index.html", 403],
    ["app://console.evil/index.html", 403],
    ["app://console:81/index.html", 403],
    ["https://console/index.html", 403],
    ["file:///etc/passwd", 403],
  ])("refuses %s with %i", async (url, status) => {
    const response = await get(url);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe("");
    expect(lines).toHaveLength(1);
  });

  it.each(["POST", "PUT", "DELETE", "OPTIONS"])("refuses %s", async (method) => {
    expect((await get("app://console/index.html", method)).status).toBe(405);
  });

  it("answers HEAD without a body", async () => {
    const response = await get("app://console/", "HEAD");
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it("puts the policy on every answer, refusals too", async () => {
    for (const url of ["app://console/", "app://console/nothing"]) {
      const { headers } = await get(url);
      expect(headers.get("Content-Security-Policy")).toBe(contentSecurityPolicy);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  it("allows nothing but files of our own", () => {
    const policy = new Map(
      contentSecurityPolicy.split("; ").map((rule) => {
        const [name = "", ...sources] = rule.split(" ");
        return [name, sources.join(" ")];
      }),
    );
    expect(policy.get("default-src")).toBe("'none'");
    expect([...policy.values()].every((sources) => sources === "'self'" || sources === "'none'")).toBe(true);
    for (const rule of ["base-uri", "form-action", "frame-ancestors"])
      expect(policy.get(rule)).toBe("'none'");
  });

  it("takes no list of files but a list of files", () => {
    expect(parseFileList('["index.html"]')).toEqual(["index.html"]);
    expect(() => parseFileList('{"a":1}')).toThrow();
  });
});
