/** A server with a single route of given steps. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Router from "@koa/router";
import Koa from "koa";
import { handleErrors } from "#api/http/error-handler.ts";
import {
  type RequestContext,
  type RequestState,
  type RouteMiddleware,
  requestContext,
} from "#api/http/request-context.ts";
import { createLog } from "#api/log.ts";
import { type Answer, type CallOptions, callsTo } from "./api.ts";

/** A step that sets the request's state. */
export const withState =
  (state: Partial<RequestState>): RouteMiddleware =>
  async (ctx, next) => {
    Object.assign(ctx.state, state);
    await next();
  };

/**
 * Makes one request to these steps.
 * @param answer of the last step; by default an empty 200
 */
export async function callSteps(
  steps: readonly RouteMiddleware[],
  options: CallOptions & { readonly method?: string; readonly path?: string } = {},
  answer: (ctx: RequestContext) => unknown = () => ({}),
): Promise<Answer> {
  const log = createLog("silent");
  const router = new Router<RequestState>();
  const last: RouteMiddleware = async (ctx) => {
    ctx.body = await answer(ctx);
  };
  router.register("/things/:id", ["GET", "POST"], [...steps, last]);
  const app = new Koa<RequestState>()
    .use(requestContext(log, { trustedProxies: [], publicOrigin: undefined, consoleAddresses: [] }))
    .use(handleErrors(log))
    .use(router.routes());
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await callsTo(`http://127.0.0.1:${port}`).send(
      options.method ?? "POST",
      options.path ?? "/things/7",
      options,
    );
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
