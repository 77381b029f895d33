/** How host users get in, and who gave or took that (docs/behaviour.md, "Host users" and "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, orRequired } from "#contract/fields.ts";
import { roles } from "#contract/roles.ts";
import { session } from "./account.ts";
import { hostUser, invitedHostUser, maxBatchRows, role } from "./host-users.ts";
import { invitation } from "./invitations.ts";

const nothingMore = z.strictObject({ id: blankable(id) });

export const changeHostUserRole = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/role",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary:
    "Changes a host user's role, and ends their sessions; refused for the last active administrator. Who becomes administrator or privacy officer chooses another password.",
  params: idParams,
  body: z.strictObject({ id: blankable(id), role }),
  response: z.extend(hostUser, { invitation: z.nullable(invitation) }),
});

export const unlockHostUser = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/unlock",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Forgets a host user's wrong tries, so that they can sign in at once.",
  params: idParams,
  body: nothingMore,
  response: hostUser,
});

export const resetHostUserPassword = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/reset-password",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary:
    "Takes a host user's password away, ends their sessions, and invites them to choose another; an administrator's or privacy officer's by message, or with a second administrator.",
  params: idParams,
  body: nothingMore,
  response: invitedHostUser,
});

export const getHostUserSessions = endpoint({
  method: "GET",
  path: "/dash/hostusers/:id/sessions",
  permission: "referenceData",
  recorded: "none",
  person: true,
  summary: "Where a host user is signed in, the session used last first.",
  params: idParams,
  response: z.array(session),
});

export const endHostUserSessions = endpoint({
  method: "DELETE",
  path: "/dash/hostusers/:id/sessions",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Signs a host user out everywhere.",
  params: idParams,
  response: z.undefined(),
});

export const resetSecondFactor = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/second-factor",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary:
    "Takes a host user's second factor away and ends their sessions; an administrator's or privacy officer's with a second administrator.",
  params: idParams,
  body: nothingMore,
  /** `confirmation`: nothing was done yet, a second administrator has to ask for it, too. */
  response: z.extend(hostUser, { state: z.enum(["done", "confirmation"]) }),
});

/** Somebody of the company's provider, as it named them last. */
const companyIdentity = z.object({
  id,
  loginName: z.string(),
  name: z.string(),
  /** Wall time of the last attempt to sign in. */
  seenAt: z.string(),
});

export const companyAccount = z.object({
  linked: z.nullable(companyIdentity),
  /** Who tried to sign in, and is nobody's account yet. */
  waiting: z.array(companyIdentity),
});

export type CompanyAccount = z.output<typeof companyAccount>;

export const getCompanyAccount = endpoint({
  method: "GET",
  path: "/dash/hostusers/:id/company-account",
  permission: "referenceData",
  recorded: "none",
  person: true,
  summary: "Which company account a host user signs in with, and those that are nobody's yet.",
  params: idParams,
  response: companyAccount,
});

export const linkCompanyAccount = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/company-account",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary:
    "Links a host user to a company account that tried to sign in, or to none, which ends their sessions; 405 for administrators and privacy officers, whom only the provider's login id links.",
  params: idParams,
  body: z.strictObject({ id: blankable(id), identity: z.nullable(id) }),
  response: companyAccount,
});

export const accountActions = [
  "add",
  "role",
  "unlock",
  "reset",
  "invite",
  "resign",
  "join",
  "remove",
  "number",
  "request",
  "confirm",
  "accept",
  "endSessions",
  "print",
  "factorAdd",
  "factorRemove",
  "factorReset",
  "factorRequest",
  "factorConfirm",
  "recoveryCode",
  "recoveryCodes",
  "passkeyAdd",
  "passkeyRemove",
  "companyLink",
  "companyUnlink",
  "email",
  "roleKept",
] as const;

export type AccountAction = (typeof accountActions)[number];

export const accountLog = z.object({
  id: z.int(),
  action: z.enum(accountActions),
  /** Of then. */
  loginId: z.string(),
  fromRole: z.nullable(z.enum(roles)),
  toRole: z.nullable(z.enum(roles)),
  actor: z.object({ id, name: z.string() }),
  /** From where, of what people do themselves with their password and second factor. */
  address: z.nullable(z.string()),
  /** Wall time. */
  at: z.string(),
});

export type AccountLogAnswer = z.output<typeof accountLog>;

export const getHostUserLogs = endpoint({
  method: "GET",
  path: "/dash/hostusers/:id/logs",
  permission: "referenceData.read",
  recorded: "none",
  summary: "Who gave, changed or took a host user's access, oldest first; of removed ones too.",
  params: idParams,
  response: z.array(accountLog),
});

export const resignHostUser = endpoint({
  method: "POST",
  path: "/dash/hostusers/resign/:id",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary:
    "Records that a host user left: sessions end, nobody finds them any more, open visits go to another or stay for the desk.",
  params: idParams,
  body: z.strictObject({ id: blankable(id), reassignTo: blankable(id) }),
  response: z.extend(hostUser, {
    /** Open visits that were given to `reassignTo`. */
    reassigned: z.int(),
    /** Open visits that the desk has to decide on. */
    leftOpen: z.int(),
  }),
});

export const joinHostUser = endpoint({
  method: "POST",
  path: "/dash/hostusers/join/:id",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Takes a host user back who had resigned, and gives the invitation to hand to them.",
  params: idParams,
  body: nothingMore,
  response: invitedHostUser,
});

/** `link`: shown, to be handed over; `paper`: the same, to be printed; `message`: sent to the person's mobile number. */
const invitationWays = ["link", "paper", "message"] as const;

export type InvitationWay = (typeof invitationWays)[number];

export const inviteHostUsers = endpoint({
  method: "POST",
  path: "/dash/hostusers/invite",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary:
    "Invites host users who have no password yet; an earlier invitation of theirs ends. By message only whom one reaches: the others are not in the answer, and stay as they were.",
  body: z.strictObject({
    by: z._default(z.enum(invitationWays, { error: "invalid" }), "link"),
    ids: z
      .array(id, { error: orRequired("invalid") })
      .check(z.minLength(1, "required"), z.maxLength(maxBatchRows, "tooMany")),
  }),
  response: z.array(z.extend(invitation, { id, loginId: z.string(), name: z.string() })),
});
