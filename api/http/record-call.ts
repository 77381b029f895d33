/** Keeps who called what: writes when they are done, and what was refused (docs/decisions/privacy/events.md). */
import type { Middleware } from "koa";
import { detailOnBehalf } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { HttpError } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { asCaller, type CallAtWork, type Caller } from "#db/caller.ts";
import { EventEntry } from "#db/models/logs.ts";
import type { RequestContext, RequestState, RouteMiddleware } from "./request-context.ts";

/** The number in the call's address, where it has one. */
function idOf({ input }: RequestContext["state"]): number | undefined {
  const { params } = input ?? {};
  if (typeof params !== "object" || params === null || !("id" in params)) return undefined;
  return typeof params.id === "number" ? params.id : undefined;
}

/**
 * Tells the database who calls, for what it records by itself, and adds a row for each write of somebody signed in, and
 * for what somebody was refused. The row is of the first transaction that wrote something; of a call that wrote nothing in
 * one it stands before the answer goes out.
 */
export function recordCall(endpoint: Endpoint, { db }: Pick<Deps, "db">): RouteMiddleware {
  const { method, path, recorded } = endpoint;
  const isWrite = method !== "GET";
  return async (ctx, next) => {
    const { state } = ctx;
    const caller = (): Caller => ({
      hostUserId: state.user?.id ?? null,
      apiKeyId: state.key?.id ?? null,
      address: state.address,
      call: `${method} ${path}`,
    });
    const row = () => {
      if (recorded === "none" || !(state.user ?? state.key)) return undefined;
      const subject = recorded.subject ?? "";
      return {
        ...caller(),
        subject,
        subjectId: (subject !== "" && idOf(state)) || null,
        detail: detailOnBehalf(call.onBehalfOf),
      };
    };
    const call: CallAtWork = { caller, row, isRecorded: false };
    try {
      await (isWrite ? asCaller(call, next) : next());
    } catch (error) {
      if (error instanceof HttpError && error.status === 403 && (state.user ?? state.key))
        await EventEntry.query(db).insert({ kind: "refused", ...caller(), detail: error.id });
      throw error;
    }
    const kept = call.isRecorded ? undefined : row();
    if (!kept) return;
    const { subjectId, ...rest } = kept;
    await EventEntry.query(db).insert({ kind: "call", ...rest, ...(subjectId !== null && { subjectId }) });
  };
}

/** Whether a further row may stand: strangers decide neither how often they are refused, nor from how many addresses. */
async function hasRoom({ limits }: Pick<Deps, "limits">, address: string): Promise<boolean> {
  try {
    await limits.count("refusal", address);
    await limits.count("refusals", "all");
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false;
    throw error;
  }
}

/** Adds a row for what somebody was refused, where there is room for it. @param refused nobody's where strangers are */
export async function recordRefusal(
  deps: Pick<Deps, "db" | "limits">,
  refused: {
    readonly hostUserId?: number | null;
    readonly apiKeyId?: number | null;
    readonly address: string;
    readonly call: string;
    readonly detail: string;
  },
): Promise<void> {
  if (await hasRoom(deps, refused.address))
    await EventEntry.query(deps.db).insert({ kind: "refused", hostUserId: null, ...refused });
}

/** What is kept of strangers beside 403 and 429: keys that are none. */
const isKeptOfStrangers = ({ status, id }: HttpError): boolean => status === 403 || id === "keyInvalid";

/**
 * Adds a row for writes from a wrong `Origin`, for calls and pages of the console from outside its addresses, for keys that
 * are none, and for limits that were reached, by whomever: one an address and minute, and so many an hour in all. What
 * somebody signed in, or a key, is refused otherwise, `recordCall` keeps.
 */
export const recordRefusals =
  (deps: Pick<Deps, "db" | "limits" | "log">): Middleware<RequestState> =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { user, key, address, route = "/dash" } = ctx.state;
      const isKept =
        error instanceof HttpError && (error.status === 429 || (isKeptOfStrangers(error) && !(user ?? key)));
      if (isKept) {
        const hostUserId = user?.id ?? null;
        const apiKeyId = key?.id ?? null;
        const call = `${ctx.method} ${route}`;
        // Limits hold while the database is away, too: the answer stays what it is then.
        await recordRefusal(deps, { hostUserId, apiKeyId, address, call, detail: error.id }).catch((err) =>
          deps.log.warn({ err }, "a refusal was not recorded"),
        );
      }
      throw error;
    }
  };
