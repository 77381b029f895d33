/** Access of host users, and its log (docs/behaviour.md, "Host users" and "Sign-in"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, orRequired } from "#contract/fields.ts";
import { roles } from "#contract/roles.ts";
import { session } from "./account.ts";
import { hostUser, invitedHostUser, maxBatchRows, role } from "./host-users.ts";
import { invitation } from "./invitations.ts";

const emptyBody = z.strictObject({ id: blankable(id) });

export const changeHostUserRole = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/role",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary:
    "Changes a host user's role and ends their sessions; refused for the last active administrator. A new administrator or privacy officer has to choose a new password.",
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
  summary: "Clears a host user's failed attempts, so that they can sign in at once.",
  params: idParams,
  body: emptyBody,
  response: hostUser,
});

export const resetHostUserPassword = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/reset-password",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary:
    "Removes a host user's password, ends their sessions, and invites them to choose a new one. For administrators and privacy officers this needs a message or a second administrator.",
  params: idParams,
  body: emptyBody,
  response: invitedHostUser,
});

export const getHostUserSessions = endpoint({
  method: "GET",
  path: "/dash/hostusers/:id/sessions",
  permission: "referenceData",
  recorded: "none",
  person: true,
  summary: "A host user's sessions, most recently used first.",
  params: idParams,
  response: z.array(session),
});

export const endHostUserSessions = endpoint({
  method: "DELETE",
  path: "/dash/hostusers/:id/sessions",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Ends all sessions of a host user.",
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
    "Removes a host user's second factor and ends their sessions. For administrators and privacy officers this needs a second administrator.",
  params: idParams,
  body: emptyBody,
  /** `confirmation`: nothing was changed yet; a second administrator has to make the same request. */
  response: z.extend(hostUser, { state: z.enum(["done", "confirmation"]) }),
});

/** An account at the company's provider, as last seen. */
const companyIdentity = z.object({
  id,
  loginName: z.string(),
  name: z.string(),
  /** Wall time of the last attempt to sign in. */
  seenAt: z.string(),
});

export const companyAccount = z.object({
  linked: z.nullable(companyIdentity),
  /** Accounts that tried to sign in and are not linked. */
  waiting: z.array(companyIdentity),
});

export type CompanyAccount = z.output<typeof companyAccount>;

export const getCompanyAccount = endpoint({
  method: "GET",
  path: "/dash/hostusers/:id/company-account",
  permission: "referenceData",
  recorded: "none",
  person: true,
  summary: "The company account linked to a host user, and accounts that are not linked yet.",
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
    "Links a host user to a company account that tried to sign in, or removes the link, which ends their sessions; 405 for administrators and privacy officers, who are linked by the provider's login id only.",
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
  /** At that time. */
  loginId: z.string(),
  fromRole: z.nullable(z.enum(roles)),
  toRole: z.nullable(z.enum(roles)),
  actor: z.object({ id, name: z.string() }),
  /** The client's address, for actions that need the user's own password or second factor. */
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
  summary: "Log of a host user's access, oldest first; of removed users, too.",
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
    "Records that a host user left: their sessions end, searches no longer find them, and their open visits go to another host or stay for the desk.",
  params: idParams,
  body: z.strictObject({ id: blankable(id), reassignTo: blankable(id) }),
  response: z.extend(hostUser, {
    /** Open visits that `reassignTo` received. */
    reassigned: z.int(),
    /** Open visits that the desk has to decide. */
    leftOpen: z.int(),
  }),
});

export const joinHostUser = endpoint({
  method: "POST",
  path: "/dash/hostusers/join/:id",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Reinstates a host user who had resigned, and returns the invitation to hand over.",
  params: idParams,
  body: emptyBody,
  response: invitedHostUser,
});

/** `link`: shown, to be handed over; `paper`: shown, to be printed; `message`: sent to the user's mobile number. */
const invitationWays = ["link", "paper", "message"] as const;

export type InvitationWay = (typeof invitationWays)[number];

export const inviteHostUsers = endpoint({
  method: "POST",
  path: "/dash/hostusers/invite",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary:
    "Invites host users who have no password yet; earlier invitations end. By message only to users who can be reached: the others are not in the answer and do not change.",
  body: z.strictObject({
    by: z._default(z.enum(invitationWays, { error: "invalid" }), "link"),
    ids: z
      .array(id, { error: orRequired("invalid") })
      .check(z.minLength(1, "required"), z.maxLength(maxBatchRows, "tooMany")),
  }),
  response: z.array(z.extend(invitation, { id, loginId: z.string(), name: z.string() })),
});
