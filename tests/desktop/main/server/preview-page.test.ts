import { describe, expect, it } from "vitest";
import { previewOrigin, previewPage } from "../../../../desktop/ipc.ts";
import { createPreviewPage, previewPolicy } from "../../../../desktop/main/server/preview-page.ts";
import { serverPages } from "../../support/server-pages.ts";
import { healthy, saying, serve } from "../../support/servers.ts";

const { answer, behind, forget, jar, lines } = serverPages(createPreviewPage);

const script = "/assets/visitor/assets/preview-gfKHAtz_.js";
const get = (path: string, init?: RequestInit) => answer(new Request(previewOrigin + path, init));

describe("the preview page", () => {
  it("comes from the chosen server, sandboxed and without API calls", async () => {
    const { seen } = await behind(saying(200, "text/html; charset=utf-8", "<title>preview</title>"));
    const response = await answer(new Request(previewPage));
    expect([response.status, await response.text()]).toEqual([200, "<title>preview</title>"]);
    expect(seen).toEqual(["GET /preview"]);
    const rules = (response.headers.get("Content-Security-Policy") ?? "").split("; ");
    expect(rules).toEqual([
      ...["default-src 'none'", "script-src 'self'", "style-src 'self'"],
      ...["style-src-attr 'unsafe-inline'", "font-src 'self'", "base-uri 'none'", "form-action 'none'"],
      ...["frame-ancestors app://console", "sandbox allow-scripts allow-modals"],
    ]);
  });

  it.each([
    [script, "text/javascript; charset=utf-8", "text/javascript; charset=utf-8"],
    [script, "application/javascript", "text/javascript; charset=utf-8"],
    ["/assets/visitor/assets/site-S68S7IHp.css", "text/css", "text/css; charset=utf-8"],
    ["/assets/visitor/assets/PretendardVariable.subset.69-YT16ymcp.woff2", "font/woff2", "font/woff2"],
  ])("loads its files: %s as %s", async (path, type, said) => {
    const { seen } = await behind(saying(200, type, "content"));
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, "content"]);
    expect(response.headers.get("Content-Type")).toBe(said);
    expect(seen).toEqual([`GET ${path}`]);
  });

  it("has none of the server's headers", async () => {
    await behind((_request, response) =>
      response
        .writeHead(200, {
          "Content-Type": "text/html",
          "Content-Security-Policy": "default-src *",
          "Clear-Site-Data": '"*"',
          Link: "</x.js>; rel=preload",
          Refresh: "0; url=https://evil.example",
          "Service-Worker-Allowed": "/",
          "Set-Cookie": "a=b",
          "X-Frame-Options": "SAMEORIGIN",
        })
        .end("<title>preview</title>"),
    );
    const { headers } = await get("/preview");
    expect(Object.fromEntries(headers)).toEqual({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-security-policy": previewPolicy,
      "content-type": "text/html; charset=utf-8",
      "cross-origin-opener-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });
});

describe("the preview's origin", () => {
  it.each([
    ["app-preview://site/", 404],
    ["app-preview://site/preview?x=1", 404],
    ["app-preview://site/preview#x", 404],
    ["app-preview://site/%70review", 404],
    ["app-preview://site/preview%2f..%2fapi/config", 404],
    ["app-preview://site/form", 404],
    ["app-preview://site/dash/user/current", 404],
    ["app-preview://site/assets/visitor/assets/", 404],
    ["app-preview://site/assets/visitor/assets/.js", 404],
    ["app-preview://site/assets/visitor/assets/a..js", 404],
    ["app-preview://site/assets/visitor/assets/a.html", 404],
    ["app-preview://site/assets/visitor/assets/a.js?x", 404],
    ["app-preview://site/assets/visitor/assets/a%2fb.js", 404],
    ["app-preview://site/assets/visitor/assets/%2e%2e/a.js", 404],
    ["app-preview://site/assets/visitor/assets/../../../dash/a.js", 404],
    ["app-preview://site/assets/visitor/assets/x/a.js", 404],
    ["app-preview://site/assets/visitor/assets/constructor", 404],
    ["app-preview://console/preview", 403],
    ["app-preview://site.evil/preview", 403],
    ["app-preview://site:81/preview", 403],
    ["app-preview://x@site/preview", 403],
    ["app://console/preview", 403],
    ["https://site/preview", 403],
  ])("%s is refused with %i, without a request", async (url, status) => {
    const { seen } = await behind(saying(200, "text/html", "the server's"));
    // not by `Request`, which would normalise the address
    const response = await answer({ url, method: "GET", signal: AbortSignal.any([]) } as Request);
    expect([response.status, await response.text()]).toEqual([status, ""]);
    expect(response.headers.get("Content-Security-Policy")).toBe(previewPolicy);
    expect(seen).toEqual([]);
    expect(lines()).toHaveLength(1);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"])("%s is refused", async (method) => {
    const { seen } = await behind(saying(200, "text/html", ""));
    for (const path of ["/preview", script]) expect((await get(path, { method })).status).toBe(405);
    expect(seen).toEqual([]);
  });
});

describe("an unexpected response to the preview", () => {
  async function isRefused(path: string, reason: string): Promise<void> {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([502, ""]);
    expect(response.headers.get("Content-Type")).toBeNull();
    expect(lines().at(-1)).toBe(`preview-refused 502 ${reason}`);
  }

  it("is refused if a network answers a file with its own page", async () => {
    await behind(saying(200, "text/html", "<title>Wi-Fi</title>"));
    await isRefused(script, "type");
    await isRefused("/assets/visitor/assets/site-S68S7IHp.css", "type");
  });

  it.each(["text/javascript", "application/json", "image/svg+xml", "application/xhtml+xml", ""])(
    "is refused as a page: %s",
    async (type) => {
      await behind(saying(200, type, "x"));
      await isRefused("/preview", "type");
    },
  );

  it.each([204, 206, 403, 502])("is refused with status %i", async (status) => {
    await behind(saying(status, "text/html", ""));
    await isRefused("/preview", "status");
  });

  it("is refused if it is a redirect", async () => {
    const elsewhere = await serve(healthy);
    await behind((_request, response) =>
      response.writeHead(302, { Location: `${elsewhere.origin}/preview`, "Set-Cookie": "a=b" }).end(),
    );
    await isRefused("/preview", "redirect");
    await isRefused(script, "redirect");
    expect(elsewhere.seen).toEqual([]);
    expect([...jar()]).toEqual([]);
  });

  it("is refused if the server is too slow or unreachable, or none is chosen", async () => {
    const slow = await behind(() => {});
    await isRefused("/preview", "timeout");
    await slow.close();
    await isRefused("/preview", "failed");
    forget();
    await isRefused("/preview", "unreachable");
  });
});
