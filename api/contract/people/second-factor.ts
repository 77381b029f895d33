/** The second factor of signing in: codes of an authenticator app, and recovery codes (docs/behaviour.md, "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { line } from "#contract/fields.ts";
import { currentUser, secret } from "./account.ts";

export const codeDigits = 6;

/** So many recovery codes somebody has; each is good once. */
export const recoveryCodeCount = 10;

/** Codes as people type them: with spaces and hyphens, in any case. */
const code = line(30);

/** For an authenticator app: the secret as it is typed, and the same as the address of a QR code. */
export const totpSecret = z.object({ secret: z.string(), url: z.string() });

export type TotpSecret = z.output<typeof totpSecret>;

/** Shown once; only hashes are kept. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactor = z.object({
  /** Wall time since when the account has one; null where it has none. */
  since: z.nullable(z.string()),
  /** Whether it is an authenticator app, too, and not passkeys only. */
  hasApp: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** The person's role needs one: it is replaced, not removed. */
  isRequired: z.boolean(),
});

export const logInByCode = endpoint({
  method: "POST",
  path: "/dash/login/code",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary:
    "The second step of signing in: a code of the authenticator app, or a recovery code. `remember` asks for none on this device for 30 days.",
  body: z.strictObject({ code, remember: z._default(z.boolean({ error: "invalid" }), false) }),
  response: currentUser,
});

export const startRequiredFactor = endpoint({
  method: "POST",
  path: "/dash/login/set-up",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary: "The secret of a second factor, for somebody who has to set one up before they are signed in.",
  body: z.strictObject({}),
  response: totpSecret,
});

export const confirmRequiredFactor = endpoint({
  method: "POST",
  path: "/dash/login/set-up/confirm",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary: "Sets the second factor up with its first code, and signs in.",
  body: z.strictObject({ code }),
  response: z.extend(recoveryCodes, { user: currentUser }),
});

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/dash/user/second-factor",
  permission: "account",
  recorded: "none",
  summary: "Whether one's account has a second factor.",
  response: secondFactor,
});

const byPassword = z.strictObject({ currentPassword: secret });

export const startSecondFactor = endpoint({
  method: "POST",
  path: "/dash/user/second-factor",
  permission: "account",
  recorded: "none",
  summary:
    "The secret of a new second factor; it counts once it is confirmed by a code, and replaces the present one.",
  body: byPassword,
  response: totpSecret,
});

export const confirmSecondFactor = endpoint({
  method: "POST",
  path: "/dash/user/second-factor/confirm",
  permission: "account",
  recorded: { subject: null },
  summary: "Sets the new second factor up with its first code; gives recovery codes, and former ones end.",
  body: z.strictObject({ code }),
  response: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/dash/user/second-factor/recovery-codes",
  permission: "account",
  recorded: { subject: null },
  summary: "Gives new recovery codes; former ones end. 405 without a second factor.",
  body: byPassword,
  response: recoveryCodes,
});

export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/dash/user/second-factor/remove",
  permission: "account",
  recorded: { subject: null },
  summary: "Removes one's second factor; 405 where the role needs one.",
  body: byPassword,
  response: z.undefined(),
});
