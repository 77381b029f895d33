/** People who are visited, and who sign in (docs/behaviour.md, "Host users" and "Request form"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  blankable,
  emailOrNothing,
  id,
  idText,
  ignored,
  line,
  lineOrNothing,
  named,
  orRequired,
  phoneOrNothing,
} from "#contract/fields.ts";
import { flagFilter, idFilter, listQuery, optionsQuery, page, wordsFilter } from "#contract/lists.ts";
import { session } from "./account.ts";
import { roles } from "./roles.ts";

/** Fewer characters than this find nobody. */
export const hostSearchMinimum = 2;

/** At most so many are listed; a longer list is narrowed by typing on. */
export const maxHostsFound = 50;

export const foundHost = z.object({
  id,
  name: z.string(),
  /** Empty where there is none. */
  enName: z.string(),
  company: z.object({ name: z.string() }),
  department: z.string(),
  position: z.string(),
});

export type FoundHost = z.output<typeof foundHost>;

export const findHostUsers = endpoint({
  method: "GET",
  path: "/visitor/findHostUsers",
  permission: "public",
  limit: "hostSearch",
  summary:
    "Hosts whose name or English name contains the text, without those who are left out of it; empty under 2 characters.",
  query: z.strictObject({
    s: z._default(z.string().check(z.maxLength(100, "tooLong:100")), ""),
    company: blankable(idText),
  }),
  response: z.array(foundHost),
});

export const hostStatuses = ["active", "resigned"] as const;

export const hostUser = z.object({
  id,
  loginId: z.string(),
  name: z.string(),
  /** Empty where there is none, like every other text here. */
  enName: z.string(),
  /** In the reader's language. */
  company: named,
  department: z.string(),
  position: z.string(),
  /** At their desk. */
  phone: z.string(),
  cellPhone: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(hostStatuses),
  /** Whether visitors find them and can name them in a request; staff do anyway. */
  inPublicSearch: z.boolean(),
  /** False until they chose one by an invitation. */
  hasPassword: z.boolean(),
  /** An invitation is open. */
  invited: z.boolean(),
  /** Wrong tries make the next one wait. */
  locked: z.boolean(),
  /** Which administrator asked for a link that a second one has to confirm. */
  linkRequestedBy: z.nullable(named),
  hasSecondFactor: z.boolean(),
  /** Which administrator asked for a reset of the second factor that a second one has to confirm. */
  factorResetRequestedBy: z.nullable(named),
  /** Wall times. */
  lastSignInAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type HostUserAnswer = z.output<typeof hostUser>;

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

const invitedHostUser = z.extend(hostUser, { invitation });

export const hostUserSorts = [
  "name",
  "loginId",
  "company",
  "department",
  "role",
  "status",
  "lastSignInAt",
  "createdAt",
  "updatedAt",
] as const;

/** `q`: part of a name from two letters (initial consonants too), of a login id or of a department. */
export const listHostUsers = endpoint({
  method: "GET",
  path: "/dash/hostusers",
  permission: "baseData.read",
  summary: "Lists host users, those who resigned too.",
  query: listQuery(hostUserSorts, {
    /** One of them. */
    id: idFilter,
    company: idFilter,
    role: wordsFilter(roles),
    status: wordsFilter(hostStatuses),
    /** False: who may still have to be invited. */
    hasPassword: flagFilter,
  }),
  response: page(hostUser),
});

export type HostUserListQuery = z.output<typeof listHostUsers.query>;

export const getHostUserOptions = endpoint({
  method: "GET",
  path: "/dash/hostusers/select-options",
  permission: "choices",
  summary:
    "Active host users whose name holds the text, with company, department and position to tell namesakes apart; at most 50, none under 2 characters.",
  query: optionsQuery,
  response: z.array(named),
});

const nameLength = 50;
const teamLength = 60;
const phoneLength = 30;

/** Any text without spaces; letter case says nothing. */
const loginId = line(50).check(z.refine<string>((text) => !/\s/.test(text), "format"));

const role = z.enum(roles, { error: orRequired("invalid") });

const person = {
  loginId,
  name: line(nameLength),
  enName: blankable(line(nameLength)),
  department: blankable(line(teamLength)),
  position: blankable(line(nameLength)),
  phone: blankable(line(phoneLength)),
  cellPhone: blankable(phoneOrNothing),
  email: blankable(emailOrNothing),
  role: z._default(role, "host"),
};

export const addHostUser = endpoint({
  method: "POST",
  path: "/dash/hostusers",
  permission: "baseData",
  summary: "Adds a host user, and gives the invitation to hand to them.",
  body: z.strictObject({ ...person, company: id }),
  response: invitedHostUser,
});

export const maxBatchRows = 5_000;

export const batchRow = z.strictObject({
  ...person,
  /** A company's id, or its whole name in Korean or English. */
  company: z.union([id, line(100)], { error: orRequired("invalid") }),
});

export type BatchRow = z.output<typeof batchRow>;

export const addHostUsers = endpoint({
  method: "POST",
  path: "/dash/hostusers/batch",
  permission: "baseData",
  idempotent: true,
  bodyLimit: "8mb",
  summary:
    "Adds up to 5,000 host users, all or none; errors are named `rows.<n>.<field>`, from 0. Nobody is invited yet.",
  body: z.strictObject({
    rows: z
      .array(batchRow, { error: orRequired("invalid") })
      .check(z.minLength(1, "required"), z.maxLength(maxBatchRows, "tooMany")),
  }),
  /** `ids` in the order of the rows; of these, `reachable` are whom an invitation can be sent to by message. */
  response: z.object({ saved: z.int(), ids: z.array(id), reachable: z.array(id) }),
});

const one = z.object({ id: idText });

/** The company's id, or the company as it was read. */
const companyAsRead = z.union(
  [
    id,
    z.pipe(
      named,
      z.transform((company) => company.id),
    ),
  ],
  { error: orRequired("invalid") },
);

const readOnly = {
  role: ignored,
  status: ignored,
  hasPassword: ignored,
  invited: ignored,
  locked: ignored,
  linkRequestedBy: ignored,
  hasSecondFactor: ignored,
  factorResetRequestedBy: ignored,
  lastSignInAt: ignored,
};

export const changeHostUserProfile = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/profile",
  permission: "baseData",
  summary: "Changes who a host user is; what is not named stays.",
  params: one,
  body: z.strictObject({
    ...readOnly,
    id: blankable(id),
    loginId: z.optional(loginId),
    name: z.optional(person.name),
    enName: z.optional(lineOrNothing(nameLength)),
    company: z.optional(companyAsRead),
    department: z.optional(lineOrNothing(teamLength)),
    position: z.optional(lineOrNothing(nameLength)),
    phone: z.optional(lineOrNothing(phoneLength)),
    cellPhone: z.optional(phoneOrNothing),
    email: z.optional(emailOrNothing),
    inPublicSearch: z.optional(z.boolean({ error: "invalid" })),
  }),
  response: hostUser,
});

