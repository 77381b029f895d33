/**
 * Settings fixed by IT for this computer (docs/deploy-desktop.md): servers, updates, printers, start and displays.
 * Templates and a schema are in resources/policy; a test keeps them in sync with this file.
 */

import * as z from "zod/mini";
import { messageOf } from "#contract/thrown.ts";
import { presetBadgePapers } from "../../ipc.ts";
import type { Log } from "../logging/log.ts";
import { parseServerAddress } from "../server-address.ts";
import { maxServers } from "../storage/settings.ts";

export const updateChannels = ["latest", "beta"] as const;

/** System name of a printer. */
const printer = z.string().check(z.minLength(1), z.maxLength(255));

const server = z.pipe(
  z
    .string()
    .check(z.refine((text) => parseServerAddress(text).server !== undefined, "not a server's address")),
  z.transform((text) => parseServerAddress(text).server ?? text),
);

/** Strict: a misspelled key must not count as missing. */
export const policySchema = z.strictObject({
  /** For editors; ignored. */
  $schema: z.optional(z.string()),
  /** The only allowed servers; the first is the default. */
  servers: z.optional(z.array(server).check(z.minLength(1), z.maxLength(maxServers))),
  updates: z.optional(z.boolean()),
  updateChannel: z.optional(z.enum(updateChannels)),
  /** 0 to 23, local time: hour in which a running app installs an update and restarts. */
  updateHour: z.optional(z.int().check(z.minimum(0), z.maximum(23))),
  badgePrinter: z.optional(printer),
  badgePaper: z.optional(z.enum(presetBadgePapers)),
  /** Prints badges without a dialog. */
  badgeSilent: z.optional(z.boolean()),
  listPrinter: z.optional(printer),
  /** Prints lists without a dialog. */
  listSilent: z.optional(z.boolean()),
  startAtSignIn: z.optional(z.boolean()),
  fullScreen: z.optional(z.boolean()),
  /** Opens the lobby player on a second display at start-up. */
  lobbyDisplay: z.optional(z.boolean()),
  /** `false`: no notifications and no sounds, regardless of the user's choice. */
  notifications: z.optional(z.boolean()),
  /** `true`: an icon next to the clock keeps the app running when its window is closed. */
  trayIcon: z.optional(z.boolean()),
});

export type Policy = z.output<typeof policySchema>;

/** `isBroken`: the policy is invalid; none of it applies, and the app reports it. */
export interface PolicyRead {
  readonly policy: Policy;
  readonly isBroken: boolean;
}

/** Reads a policy as JSON; undefined if there is none. @throws when unreadable */
export type PolicySource = () => Promise<unknown>;

/**
 * Reads the policy once at start-up. One invalid source invalidates all.
 * @param sources in order of precedence, per key
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

/** @throws Error naming the invalid keys without their values: addresses stay out of the log */
export function parsePolicy(raw: unknown): Policy {
  const parsed = policySchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, code, ...issue }) =>
      `${path.join(".") || "policy"}: ${"keys" in issue ? `unknown ${issue.keys.join(", ")}` : code}`,
  );
  throw new Error(problems.join("; "));
}
