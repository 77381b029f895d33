/** Audit log: records completed writes and refused calls (docs/decisions/privacy/events.md). */
import type { Middleware } from "koa";
import type { Deps } from "#api/deps.ts";
import { HttpError } from "#api/errors.ts";
import type { CountedLimit } from "#api/limits.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { type CurrentCall, detailOnBehalf, runAsCaller } from "#db/caller.ts";
import { EventEntry } from "#db/models/logs.ts";
import type { RequestState, RouteMiddleware } from "./request-context.ts";

/**
 * Passes the caller to the database, whose triggers record changes, and adds a row for each write of users and API
 * keys and for their refused calls, below a limit. The row belongs to the first transaction that writes; without one it is added
 * before the answer.
 */
export function recordCall(endpoint: Endpoint, { db, limits }: Pick<Deps, "db" | "limits">): RouteMiddleware {
  const { method, path, recorded, permission } = endpoint;
  const isWrite = method !== "GET";
  const isKept = recorded !== "none" && permission !== "public";
  return async ({ state }, next) => {
    const call: CurrentCall = {
      hostUserId: null,
      apiKeyId: null,
      address: state.clientNetwork,
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
      await (isWrite ? runAsCaller(call, next) : next());
    } catch (error) {
      const by = state.user ? `user ${state.user.id}` : state.apiKey && `key ${state.apiKey.id}`;
      const isRefused = error instanceof HttpError && error.status === 403;
      if (isRefused && by !== undefined && (await isBelowLimit(limits, [["callerRefusal", by]])))
        await EventEntry.query(db).insert({ kind: "refused", ...caller(), detail: error.id });
      throw error;
    }
    if (call.isRecorded || call.subject === undefined || !(state.user ?? state.apiKey)) return;
    const { subject, subjectId, onBehalfOfId } = call;
    await EventEntry.query(db).insert({
      kind: "call",
      ...caller(),
      subject,
      detail: detailOnBehalf(onBehalfOfId),
      ...(subjectId !== null && { subjectId }),
    });
  };
}

/** Whether another refusal is recorded: no caller must fill the log. */
async function isBelowLimit(
  limits: Deps["limits"],
  counted: readonly (readonly [limit: CountedLimit, key: string])[],
): Promise<boolean> {
  try {
    for (const [limit, key] of counted) await limits.consume(limit, key);
    return true;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return false;
    throw error;
  }
}

/** Records a refused call, below the limit. @param refused without ids for unauthenticated callers */
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
  const counted = [["refusal", refused.address] as const, ["refusals", "all"] as const];
  if (await isBelowLimit(deps.limits, counted))
    await EventEntry.query(deps.db).insert({ kind: "refused", hostUserId: null, ...refused });
}

/** Refusals of unauthenticated callers that are recorded, besides 429: 403 and invalid API keys. */
const isRecordedAnonymously = ({ status, id }: HttpError): boolean => status === 403 || id === "keyInvalid";

/**
 * Records refused writes from a foreign `Origin`, console calls from outside its addresses, invalid API keys and
 * exceeded limits: one per address and minute, and a maximum per hour in all. `recordCall` records all other refusals
 * of users and API keys.
 */
export const recordRefusals =
  (deps: Pick<Deps, "db" | "limits" | "log">): Middleware<RequestState> =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { user, apiKey, clientNetwork: address, route = "/dash" } = ctx.state;
      const isKept =
        error instanceof HttpError &&
        (error.status === 429 || (isRecordedAnonymously(error) && !(user ?? apiKey)));
      if (isKept) {
        const hostUserId = user?.id ?? null;
        const apiKeyId = apiKey?.id ?? null;
        const call = `${ctx.method} ${route}`;
        // Limits also work while the database is unavailable; the response stays the same then.
        await recordRefusal(deps, { hostUserId, apiKeyId, address, call, detail: error.id }).catch((err) =>
          deps.log.warn({ err }, "a refusal was not recorded"),
        );
      }
      throw error;
    }
  };
