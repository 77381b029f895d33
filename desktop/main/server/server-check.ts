import * as z from "zod/mini";
import type { ServerProblem } from "../../ipc.ts";
import { type HttpGet, type HttpGetResult, parseJson } from "./http-get.ts";
import { failureOf, hostOf, isPage } from "./server-problem.ts";

/** @returns undefined for a healthy server, otherwise its problem */
export type CheckServer = (server: string, signal: AbortSignal) => Promise<ServerProblem | undefined>;

/** Response of `/healthz`, distinguished from other products that have the path, too. */
const healthy = z.object({ status: z.literal("ok"), product: z.literal("visitor") });

/**
 * Checks that a server is ours and healthy. Captive portals answer every request with a redirect or a page; both are
 * distinguished from an unreachable server.
 * @param server an origin from `parseServerAddress`
 */
export function createServerCheck(get: HttpGet): CheckServer {
  return async (server, signal) => problemOf(await get(`${server}/healthz`, signal));
}

function problemOf(result: HttpGetResult): ServerProblem | undefined {
  if (result.kind === "timeout") return { code: "timeout" };
  if (result.kind === "redirect") return { code: "redirect", to: hostOf(result.to) };
  if (result.kind === "failed") return { code: failureOf(result.reason) };
  if (isPage(result.type) || /^\s*</.test(result.body)) return { code: "webPage" };
  if (result.status !== 200) return { code: "status", status: result.status };
  return healthy.safeParse(parseJson(result.body)).success ? undefined : { code: "otherProduct" };
}