export const changeHostUserRole = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/role",
  permission: "baseData",
  summary:
    "Changes a host user's role, and ends their sessions; refused for the last active administrator. Who becomes administrator or privacy officer chooses another password.",
  params: one,
  body: z.strictObject({ id: blankable(id), role }),
  response: z.extend(hostUser, { invitation: z.nullable(invitation) }),
});

const nothingMore = z.strictObject({ id: blankable(id) });

export const unlockHostUser = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/unlock",
  permission: "baseData",
  summary: "Forgets a host user's wrong tries, so that they can sign in at once.",
  params: one,
  body: nothingMore,
  response: hostUser,
});

export const resetHostUserPassword = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/reset-password",
  permission: "baseData",
  summary:
    "Takes a host user's password away, ends their sessions, and invites them to choose another; an administrator's or privacy officer's by message, or with a second administrator.",
  params: one,
  body: nothingMore,
  response: invitedHostUser,
});

export const getHostUserSessions = endpoint({
  method: "GET",
  path: "/dash/hostusers/:id/sessions",
  permission: "baseData",
  summary: "Where a host user is signed in, the session used last first.",
  params: one,
  response: z.array(session),
});

export const endHostUserSessions = endpoint({
  method: "DELETE",
  path: "/dash/hostusers/:id/sessions",
  permission: "baseData",
  summary: "Signs a host user out everywhere.",
  params: one,
  response: z.undefined(),
});

export const resetSecondFactor = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/second-factor",
  permission: "baseData",
  summary:
    "Takes a host user's second factor away and ends their sessions; an administrator's or privacy officer's with a second administrator.",
  params: one,
  body: nothingMore,
  /** `confirmation`: nothing was done yet, a second administrator has to ask for it, too. */
  response: z.extend(hostUser, { state: z.enum(["done", "confirmation"]) }),
});

export const removeHostUser = endpoint({
  method: "DELETE",
  path: "/dash/hostusers/:id",
  permission: "baseData",
  summary: "Removes a host user whom nothing remembers; who was visited or did something can only resign.",
  params: one,
  response: z.undefined(),
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
  permission: "baseData.read",
  summary: "Who gave, changed or took a host user's access, oldest first; of removed ones too.",
  params: one,
  response: z.array(accountLog),
});

export const resignHostUser = endpoint({
  method: "POST",
  path: "/dash/hostusers/resign/:id",
  permission: "baseData",
  summary:
    "Records that a host user left: sessions end, nobody finds them any more, open visits go to another or stay for the desk.",
  params: one,
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
  permission: "baseData",
  summary: "Takes a host user back who had resigned, and gives the invitation to hand to them.",
  params: one,
  body: nothingMore,
  response: invitedHostUser,
});

/** `link`: shown, to be handed over; `paper`: the same, to be printed; `message`: sent to the person's mobile number. */
const invitationWays = ["link", "paper", "message"] as const;

export type InvitationWay = (typeof invitationWays)[number];

export const inviteHostUsers = endpoint({
  method: "POST",
  path: "/dash/hostusers/invite",
  permission: "baseData",
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
