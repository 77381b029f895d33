/** What the calls of the second step, and of one's own second factor, have in common. */

import { writeSessionCookie } from "#api/http/cookies/cookies.ts";
import { writeDevice } from "#api/http/cookies/device-cookie.ts";
import { readPendingCookie, writePendingCookie } from "#api/http/cookies/step-cookies.ts";
import type { Call } from "#api/http/route.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { originOf } from "./presenter.ts";
import type { SignedIn, StepOrigin } from "./second-step.ts";

type StepCall = Pick<Call, "deps" | "ctx" | "configuration">;

export const stepOriginOf = async ({ deps, ctx, configuration }: StepCall): Promise<StepOrigin> => ({
  ...originOf(ctx, deps),
  pending: readPendingCookie(ctx),
  site: await configuration(),
});

/** Signs in the browser as well. */
export function writeSignIn({ ctx, deps }: StepCall, { id, token }: SignedIn): void {
  writePendingCookie(ctx, undefined);
  writeSessionCookie(ctx, token);
  writeDevice(ctx, deps, id);
}

/** By which apps and devices name what they keep. */
export const issuerOf = (site: Configuration): string => site.customerCompany || "Visitor";

export const atOf = async ({ ctx, configuration }: StepCall) => ({
  address: ctx.state.address,
  site: await configuration(),
});
