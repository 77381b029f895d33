/** Keeps who called what: writes when they are done, and what was refused (docs/decisions/privacy/events.md). */
import type { Middleware } from "koa";
import type { Deps } from "#api/deps.ts";
import { HttpError } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { asCaller, type CallAtWork, detailOnBehalf } from "#db/caller.ts";
import { EventEntry } from "#db/models/logs.ts";
import type { RequestState, RouteMiddleware } from "./request-context.ts";

/**
 * Tells the database who calls, for what it records by itself, and adds a row for each write of staff and keys, and for what
 * they were refused. The row is of the first transaction that wrote something; of a call that wrote nothing in one it stands
 * before the answer goes out.
 */
export function recordCall(endpoint: Endpoint, { db }: Pick<Deps, "db">): RouteMiddleware {
  const { method, path, recorded, permission } = endpoint;
  const isWrite = method !== "GET";
  const isKept = recorded !== "none" && permission !== "public";
  return async ({ state }, next) => {
    const call: CallAtWork = {
      hostUserId: null,
      apiKeyId: null,
      address: state.address,
      call: `${method} ${path}`,
      subject: isKept ? (recorded.subject ?? "") : undefined,
      subjectId: null,
      onBehalfOfId: null,
      isRecorded: false,
    };
    state.call = call;
    const caller = () => {
      const { hostUserId, apiKeyId, address, call: name } = call;
      return { hostUserId, apiKeyId, address, call: name };
    };
    try {
      await (isWrite ? asCaller(call, next) : next());
    } catch (error) {
      if (error instanceof HttpError && error.status === 403 && (state.user ?? state.key))
        await EventEntry.query(db).insert({ kind: "refused", ...caller(), detail: error.id });
      throw error;
    }
    if (call.isRecorded || call.subject === undefined || !(state.user ?? state.key)) return;
    const { subject, subjectId, onBehalfOfId } = call;
    await EventEntry.query(db).insert({
      ...{ kind: "call", ...caller(), subject, detail: detailOnBehalf(onBehalfOfId) },
      ...(subjectId !== null && { subjectId }),
    });
  };
}

/** Whether a further row may stand: strangers decide neither how often they are refused, nor from how many addresses. */
async function isBelowRefusalLimit({ limits }: Pick<Deps, "limits">, address: string): Promise<boolean> {
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
  if (await isBelowRefusalLimit(deps, refused.address))
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
