/**
 * What IT fixed for this computer (docs/deploy-desktop.md): servers, updates, printers, start and displays. Templates and a schema lie in resources/policy; a test holds them and this file together.
 */

import * as z from "zod/mini";
import { messageOf } from "#contract/thrown.ts";
import { presetBadgePapers } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { parseServerAddress } from "../server-address.ts";
import { maxServers } from "../storage/settings.ts";

export const updateChannels = ["latest", "beta"] as const;

/** A printer's name as the operating system lists it. */
const printer = z.string().check(z.minLength(1), z.maxLength(255));

const server = z.pipe(
  z
    .string()
    .check(z.refine((text) => parseServerAddress(text).server !== undefined, "not a server's address")),
  z.transform((text) => parseServerAddress(text).server ?? text),
);

/** Nothing beyond these: a word that was mistyped must not pass for one that was left out. */
export const policySchema = z.strictObject({
  /** For editors; says nothing. */
  $schema: z.optional(z.string()),
  /** The only servers that may be used; the first is used where nobody chose another. */
  servers: z.optional(z.array(server).check(z.minLength(1), z.maxLength(maxServers))),
  updates: z.optional(z.boolean()),
  updateChannel: z.optional(z.enum(updateChannels)),
  /** 0 to 23, local time: when a program that is never closed installs an update and restarts by itself. */
  updateHour: z.optional(z.int().check(z.minimum(0), z.maximum(23))),
  badgePrinter: z.optional(printer),
  badgePaper: z.optional(z.enum(presetBadgePapers)),
  /** Badges go to the printer without a dialog. */
  badgeSilent: z.optional(z.boolean()),
  listPrinter: z.optional(printer),
  /** Lists go to the printer without a dialog. */
  listSilent: z.optional(z.boolean()),
  startAtSignIn: z.optional(z.boolean()),
  fullScreen: z.optional(z.boolean()),
  /** The lobby player opens on a second display at the start. */
  lobbyDisplay: z.optional(z.boolean()),
  /** `false`: no notifications and no sounds, whatever the person chooses. */
  notifications: z.optional(z.boolean()),
});

export type Policy = z.output<typeof policySchema>;

/** `isBroken`: there is a policy, but it cannot be understood; none of it is in force, and the program says so. */
export interface PolicyRead {
  readonly policy: Policy;
  readonly isBroken: boolean;
}

/** What lies at the place of a policy, as JSON would have it; undefined where nothing does. @throws when unreadable */
export type PolicySource = () => Promise<unknown>;

/**
 * Reads the policy once, at the start. It holds as a whole or not at all.
 * @param sources the first one that has something to say about a point is followed
 */
export async function readPolicy(sources: readonly PolicySource[], log: Log): Promise<PolicyRead> {
  try {
    const policies: Policy[] = [];
    for (const source of sources) policies.push(parsePolicy((await source()) ?? {}));
    return { policy: Object.assign({}, ...policies.reverse()), isBroken: false };
  } catch (error) {
    log("policy-broken", { problem: messageOf(error) });
    return { policy: {}, isBroken: true };
  }
}

/** @throws Error naming what is wrong, without repeating it: addresses stay out of the log */
export function parsePolicy(raw: unknown): Policy {
  const parsed = policySchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map(
    ({ path, code, ...issue }) =>
      `${path.join(".") || "policy"}: ${"keys" in issue ? `unknown ${issue.keys.join(", ")}` : code}`,
  );
  throw new Error(places.join("; "));
}
