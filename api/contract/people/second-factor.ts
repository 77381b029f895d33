/** Second factor: codes of an authenticator app, and recovery codes (docs/behaviour.md, "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { line } from "#contract/fields.ts";
import { currentUser, secret } from "./account.ts";

export const codeDigits = 6;

/** Recovery codes per user; each is valid once. */
export const recoveryCodeCount = 10;

/** Codes as typed: with spaces and hyphens, in any case. */
const code = line(30);

/** For an authenticator app: the secret as text, and as a URL for a QR code. */
export const totpSecret = z.object({ secret: z.string(), url: z.string() });

export type TotpSecret = z.output<typeof totpSecret>;

/** Shown once; only hashes are kept. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const secondFactor = z.object({
  /** Wall time; null without a second factor. */
  since: z.nullable(z.string()),
  /** Whether an authenticator app is set up, besides passkeys. */
  hasApp: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** The role requires one: it can be replaced, not removed. */
  isRequired: z.boolean(),
});

export const logInByCode = endpoint({
  method: "POST",
  path: "/dash/login/code",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary:
    "Second step of signing in: a code of the authenticator app, or a recovery code. `remember` skips this step on this device for 30 days.",
  body: z.strictObject({ code, remember: z._default(z.boolean({ error: "invalid" }), false) }),
  response: currentUser,
});

export const startRequiredFactor = endpoint({
  method: "POST",
  path: "/dash/login/set-up",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary: "The secret of a second factor, for a user who has to set one up before the sign-in is complete.",
  body: z.strictObject({}),
  response: totpSecret,
});

export const confirmRequiredFactor = endpoint({
  method: "POST",
  path: "/dash/login/set-up/confirm",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary: "Confirms the second factor with its first code, and signs in.",
  body: z.strictObject({ code }),
  response: z.extend(recoveryCodes, { user: currentUser }),
});

export const getSecondFactor = endpoint({
  method: "GET",
  path: "/dash/user/second-factor",
  permission: "account",
  recorded: "none",
  summary: "The second factor of the user's account.",
  response: secondFactor,
});

const byPassword = z.strictObject({ currentPassword: secret });

export const startSecondFactor = endpoint({
  method: "POST",
  path: "/dash/user/second-factor",
  permission: "account",
  recorded: "none",
  summary: "The secret of a new second factor; it replaces the current one once a code confirms it.",
  body: byPassword,
  response: totpSecret,
});

export const confirmSecondFactor = endpoint({
  method: "POST",
  path: "/dash/user/second-factor/confirm",
  permission: "account",
  recorded: { subject: null },
  summary:
    "Confirms the new second factor with its first code; returns recovery codes, and earlier ones end.",
  body: z.strictObject({ code }),
  response: recoveryCodes,
});

export const renewRecoveryCodes = endpoint({
  method: "POST",
  path: "/dash/user/second-factor/recovery-codes",
  permission: "account",
  recorded: { subject: null },
  summary: "Returns new recovery codes; earlier ones end. 405 without a second factor.",
  body: byPassword,
  response: recoveryCodes,
});

export const removeSecondFactor = endpoint({
  method: "POST",
  path: "/dash/user/second-factor/remove",
  permission: "account",
  recorded: { subject: null },
  summary: "Removes the second factor; 405 where the role requires one.",
  body: byPassword,
  response: z.undefined(),
});
