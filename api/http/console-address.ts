/** The console answers only where the environment lets it be used (docs/decisions/accounts/console-addresses.md). */
import type { Middleware } from "koa";
import { outsideAddresses } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { RequestState, RouteMiddleware } from "./request-context.ts";

/** Whether a call is the console's: all that needs somebody signed in, and the way in. */
export const isConsoleCall = ({ path, permission }: Pick<Endpoint, "path" | "permission">): boolean =>
  permission !== "public" || path.startsWith("/dash/");

/** Answers 403 from elsewhere. */
export const requireConsoleAddress: RouteMiddleware = (ctx, next) => {
  if (!ctx.state.isConsoleAddress) throw outsideAddresses();
  return next();
};

/** The same for the console's pages. */
export const requireConsoleAddressOfPages: Middleware<RequestState> = (ctx, next) => {
  if (/^\/dash(\/|$)/i.test(ctx.path) && !ctx.state.isConsoleAddress) throw outsideAddresses();
  return next();
};
