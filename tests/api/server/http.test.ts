import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as openSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { bindRoute } from "#api/http/bind-route.ts";
import { route } from "#api/http/route.ts";
import { endpoints } from "#api/routes.ts";
import { commit, version } from "#api/version.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { ROOT } from "#scripts/lib/paths.ts";
import { answered, startOwnServer, type TestServer } from "../../support/api.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { koreanApplication, seedSite } from "../../support/site.ts";

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;
const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;

const siteDir = mkdtempSync(join(tmpdir(), "site-"));
writeFileSync(join(siteDir, "index.html"), "<!doctype html><title>site</title>");
writeFileSync(join(siteDir, "app-1a2B3c_4.js"), "export {}");
writeFileSync(join(siteDir, "app-1a2B3c_4.js.br"), brotliCompressSync("export {}"));
writeFileSync(join(siteDir, "app-1a2B3c_4.js.gz"), gzipSync("export {}"));
writeFileSync(join(siteDir, "icon.svg"), "<svg/>");
const { server } = await seededSite({ siteDir, env: { TRUSTED_PROXIES: "10.9.8.7" } });

describe("all responses", () => {
  it("have a request id, which is logged; a caller's valid id is kept", async () => {
    const made = await server.get("/api/config");
    const id = made.headers.get("X-Request-Id") ?? "";
    expect(id).toMatch(/^[\w-]{36}$/);
    expect(server.log.join()).toContain(id);
    const accepted = await server.get("/api/config", { headers: { "X-Request-Id": "caller-12345678" } });
    expect(accepted.headers.get("X-Request-Id")).toBe("caller-12345678");
    const replaced = await server.get("/api/config", { headers: { "X-Request-Id": "a b<c>" } });
    expect(replaced.headers.get("X-Request-Id")).not.toContain("<");
  });

  it("have security headers and a CSP without inline scripts", async () => {
    for (const path of ["/", "/api/config", "/healthz", "/nothing"]) {
      const { headers } = await server.get(path);
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).toMatch(/default-src 'self'/);
      expect(policy.replace(/style-src-attr[^;]*/, "")).not.toContain("unsafe");
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("X-Frame-Options")).toBe("DENY");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(headers.get("X-Powered-By")).toBeNull();
    }
  });

  it("of the API are not cached", async () => {
    for (const path of ["/api/config", "/api/terms/deployed", "/healthz"]) {
      expect((await server.get(path)).headers.get("Cache-Control")).toBe("no-store");
    }
  });

  it("are logged by route, without values from the URL", async () => {
    server.log.length = 0;
    await server.get(`/visitor/findHostUsers?s=${encodeURIComponent("홍길동비밀")}&company=1`);
    await server.get("/nothing/010-1234-5678");
    const lines = server.log.join("");
    expect(lines).toContain('"route":"/visitor/findHostUsers"');
    expect(lines).not.toMatch(/홍길동|%ED|1234-5678/);
  });
});

describe("errors", () => {
  it("are JSON for unknown API paths and the site for unknown pages", async () => {
    expect((await server.get("/api/nothing")).body).toEqual({ id: "notFound", message: "찾을 수 없습니다." });
    const page = await answered(server.get("/nothing", { headers: { Accept: "text/html,*/*" } }), 404);
    expect(page.text).toContain("<title>site</title>");
    expect((await server.get("/api/nothing", { headers: { Accept: "text/html" } })).body.id).toBe("notFound");
  });

  it("are plain text with Allow for a 405", async () => {
    const answer = await answered(server.send("DELETE", "/api/config", { lang: "en" }), 405);
    expect(answer.text).toBe("This method is not supported here.");
    expect(answer.headers.get("Allow")).toBe("HEAD, GET");
  });

  it("hide details of internal errors", async () => {
    await server.db.raw("ALTER TABLE site_version RENAME TO site_version_away");
    const answer = await server.get("/api/config");
    await server.db.raw("ALTER TABLE site_version_away RENAME TO site_version");
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ id: "internal", message: "서버에서 요청을 처리하지 못했습니다." });
    expect(server.log.join("")).toContain("42P01");
    expect((await server.get("/api/config")).status).toBe(200);
  });

  it("abort safely when a request breaks off in its body", async () => {
    const { hostname, port } = new URL(server.url);
    await new Promise<void>((resolve, reject) => {
      const socket = openSocket(Number(port), hostname, () => {
        socket.write(
          `POST /api/request/search HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${server.url}\r\n` +
            "Content-Type: application/json\r\nContent-Length: 500\r\nExpect: 100-continue\r\n\r\n",
        );
      });
      // the server has read the headers and waits for the body
      socket.once("data", () => socket.write('{"name":', () => socket.destroy()));
      socket.on("close", () => resolve());
      socket.on("error", reject);
    });
    expect((await server.get("/healthz")).status).toBe(200);
  });
});

