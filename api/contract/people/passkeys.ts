/** Passkeys (WebAuthn): replace a code or the password (docs/behaviour.md, "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, idParams, line } from "#contract/fields.ts";
import { currentUser, secret } from "./account.ts";

/** Bytes in WebAuthn's JSON form (base64url). */
const bytes = (max: number) =>
  z
    .string({ error: "required" })
    .check(z.minLength(1, "required"), z.maxLength(max, `tooLong:${max}`), z.regex(/^[\w-]+$/, "invalid"));

const maxCredential = 2_000;
const maxAttestation = 20_000;

/** Transport of an authenticator: "usb", "nfc", "ble", "internal", "hybrid", or a future one. */
const transport = z.string({ error: "invalid" }).check(z.regex(/^[a-z-]{1,20}$/, "invalid"));

/** Descriptor of a passkey. */
const known = z.object({ id: z.string(), transports: z.array(z.string()) });

export const passkey = z.object({
  id,
  name: z.string(),
  /** Whether it signs in without the password. */
  signsIn: z.boolean(),
  /** Wall times. */
  createdAt: z.string(),
  usedAt: z.nullable(z.string()),
});

export type PasskeyAnswer = z.output<typeof passkey>;

/** Challenge for a passkey; valid once, for five minutes. */
const challenge = z.object({
  challenge: z.string(),
  /** The site's host name, to which the passkey is bound. */
  rpId: z.string(),
  /** Accepted passkeys; empty where the user is not known yet. */
  allowed: z.array(known),
});

export type PasskeyRequest = z.output<typeof challenge>;

/** Signed response to a challenge. */
const signed = z.strictObject({
  id: bytes(maxCredential),
  clientDataJSON: bytes(maxCredential),
  authenticatorData: bytes(maxCredential),
  signature: bytes(maxCredential),
  userHandle: z.optional(bytes(100)),
});

export type SignedChallenge = z.output<typeof signed>;

export const listPasskeys = endpoint({
  method: "GET",
  path: "/dash/user/passkeys",
  permission: "account",
  recorded: "none",
  summary: "The user's passkeys, in the order of creation.",
  response: z.array(passkey),
});

const newPasskey = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  /** Authenticators that have a passkey already. */
  excluded: z.array(known),
});

export type NewPasskey = z.output<typeof newPasskey>;

export const startPasskey = endpoint({
  method: "POST",
  path: "/dash/user/passkeys/start",
  permission: "account",
  recorded: "none",
  summary: "Options for creating a passkey.",
  body: z.strictObject({ currentPassword: secret }),
  response: newPasskey,
});

export const maxPasskeyName = 50;
const name = line(maxPasskeyName);

export const addPasskey = endpoint({
  method: "POST",
  path: "/dash/user/passkeys",
  permission: "account",
  recorded: { subject: null },
  summary: "Adds a passkey. The first second factor comes with recovery codes, shown once.",
  body: z.strictObject({
    name,
    credential: z.strictObject({
      id: bytes(maxCredential),
      clientDataJSON: bytes(maxCredential),
      attestationObject: bytes(maxAttestation),
      transports: z.array(transport).check(z.maxLength(10, "invalid")),
    }),
  }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const renamePasskey = endpoint({
  method: "PUT",
  path: "/dash/user/passkeys/:id",
  permission: "account",
  recorded: { subject: null },
  summary: "Renames one of the user's passkeys.",
  params: idParams,
  body: z.strictObject({ name }),
  response: z.undefined(),
});

export const removePasskey = endpoint({
  method: "POST",
  path: "/dash/user/passkeys/:id/remove",
  permission: "account",
  recorded: { subject: null },
  summary:
    "Removes one of the user's passkeys; 405 where it is the only second factor and the role requires one.",
  params: idParams,
  body: z.strictObject({ currentPassword: secret }),
  response: z.undefined(),
});

/** Whether it is the second step, after the password. */
const isStep = z._default(z.boolean({ error: "invalid" }), false);

export const askPasskey = endpoint({
  method: "POST",
  path: "/dash/login/passkey/start",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary: "A challenge for a passkey: for the user who just gave the right password, or for any user.",
  body: z.strictObject({ isStep }),
  response: challenge,
});

export const logInByPasskey = endpoint({
  method: "POST",
  path: "/dash/login/passkey",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary:
    "Signs in by a passkey: as the second step after the password, where `remember` applies, or without a password.",
  body: z.strictObject({
    isStep,
    credential: signed,
    remember: z._default(z.boolean({ error: "invalid" }), false),
  }),
  response: currentUser,
});
