import * as z from "zod/mini";
import type { ServerProblem } from "../../ipc.ts";
import { failureOf, hostOf, isPage } from "./server-problem.ts";
import type { Got, SmallGet } from "./small-get.ts";

/** @returns undefined for a healthy server, otherwise its problem */
export type CheckServer = (server: string, signal: AbortSignal) => Promise<ServerProblem | undefined>;

/** Response of `/healthz`, distinguished from other products that have the path, too. */
const healthy = z.object({ status: z.literal("ok"), product: z.literal("visitor") });

/**
 * Checks that a server is ours and healthy. Captive portals answer every request with a redirect or a page; both are
 * distinguished from an unreachable server.
 * @param server an origin from `parseServerAddress`
 */
export function createServerCheck(get: SmallGet): CheckServer {
  return async (server, signal) => judge(await get(`${server}/healthz`, signal));
}

function judge(got: Got): ServerProblem | undefined {
  if (got.kind === "timeout") return { code: "timeout" };
  if (got.kind === "redirect") return { code: "redirect", to: hostOf(got.to) };
  if (got.kind === "failed") return { code: failureOf(got.reason) };
  if (isPage(got.type) || /^\s*</.test(got.body)) return { code: "webPage" };
  if (got.status !== 200) return { code: "status", status: got.status };
  return healthy.safeParse(parseJson(got.body)).success ? undefined : { code: "otherProduct" };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
