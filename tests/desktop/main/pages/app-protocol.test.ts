import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import {
  consolePolicy,
  contentSecurityPolicy,
  createAppProtocol,
  parseFileList,
  type RequestHandler,
} from "../../../../desktop/main/pages/app-protocol.ts";
import { ownFolder } from "../../support/folder.ts";
import { keptLog } from "../../support/log.ts";

let answer: RequestHandler;
let lines: string[];
/** what went to the server */
let forwarded: string[];
let drawn = 0;

beforeEach(() => {
  const folder = ownFolder();
  mkdirSync(join(folder, "renderer/assets/dist"), { recursive: true });
  writeFileSync(join(folder, "secret.html"), "secret");
  for (const file of [
    ...["index.html", "console.html", "assets/dist/main.js", "assets/dist/unlisted.js", "notes.txt"],
    "files.json",
  ])
    writeFileSync(join(folder, "renderer", file), `content of ${file}`);
  writeFileSync(join(folder, "renderer/console.html"), '<meta nonce="__NONCE__">');
  const files = ["index.html", "console.html", "assets/dist/main.js", "assets/dist/gone.js", "notes.txt"];
  const kept = keptLog();
  lines = kept.lines;
  forwarded = [];
  answer = createAppProtocol({
    folder: join(folder, "renderer"),
    files,
    forward: async ({ method, url }) => {
      forwarded.push(`${method} ${url}`);
      return new Response("the server's");
    },
    random: (size) => new Uint8Array(size).fill(++drawn),
    log: kept.log,
  });
});

const get = (url: string, method = "GET") => answer(new Request(url, { method }));
/** As a browser asks for a page. */
const visit = (url: string) =>
  answer(new Request(url, { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } }));

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
    ["app://console/assets/%2e%2e/%2e%2e/secret.html", 404],
    ["app://console/assets/..%2f..%2fsecret.html", 400],
    ["app://console/..\\secret.html", 400],
    ["app://console//etc/passwd", 400],
    ["app://console/index.html%00.js", 400],
    ["app://console/%69ndex.html", 400],
    ["app://console/secret.html", 404],
    ["app://console/files.json", 404],
    ["app://console/console.html", 404],
    ["app://console/assets/dist/unlisted.js", 404],
    ["app://console/notes.txt", 404],
    ["app://console/constructor", 404],
    ["app://other/index.html", 403],
    ["app-preview://site/preview", 403],
    ["app://console:81/index.html", 403],
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

  it("sends the content security policy with every response, including refusals", async () => {
    for (const url of ["app://console/", "app://console/nothing"]) {
      const { headers } = await get(url);
      expect(headers.get("Content-Security-Policy")).toBe(contentSecurityPolicy);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
  });

  it("allows only the app's own files", () => {
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

  it.each([
    "app://console/dash",
    "app://console/dash/visits?page=2&q=%EA%B9%80",
    "app://console/dash/invitation/abc",
  ])("serves the console at %s, with a new nonce each time", async (url) => {
    const pages = [await visit(url), await visit(url)];
    const nonces: string[] = [];
    for (const page of pages) {
      const [, nonce = ""] = /nonce="([^"]+)"/.exec(await page.text()) ?? [];
      expect(page.headers.get("Content-Security-Policy")).toBe(consolePolicy(nonce));
      expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
      nonces.push(nonce);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(forwarded).toEqual([]);
  });

  it("allows only the console's own scripts, and styles with its nonce", () => {
    const rules = consolePolicy("abc").split("; ");
    expect(rules).toContain("default-src 'none'");
    expect(rules).toContain("script-src 'self'");
    expect(rules).toContain("style-src 'self' 'nonce-abc'");
    expect(rules).toContain("connect-src 'self'");
    expect(rules).toContain("frame-src app-preview://site");
    expect(rules.filter((rule) => /unsafe/.test(rule))).toEqual(["style-src-attr 'unsafe-inline'"]);
  });

  it.each([
    ["GET", "app://console/api/config"],
    ["GET", "app://console/dash/visits?page=2"],
    ["POST", "app://console/dash/login"],
    ["DELETE", "app://console/dash/visits/5"],
    ["GET", "app://console/dash/codes/%EA%B9%80"],
    ["GET", "app://console/custom/logo.png"],
    ["GET", "app://console/files/abc.mp4"],
    ["GET", "app://console/healthz"],
  ])("forwards %s %s to the server", async (method, url) => {
    expect(await (await get(url, method)).text()).toBe("the server's");
    expect(forwarded).toEqual([`${method} ${url}`]);
  });

  it.each([
    ["GET", "app://console/visitor/request", 404],
    ["POST", "app://console/visitor/request", 405],
    ["GET", "app://console/desktop/updates/latest.yml", 404],
    ["OPTIONS", "app://console/dash/login", 405],
    ["GET", "app://console/dash/%2e%2e/api", 404],
    ["GET", "app://console/dash/%2e%2e%2fhealthz", 400],
    ["GET", "app://console/dash/x%2Fy", 400],
    ["GET", "app://console/dash/x%00", 400],
    ["GET", "app://console/dash//evil.example/", 400],
    ["GET", "app://evil/dash/visits", 403],
  ])("does not forward %s %s", async (method, url, status) => {
    const response = await get(url, method);
    // dots that the parser resolves have led elsewhere by then
    if (new URL(url).pathname === "/api") expect(response.status).toBe(404);
    else expect(response.status).toBe(status);
    expect(forwarded).toEqual([]);
  });

  it.each(["app://console/files/abc.html", "app://console/api/config", "app://console/custom/x"])(
    "serves no HTML of the server: %s",
    async (url) => {
      expect((await visit(url)).status).toBe(404);
      expect(forwarded).toEqual([]);
    },
  );

  it("accepts only a list of files", () => {
    expect(parseFileList('["index.html"]')).toEqual(["index.html"]);
    expect(() => parseFileList('{"a":1}')).toThrow();
  });
});
