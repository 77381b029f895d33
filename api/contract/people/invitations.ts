/** People of new and reset accounts choose their password by an invitation (docs/behaviour.md, "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { line } from "#contract/fields.ts";
import { newPasswords, samePasswords } from "./account.ts";

/**
 * How an invitation reaches its person. `link`: whoever asked hands it out. `message`: it was sent to the person's
 * mobile number. `confirmation`: a second administrator has to ask for it, too, and gets it. `server`: whoever runs the
 * server makes it (`npm run admin:invite`).
 */
export const deliveries = ["link", "message", "confirmation", "server"] as const;

export type Delivery = (typeof deliveries)[number];

/** By which somebody chooses their password, once. */
export const invitation = z.object({
  delivery: z.enum(deliveries),
  /** Null unless `delivery` is `link`. */
  url: z.nullable(z.string()),
  /** Wall time. */
  expiresAt: z.nullable(z.string()),
});

/** The last part of the invitation's address; in bodies only, so that it stands in no log. */
const token = line(100);

export const checkInvitation = endpoint({
  method: "POST",
  path: "/dash/invitation/check",
  permission: "public",
  recorded: "none",
  limit: "signIn",
  summary: "Whose invitation it is; 400 on `token` where it is wrong, used or over.",
  body: z.strictObject({ token }),
  response: z.object({ loginId: z.string(), name: z.string() }),
});

export const acceptInvitation = endpoint({
  method: "POST",
  path: "/dash/invitation",
  permission: "public",
  recorded: "none",
  limit: "signIn",
  summary: "Chooses the password, by which one then signs in; an invitation is good once.",
  body: z.strictObject({ token, ...newPasswords }).check(samePasswords),
  response: z.undefined(),
});
