/** Koa as a team would put it together: headers, one place for errors, a body reader, a router, a line of log a call. */
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";
import { koaBody } from "koa-body";
import { guards, log, origin, refusalOf } from "../bare/answering.ts";
import { Numbers } from "../bare/numbers.ts";
import { type Asked, HttpError, languageOf } from "../bare/request.ts";

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null;

/** Serves handlers by method and route, says where it listens, and ends with its parent. */
export function serve(calls: Readonly<Record<string, (call: Asked) => Promise<unknown>>>): void {
  const numbers = new Numbers();
  const router = new Router();
  for (const [route, handler] of Object.entries(calls)) {
    const [method = "", path = ""] = route.split(" ");
    router.register(path, [method], async (ctx) => {
      ctx.body = await handler({
        path: ctx.path,
        query: ctx.URL.searchParams,
        header: (name) => ctx.get(name) || undefined,
        body: isObject(ctx.request.body) ? ctx.request.body : {},
        address: ctx.get("x-forwarded-for"),
        lang: languageOf(ctx.get("accept-language")),
        now: new Date(),
        numbers,
      });
    });
  }
  const app = new Koa();
  app.use(async (ctx, next) => {
    const began = performance.now();
    const requestId = randomUUID();
    ctx.set({ ...guards, "X-Request-Id": requestId });
    try {
      await next();
    } catch (error) {
      const { status, body } = refusalOf(error);
      ctx.status = status;
      ctx.body = body;
    }
    const route = `${ctx.method} ${ctx._matchedRoute ?? ctx.path}`;
    log.info({ requestId, route, status: ctx.status, ms: Math.round(performance.now() - began) }, "request");
  });
  app.use(async (ctx, next) => {
    if (ctx.method !== "GET" && ctx.get("origin") !== origin) throw new HttpError(403);
    await next();
  });
  app.use(koaBody());
  app.use(router.routes());
  const server = app.listen(0, "127.0.0.1", () =>
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
  );
  process.once("disconnect", () => process.exit(0));
}
