/** The pages of the lobby's player: its own files, and of the server only public paths. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createPlayerPages, lobbyOrigin, lobbyPolicy } from "../../../../desktop/main/lobby/player-pages.ts";
import { ownFolder } from "../../support/folder.ts";
import { serverPages } from "../../support/server-pages.ts";
import { saying } from "../../support/servers.ts";

const { answer, behind, jar, lines } = serverPages((parts) => {
  const folder = ownFolder();
  for (const name of ["did", "signage"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "signage/index.html"), "<title>player</title>");
  writeFileSync(join(folder, "did/worker.js"), "worker");
  writeFileSync(join(folder, "secret.js"), "secret");
  return createPlayerPages({ folder, files: ["signage/index.html", "did/worker.js"], ...parts });
});

const get = (path: string, init?: RequestInit) => answer(new Request(lobbyOrigin + path, init));

const json = saying(200, "application/json; charset=utf-8", '{"items":[]}');

describe("the player's page", () => {
  it("is bundled, with a content security policy that allows only its own files", async () => {
    const { seen } = await behind(saying(200, "text/html", "<title>server</title>"));
    const page = await get("/did");
    expect([page.status, await page.text()]).toEqual([200, "<title>player</title>"]);
    expect(page.headers.get("Content-Security-Policy")).toBe(lobbyPolicy);
    expect(lobbyPolicy).not.toMatch(/unsafe|https?:|blob:|data:|\*/);
    expect(seen).toEqual([]);
  });

  it("has its service worker, with the scope of the page", async () => {
    const worker = await get("/did/worker.js");
    expect(worker.headers.get("Service-Worker-Allowed")).toBe("/did");
    expect(worker.headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect((await get("/did")).headers.has("Service-Worker-Allowed")).toBe(false);
  });

  it("has no ETag: new releases come with the app", async () => {
    const head = await get("/did", { method: "HEAD" });
    expect([head.status, head.headers.get("ETag"), await head.text()]).toEqual([200, null, ""]);
  });
});

describe("requests of the player to the server", () => {
  it.each([
    ["/api/did/playlist", "application/json"],
    ["/api/config", "application/json"],
    ["/custom/logo?lang=ko", "image/svg+xml"],
    ["/files/0a1b2c3d.mp4", "video/mp4"],
  ])("%s is forwarded, without cookies", async (path, type) => {
    const { seen, headers } = await behind((_request, response) =>
      response
        .writeHead(200, { "Content-Type": type, "Set-Cookie": "a=b", Refresh: "1", ETag: '"7"' })
        .end("x"),
    );
    jar().set("sid", "staff");
    const response = await get(path, {
      headers: { Authorization: "Bearer x", Range: "bytes=0-", "X-Other": "y" },
    });
    expect([response.status, await response.text()]).toEqual([200, "x"]);
    expect(seen).toEqual([`GET ${path}`]);
    expect(headers()).toMatchObject({ range: "bytes=0-" });
    for (const name of ["cookie", "authorization", "x-other", "origin"])
      expect(headers()[name]).toBeUndefined();
    expect(jar().get("a")).toBeUndefined();
    for (const name of ["Set-Cookie", "Refresh"]) expect(response.headers.has(name)).toBe(false);
    expect(response.headers.get("ETag")).toBe('"7"');
    expect(response.headers.get("Content-Security-Policy")).toBe(lobbyPolicy);
  });

  it.each([
    ["/api/visit", "GET"],
    ["/api/did/playlist?x=1", "GET"],
    ["/dash/user/current", "GET"],
    ["/files/a/../../dash", "GET"],
    ["/custom/logo?lang=ko&x=1", "GET"],
    ["/secret.js", "GET"],
    ["/api/did/playlist", "POST"],
    ["/api/did/playlist", "HEAD"],
  ])("%s by %s is not forwarded", async (path, method) => {
    const { seen } = await behind(json);
    expect((await get(path, { method })).status).toBeGreaterThanOrEqual(400);
    expect(seen).toEqual([]);
    expect(lines()).toHaveLength(1);
  });

  it.each([
    "https://evil.example/did",
    "https://lobby.invalid.evil.example/did",
    "https://lobby.invalid:1/did",
  ])("%s is refused", async (address) => {
    expect((await answer(new Request(address))).status).toBe(403);
  });

  it.each([
    ["/api/did/playlist", "text/html"],
    ["/files/0a1b.mp4", "text/html"],
    ["/files/0a1b.js", "text/javascript"],
  ])("%s is refused with type %s", async (path, type) => {
    await behind(saying(200, type, "x"));
    expect((await get(path)).status).toBe(502);
  });

  it("errors keep their status and lose their body, and redirects are not followed", async () => {
    await behind(saying(404, "application/json", '{"message":"gone"}'));
    const gone = await get("/files/0a1b.png");
    expect([gone.status, await gone.text()]).toEqual([404, ""]);
    await behind((_request, response) => response.writeHead(302, { Location: "https://evil.example" }).end());
    expect((await get("/api/config")).type).toBe("error");
  });

  it("range requests of a video are forwarded", async () => {
    await behind((_request, response) =>
      response
        .writeHead(206, {
          "Content-Type": "video/mp4",
          "Content-Range": "bytes 0-0/9",
          "Content-Length": "1",
        })
        .end("x"),
    );
    const part = await get("/files/0a1b.mp4", { headers: { Range: "bytes=0-0" } });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, "bytes 0-0/9"]);
  });

  it("fail as network errors if the server is lost or none is chosen", async () => {
    expect((await get("/api/config")).type).toBe("error");
    const { close } = await behind(json);
    await close();
    expect((await get("/api/config")).type).toBe("error");
  });
});
