/** Users of new and reset accounts choose their password, or link their company account, by an invitation (docs/behaviour.md, "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { line } from "#contract/fields.ts";
import { newPasswords, samePasswords } from "./account.ts";
import { companyAddress } from "./own-company-account.ts";

/**
 * How an invitation reaches its user. `link`: the administrator hands it over. `message`: it was sent to the user's
 * mobile number. `confirmation`: a second administrator has to request it, too, and receives it. `server`: an operator
 * makes it on the server (`npm run admin:invite`).
 */
export const deliveries = ["link", "message", "confirmation", "server"] as const;

export type Delivery = (typeof deliveries)[number];

/** Lets a user choose their password, once. */
export const invitation = z.object({
  delivery: z.enum(deliveries),
  /** Null unless `delivery` is `link`. */
  url: z.nullable(z.string()),
  /** Wall time. */
  expiresAt: z.nullable(z.string()),
});

/** Last segment of the invitation's URL; only in bodies, so that logs do not contain it. */
const token = line(100);

export const checkInvitation = endpoint({
  method: "POST",
  path: "/dash/invitation/check",
  permission: "public",
  recorded: "none",
  limit: "signIn",
  summary: "The user of an invitation; 400 on `token` where it is wrong, used or expired.",
  body: z.strictObject({ token }),
  response: z.object({
    loginId: z.string(),
    name: z.string(),
    /** Whether a password would be refused at sign-in. */
    isCompanyOnly: z.boolean(),
  }),
});

export const startInvitedSignIn = endpoint({
  method: "POST",
  path: "/dash/invitation/company",
  permission: "public",
  recorded: "none",
  limit: "signIn",
  summary:
    "Accepts the invitation with a company account: where to redirect this browser. It is linked and signed in once the browser returns. 405 where one is linked.",
  body: z.strictObject({ token }),
  response: companyAddress,
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/dash/invitation",
  permission: "public",
  recorded: "none",
  limit: "signIn",
  summary: "Chooses the password; an invitation is valid once.",
  body: z.strictObject({ token, ...newPasswords }).check(samePasswords),
  response: z.undefined(),
});