describe("routes", () => {
  it("are exactly the contract's endpoints", async () => {
    const declared: string[] = [];
    for (const file of globSync("api/contract/**/*.ts", { cwd: ROOT })) {
      const exported = Object.values(await import(join(ROOT, file)));
      const calls = exported.flatMap((value) => [value, ...Object.values(value ?? {})]).filter(isEndpoint);
      declared.push(...calls.map(nameOf));
    }
    expect(endpoints.map(nameOf).sort()).toEqual([...new Set(declared)].sort());
  });

  it("are exactly those in docs/screens.md", () => {
    const text = readFileSync(join(ROOT, "docs/screens.md"), "utf8");
    const listed = [...text.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, call]) => call);
    expect([...new Set(listed)].sort()).toEqual(endpoints.map(nameOf).sort());
  });

  it.each(["permission", "recorded"])("fail to register without `%s`", (key) => {
    const [first] = endpoints;
    const incomplete = { ...first, [key]: undefined } as never;
    expect(() =>
      bindRoute(
        { register() {} } as never,
        route(incomplete, async () => undefined as never),
        {} as never,
      ),
    ).toThrow(/names no permission/);
  });

  it("match regardless of case and trailing slash, with a common rate limit", async () => {
    const limited = await startOwnServer({ limits: { hostSearch: 3 } });
    const paths = [
      "/visitor/findHostUsers",
      "/VISITOR/findhostusers",
      "/visitor/findHostUsers/",
      "/Visitor/FindHostUsers/?s=",
    ];
    const statuses = [];
    for (const path of paths) statuses.push((await limited.get(path)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe("rate limits", () => {
  it("return 429 with Retry-After by address, ignoring X-Forwarded-For of untrusted proxies", async () => {
    const limited = await startOwnServer({ limits: { submit: 2 } });
    const ownSite = await seedSite(limited.db);
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      const answer = await limited.post("/api/request/simple/save/", {
        body: koreanApplication(ownSite),
        headers: { "X-Forwarded-For": `203.0.113.${i}` },
      });
      statuses.push(answer.status);
      if (i === 2) {
        expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
        expect(answer.body).toMatchObject({ id: "tooManyRequests", message: expect.stringMatching(/\d+초/) });
      }
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect(await limited.db("visits")).toHaveLength(2);
  });

  it("separate callers behind a trusted proxy, and ignore forged addresses", async () => {
    const limited = await startOwnServer({ limits: { hostSearch: 1 }, env: { TRUSTED_PROXIES: "loopback" } });
    const from = (forwarded: string) =>
      limited.get("/visitor/findHostUsers?s=ab", { headers: { "X-Forwarded-For": forwarded } });
    expect((await from("203.0.113.1")).status).toBe(200);
    expect((await from("203.0.113.2")).status).toBe(200);
    expect((await from("198.51.100.9, 203.0.113.1")).status).toBe(429);
  });

  it("count attempts for a phone number over all addresses", async () => {
    const limited = await startOwnServer({
      limits: { lookupNumber: 2 },
      env: { TRUSTED_PROXIES: "loopback" },
    });
    const lookUp = (address: string, cellPhone: string) =>
      limited.post("/api/request/search", {
        body: { name: "아무개", cellPhone },
        headers: { "X-Forwarded-For": address },
      });
    expect((await lookUp("203.0.113.1", "010-1111-2222")).status).toBe(200);
    expect((await lookUp("203.0.113.2", "01011112222")).status).toBe(200);
    expect((await lookUp("203.0.113.3", "+82 10 1111 2222")).status).toBe(429);
    expect((await lookUp("203.0.113.3", "010-1111-3333")).status).toBe(200);
    expect(decodedJson(await limited.db("rateLimits"))).not.toContain("1111");
  });
});

describe("Origin of a write", () => {
  it("is compared with the host that a trusted proxy forwards", async () => {
    const own = await startOwnServer({ env: { TRUSTED_PROXIES: "loopback" } });
    const callAt = (at: TestServer) =>
      at.post("/api/request/search", {
        body: {},
        headers: { Origin: "https://visit.example.com", "X-Forwarded-Host": "visit.example.com" },
      });
    expect((await callAt(own)).status).toBe(400);
    expect((await callAt(server)).status).toBe(403);
  });
});

describe("files of the public site", () => {
  it("are served as pages at their five routes, revalidated each time", async () => {
    for (const path of ["/", "/form", "/final", "/privacy", "/result"]) {
      const page = await server.get(path);
      expect(page.headers.get("Content-Type")).toMatch("text/html");
      expect(page.headers.get("Cache-Control")).toBe("no-cache");
      const again = await server.get(path, {
        headers: { "If-None-Match": page.headers.get("ETag") ?? "", "Cache-Control": "max-age=0" },
      });
      expect(again.status).toBe(304);
    }
  });

  it("are immutable with hashed names, and compressed as the browser accepts", async () => {
    const packed = await server.get("/assets/visitor/app-1a2B3c_4.js", {
      headers: { "Accept-Encoding": "gzip, deflate, br, zstd" },
    });
    expect(packed.text).toBe("export {}");
    expect(packed.headers.get("Content-Encoding")).toBe("br");
    const old = await server.get("/assets/visitor/app-1a2B3c_4.js", {
      headers: { "Accept-Encoding": "gzip" },
    });
    expect([old.headers.get("Content-Encoding"), old.text]).toEqual(["gzip", "export {}"]);
    expect(packed.headers.get("Vary")).toContain("Accept-Encoding");
    expect(packed.headers.get("Content-Type")).toMatch("javascript");
    expect(packed.headers.get("Cache-Control")).toMatch(/max-age=31536000.*immutable/);
    const plain = await server.get("/assets/visitor/app-1a2B3c_4.js", {
      headers: { "Accept-Encoding": "identity" },
    });
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(plain.text).toBe("export {}");
    expect((await server.get("/assets/visitor/icon.svg")).headers.get("Cache-Control")).not.toMatch(
      "immutable",
    );
  });

  it("stay available when the build is deleted after the start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "site-"));
    writeFileSync(join(folder, "index.html"), "<title>first</title>");
    writeFileSync(join(folder, "a-12345678.js"), "first");
    writeFileSync(join(folder, "b-12345678.js"), "packed");
    writeFileSync(join(folder, "b-12345678.js.gz"), gzipSync("packed"));
    writeFileSync(join(folder, "font-12345678.woff2"), "font");
    const own = await startOwnServer({ siteDir: folder });
    // Fonts are not cached: a new build uses the same names.
    expect((await own.get("/assets/visitor/font-12345678.woff2")).text).toBe("font");
    rmSync(folder, { recursive: true });
    expect((await own.get("/assets/visitor/font-12345678.woff2")).status).toBe(404);
    expect((await own.get("/assets/visitor/a-12345678.js")).text).toBe("first");
    const plain = { headers: { "Accept-Encoding": "identity" } };
    expect((await own.get("/assets/visitor/b-12345678.js", plain)).text).toBe("packed");
    expect((await own.get("/form")).text).toContain("first");
  });

  it("are the only files served", async () => {
    for (const path of [
      "/assets/visitor/missing.js",
      "/assets/visitor/index.html",
      "/assets/visitor/app-1a2B3c_4.js.br",
      "/assets/visitor/../../package.json",
      "/assets/visitor/%2e%2e/%2e%2e/package.json",
      "/assets/visitor/..%2f..%2fpackage.json",
      "/assets/visitor/%00",
      "/assets/visitor/%",
    ]) {
      const answer = await server.get(path);
      expect(answer.status, path).toBe(404);
      expect(answer.text).not.toContain("dependencies");
    }
    expect(existsSync("package.json")).toBe(true);
  });
});

describe("GET /healthz and /readyz", () => {
  it("return product, version and status", async () => {
    expect((await server.get("/healthz")).body).toEqual({
      status: "ok",
      product: "visitor",
      version: version,
      commit,
    });
    const now = server.now;
    // Readiness compares with the database's time.
    server.now = new Date();
    expect((await server.get("/readyz")).body).toEqual({ status: "ready", jobs: [] });
    server.now = now;
  });

  it("return 503 without a database, except /healthz", async () => {
    const away = await startOwnServer();
    await Promise.all([away.db.destroy(), away.deps.publicDb.destroy()]);
    const [ready, call, health] = [
      await away.get("/readyz"),
      await away.get("/api/config"),
      await away.get("/healthz"),
    ];
    expect([ready.status, health.status]).toEqual([503, 200]);
    expect(call.status).toBe(503);
    expect(call.headers.get("Retry-After")).toBe("2");
  });
});
