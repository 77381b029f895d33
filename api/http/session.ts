/** Finds out who calls, by the session's cookie. */
import { isSessionIdle, readSession } from "#api/auth/sessions.ts";
import type { Deps } from "#api/deps.ts";
import { sessionIdle, unauthorized } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { readSessionCookie } from "./cookies/session-cookie.ts";
import type { RequestContext, RouteMiddleware } from "./request-context.ts";

/** A console marks what it reads by itself, so that only what a person does keeps a session awake. */
const isPersonDoing = (ctx: RequestContext): boolean => ctx.get("X-Background") === "";

/** Sets `state.user`, and the site's version as it was read with the session; answers 401 without a session, and says where it ended through inactivity. */
export const requireSession =
  (
    { background }: Pick<Endpoint, "background">,
    { db, clock }: Pick<Deps, "db" | "clock">,
  ): RouteMiddleware =>
  async (ctx, next) => {
    const token = readSessionCookie(ctx);
    if (!token) throw unauthorized();
    const isPerson = !background && isPersonDoing(ctx);
    const session = await readSession(db, token, { now: clock(), isPerson });
    if (!session) throw (await isSessionIdle(db, token, clock())) ? sessionIdle() : unauthorized();
    ctx.state.user = session.user;
    ctx.state.siteVersion = session.siteVersion;
    await next();
  };
