/** Keeps who called what: writes when they are done, and what was refused (docs/decisions/privacy/events.md). */
import type { Middleware } from "koa";
import type { Deps } from "#api/deps.ts";
import { HttpError } from "#api/errors.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { asCaller, type CallAtWork, type Caller } from "#db/caller.ts";
import { behalfDetail } from "#db/queries/events.ts";
import { insertEvent } from "#db/statements/events.ts";
import type { RequestContext, RequestState, RouteMiddleware } from "./request-context.ts";

/** Writes by their method that only read, and one's own settings of the screen, which are nobody else's business. */
const notKept = [
  /^POST \/dash\/access-log\/search$/,
  /^POST \/dash\/(events\/export|exports)$/,
  /^POST \/dash\/(terms\/:id|privacy-policies)\/preview$/,
  /^POST \/dash\/user\/(second-factor|passkeys\/start|company-sign-out)$/,
  /^PUT \/dash\/user\/preferences$/,
  /^(POST \/dash\/views|(PUT|DELETE) \/dash\/views\/:id(\/default)?)$/,
];

/** Whether a call leaves nothing behind that others see. */
export const changesNothing = ({ method, path }: Pick<Endpoint, "method" | "path">): boolean =>
  notKept.some((call) => call.test(`${method} ${path}`));

const subjects: readonly (readonly [RegExp, string])[] = [
  [/^\/dash\/(visits\/:id|user\/(approve|reject|undo|cancel|close)\/:id)/, "visits"],
  [/^\/dash\/hostusers\/(:id|resign\/:id|join\/:id)/, "host_users"],
  [/^\/dash\/companies\/:id/, "companies"],
  [/^\/dash\/usercodes\/:kind\/:id/, "user_codes"],
  [/^\/dash\/terms\/:id/, "terms"],
  [/^\/dash\/privacy-policies\/:id/, "privacy_policies"],
  [/^\/dash\/api-keys\/:id/, "api_keys"],
];

/** The table of the record that the number in a path is of; undefined where it is of none that can be followed. */
const subjectOf = (path: string): string | undefined => subjects.find(([pattern]) => pattern.test(path))?.[1];

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
  const { method, path } = endpoint;
  const isWrite = method !== "GET";
  const isKept = isWrite && !changesNothing(endpoint);
  return async (ctx, next) => {
    const { state } = ctx;
    const caller = (): Caller => ({
      hostUserId: state.user?.id ?? null,
      apiKeyId: state.key?.id ?? null,
      address: state.address,
      call: `${method} ${path}`,
    });
    const row = () => {
      if (!isKept || !(state.user ?? state.key)) return undefined;
      const subject = subjectOf(path) ?? "";
      return {
        ...caller(),
        subject,
        subjectId: (subject !== "" && idOf(state)) || null,
        detail: behalfDetail(call.onBehalfOf),
      };
    };
    const call: CallAtWork = { caller, row, isRecorded: false };
    try {
      await (isWrite ? asCaller(call, next) : next());
    } catch (error) {
      if (error instanceof HttpError && error.status === 403 && (state.user ?? state.key))
        await insertEvent(db, { kind: "refused", ...caller(), detail: error.id });
      throw error;
    }
    const kept = call.isRecorded ? undefined : row();
    if (!kept) return;
    const { subjectId, ...rest } = kept;
    await insertEvent(db, { kind: "call", ...rest, ...(subjectId !== null && { subjectId }) });
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
    await insertEvent(deps.db, { kind: "refused", hostUserId: null, ...refused });
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
