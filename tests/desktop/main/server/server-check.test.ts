import Router from "@koa/router";
import type { Session } from "electron";
import Koa from "koa";
import { describe, expect, it } from "vitest";
import type { Deps } from "#api/deps.ts";
import type { RequestState } from "#api/http/request-context.ts";
import { healthRoutes } from "#api/monitoring/health.ts";
import { createHttpGet, type HttpGetResult } from "../../../../desktop/main/server/http-get.ts";
import { createServerCheck } from "../../../../desktop/main/server/server-check.ts";
import { nodeNet } from "../../support/node-net.ts";
import { healthy, saying, serve } from "../../support/servers.ts";

const session = {} as Session;
const check = createServerCheck(createHttpGet({ net: nodeNet, session, timeoutMs: 1_000, maxBytes: 1000 }));
const never = new AbortController().signal;
const json = "application/json";

describe("a server at an address", () => {
  it("is accepted if it identifies itself as the product", async () => {
    const server = await serve(healthy);
    expect(await check(server.origin, never)).toBeUndefined();
    expect(server.seen).toEqual(["GET /healthz"]);
    expect(server.headers()).not.toHaveProperty("cookie");
  });

  it("is accepted if it answers as the product's API", async () => {
    const router = new Router<RequestState>();
    healthRoutes(router, {} as Deps, { stopping: false });
    const server = await serve(new Koa<RequestState>().use(router.routes()).callback());
    expect(await check(server.origin, never)).toBeUndefined();
  });

  it.each([
    ["another product", 200, json, '{"status":"ok","product":"wiki"}', { code: "otherProduct" }],
    ["no product at all", 200, json, '{"status":"ok"}', { code: "otherProduct" }],
    ["a state other than ok", 200, json, '{"status":"bad","product":"visitor"}', { code: "otherProduct" }],
    ["plain text", 200, "text/plain", "ok", { code: "otherProduct" }],
    ["truncated JSON", 200, json, '{"status":"ok","prod', { code: "otherProduct" }],
    ["a network's sign-in page", 200, "text/html; charset=utf-8", "<html>Wi-Fi", { code: "webPage" }],
    ["a sign-in page with the type of JSON", 200, json, "\n <!doctype html><p>Wi-Fi", { code: "webPage" }],
    ["an error page", 502, "text/html", "<h1>Bad gateway</h1>", { code: "webPage" }],
    ["status 503", 503, json, '{"status":"ok","product":"visitor"}', { code: "status", status: 503 }],
    ["status 404", 404, json, "{}", { code: "status", status: 404 }],
  ])("is refused if it answers with %s", async (_what, status, type, text, problem) => {
    const server = await serve(saying(status, type, text));
    expect(await check(server.origin, never)).toEqual(problem);
  });

  it("is refused if it redirects; the redirect is not followed", async () => {
    const elsewhere = await serve(healthy);
    const server = await serve((_request, response) =>
      response.writeHead(302, { Location: `${elsewhere.origin}/healthz` }).end(),
    );
    const to = new URL(elsewhere.origin).host;
    expect(await check(server.origin, never)).toEqual({ code: "redirect", to });
    expect(elsewhere.seen).toEqual([]);
  });

  it("is refused if it takes too long, before or during the response", async () => {
    const silent = await serve(() => {});
    expect(await check(silent.origin, never)).toEqual({ code: "timeout" });
    const slow = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": json });
      response.write("{");
    });
    expect(await check(slow.origin, never)).toEqual({ code: "timeout" });
  });

  it("is refused if its response exceeds a number of bytes", async () => {
    const endless = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": json });
      const more = () => {
        while (response.write("x".repeat(65_536)));
      };
      response.on("drain", more);
      more();
    });
    expect(await check(endless.origin, never)).toEqual({ code: "otherProduct" });
  });

  it("is refused if nothing listens, or the response is cut off", async () => {
    const gone = await serve(healthy);
    await gone.close();
    expect(await check(gone.origin, never)).toEqual({ code: "unreachable" });
    const broken = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": json, "Content-Length": "100" });
      response.write("{", () => response.destroy());
    });
    expect(await check(broken.origin, never)).toEqual({ code: "unreachable" });
  });

  it.each([
    ["net::ERR_CERT_AUTHORITY_INVALID", "certificate"],
    ["net::ERR_CERT_COMMON_NAME_INVALID", "certificate"],
    ["net::ERR_SSL_PROTOCOL_ERROR", "certificate"],
    ["net::ERR_CONNECTION_TIMED_OUT", "timeout"],
    ["net::ERR_NAME_NOT_RESOLVED", "unreachable"],
    ["net::ERR_PROXY_CONNECTION_FAILED", "unreachable"],
  ])("is refused if Chromium reports %s: %s", async (reason, code) => {
    const failing = createServerCheck(async (): Promise<HttpGetResult> => ({ kind: "failed", reason }));
    expect(await failing("https://visit.example.com", never)).toEqual({ code });
  });

  it("is no longer awaited after an abort", async () => {
    const silent = await serve(() => {});
    const controller = new AbortController();
    const answer = check(silent.origin, controller.signal);
    controller.abort();
    expect(await answer).toEqual({ code: "unreachable" });
    expect(await check(silent.origin, controller.signal)).toEqual({ code: "unreachable" });
  });
});
