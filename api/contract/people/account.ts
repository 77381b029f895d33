/** Signing in and one's own account (docs/behaviour.md, "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id, idParams, line, named, orRequired, printable } from "#contract/fields.ts";
import { roles } from "#contract/roles.ts";

export const minPasswordLength = 10;
export const maxPasswordLength = 200;

/** A password as entered. */
export const secret = z
  .string({ error: "required" })
  .check(
    z.minLength(1, "required"),
    z.maxLength(maxPasswordLength, `tooLong:${maxPasswordLength}`),
    printable,
  );

export const currentUser = z.object({
  id,
  loginId: z.string(),
  name: z.string(),
  enName: z.string(),
  company: z.object({ id, name: z.string() }),
  department: z.string(),
  position: z.string(),
  role: z.enum(roles),
  /** Whether visitors find the user in the host search and can name them in a request. */
  inPublicSearch: z.boolean(),
  /** Reach by permission. */
  permissions: z.record(z.string(), z.enum(["own", "all"])),
  /** Hosts whose deputy the user is now. */
  deputyFor: z.array(named),
});

export type CurrentUser = z.output<typeof currentUser>;

/** What is left after the password: proving the second factor, or setting one up. */
const signInStep = z.object({
  step: z.enum(["code", "setUp"]),
  /** Besides recovery codes. */
  ways: z.array(z.enum(["app", "passkey"])),
});

export type SignInStep = z.output<typeof signInStep>;

export type FactorWay = SignInStep["ways"][number];

export const logIn = endpoint({
  method: "POST",
  path: "/dash/login",
  permission: "public",
  recorded: "none",
  limit: "signIn",
  summary:
    "Signs in; the session is an httpOnly cookie. Wrong credentials are a 400 under `_`. With a `step` the sign-in is not complete: the second factor has to be proved or set up.",
  body: z.strictObject({ loginId: line(100), password: secret }),
  response: z.union([currentUser, signInStep]),
});

export const logOut = endpoint({
  method: "POST",
  path: "/dash/logout",
  permission: "account",
  recorded: { subject: null },
  summary: "Ends the session, at once and for every process.",
  body: z.strictObject({}),
  response: z.undefined(),
});

/** SHA-256 in base64url, or random bytes of that length. */
const token43 = z.string({ error: orRequired("invalid") }).check(z.regex(/^[\w-]{43}$/, "invalid"));

export const makeAppCode = endpoint({
  method: "POST",
  path: "/dash/user/app-code",
  permission: "account",
  recorded: { subject: null },
  summary:
    "Hands the session over to the desktop app: returns a code for the app that knows the preimage of `challenge`, and ends the session here.",
  body: z.strictObject({ challenge: token43 }),
  response: z.object({ code: z.string() }),
});

export const logInByAppCode = endpoint({
  method: "POST",
  path: "/dash/login/app",
  permission: "public",
  recorded: "none",
  limit: "signIn",
  summary: "Signs the desktop app in by a code that the browser handed over; valid once, for a minute.",
  body: z.strictObject({ code: token43, verifier: token43 }),
  response: currentUser,
});

/** Why signing in by the company's provider failed, as the sign-in page's URL names it. */
export const companyProblems = [
  "unreachable",
  "refused",
  "noAccount",
  "loginIdTaken",
  "noRole",
  "taken",
  "tooMany",
] as const;

/** Result of linking one's company account, as the account page's URL names it. */
export const companyLinkOutcomes = ["linked", "unreachable", "refused", "noRole", "taken"] as const;

export const startCompanySignOut = endpoint({
  method: "POST",
  path: "/dash/user/company-sign-out",
  permission: "account",
  recorded: "none",
  summary:
    "Where to go after signing out, to sign out of the company's provider as well; null for sessions that did not come from there.",
  body: z.strictObject({}),
  response: z.object({
    /** A path of this server, valid once. */
    leave: z.nullable(z.string()),
  }),
});

export const getSignInStep = endpoint({
  method: "GET",
  path: "/dash/login/step",
  permission: "public",
  recorded: "none",
  limit: "signInStep",
  summary:
    "The step that is left after returning from the company's provider; null where no sign-in is in progress.",
  response: z.nullable(signInStep),
});

export const getCurrentUser = endpoint({
  method: "GET",
  path: "/dash/user/current",
  permission: "account",
  recorded: "none",
  summary: "The signed-in user and their permissions.",
  response: currentUser,
});

export const changeOwnPublicSearch = endpoint({
  method: "PUT",
  path: "/dash/user/public-search",
  permission: "account",
  recorded: { subject: null },
  summary: "Sets whether visitors find the user in the public host search.",
  body: z.strictObject({ inPublicSearch: z.boolean({ error: orRequired("invalid") }) }),
  response: currentUser,
});

/** A session of a user. */
export const session = z.object({
  id: z.int(),
  /** Browser and system, "Chrome · Windows"; empty where they are unknown. */
  device: z.string(),
  /** Address of the sign-in; for IPv6 the network. */
  address: z.string(),
  /** Wall times. */
  createdAt: z.string(),
  activeAt: z.string(),
  isCurrent: z.boolean(),
});

export type SessionAnswer = z.output<typeof session>;

export const getOwnSessions = endpoint({
  method: "GET",
  path: "/dash/user/sessions",
  permission: "account",
  recorded: "none",
  summary: "The user's sessions, most recently used first.",
  response: z.array(session),
});

export const endOwnSession = endpoint({
  method: "DELETE",
  path: "/dash/user/sessions/:id",
  permission: "account",
  recorded: { subject: null },
  summary: "Ends one of the user's sessions.",
  params: idParams,
  response: z.undefined(),
});

export const endOwnSessions = endpoint({
  method: "DELETE",
  path: "/dash/user/sessions",
  permission: "account",
  recorded: { subject: null },
  summary: "Ends all sessions of the user, this one included.",
  response: z.undefined(),
});

/** Rules that need no database; the form checks them, too. */
export const newPasswords = {
  newPassword: secret.check(
    z.refine((text: string) => text.length >= minPasswordLength, `tooShort:${minPasswordLength}`),
  ),
  confirmPassword: secret,
};

/** Checked even where other fields are invalid, so that all errors are reported at once. */
export const samePasswords = z.refine<{ newPassword?: unknown; confirmPassword?: unknown }>(
  ({ newPassword, confirmPassword }) => !confirmPassword || confirmPassword === newPassword,
  {
    error: "passwordsDiffer",
    path: ["confirmPassword"],
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

export const passwordChange = z
  .strictObject({ currentPassword: secret, ...newPasswords })
  .check(samePasswords);

export const changePassword = endpoint({
  method: "PUT",
  path: "/dash/hostusers/password",
  permission: "account",
  recorded: { subject: null },
  summary: "Changes the user's password; all other sessions of the user end.",
  body: passwordChange,
  response: z.undefined(),
});
