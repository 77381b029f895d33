/** Host users: they receive visitors and sign in (docs/behaviour.md, "Host users"). Permissions: host-user-access.ts. */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  blankable,
  emailOrEmpty,
  id,
  idParams,
  ignored,
  line,
  lineOrEmpty,
  named,
  orRequired,
  phoneOrEmpty,
} from "#contract/fields.ts";
import { day, enumFilter, flagFilter, idFilter, listQuery, optionsQuery, page } from "#contract/lists.ts";
import { roles } from "#contract/roles.ts";
import { invitation } from "./invitations.ts";

export const hostStatuses = ["active", "resigned"] as const;

export const hostUser = z.object({
  id,
  loginId: z.string(),
  name: z.string(),
  /** May be empty, like the other texts here. */
  enName: z.string(),
  /** In the reader's language. */
  company: named,
  department: z.string(),
  position: z.string(),
  /** Office phone. */
  phone: z.string(),
  cellPhone: z.string(),
  email: z.string(),
  /** Mail to the address bounced; nothing is sent there until it changes. */
  emailBounced: z.boolean(),
  role: z.enum(roles),
  status: z.enum(hostStatuses),
  /** Whether visitors find the user and can name them in a request; staff always can. */
  inPublicSearch: z.boolean(),
  /** False until the user chose a password by an invitation. */
  hasPassword: z.boolean(),
  /** The user can sign in by the company's provider. */
  hasCompanyAccount: z.boolean(),
  /** An invitation is pending. */
  invited: z.boolean(),
  /** Failed attempts delay the next one. */
  locked: z.boolean(),
  /** The administrator who requested a link that a second one has to confirm. */
  linkRequestedBy: z.nullable(named),
  hasSecondFactor: z.boolean(),
  /** The administrator who requested a second-factor reset that a second one has to confirm. */
  factorResetRequestedBy: z.nullable(named),
  /** Wall times. */
  lastSignInAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type HostUserAnswer = z.output<typeof hostUser>;

/** State of a user's sign-in. */
export type AccountState = "resigned" | "locked" | "ready" | "company" | "invited" | "uninvited";

export function accountStateOf({
  status,
  locked,
  hasPassword,
  hasCompanyAccount,
  invited,
}: HostUserAnswer): AccountState {
  if (status === "resigned") return "resigned";
  if (locked) return "locked";
  if (hasPassword) return "ready";
  if (hasCompanyAccount) return "company";
  return invited ? "invited" : "uninvited";
}

export const invitedHostUser = z.extend(hostUser, { invitation });

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

/** `q`: part of a name (two letters or more, initial consonants too), of a login id or of a department. */
export const listHostUsers = endpoint({
  method: "GET",
  path: "/dash/hostusers",
  permission: "referenceData.read",
  recorded: "none",
  summary: "Lists host users, resigned ones included.",
  query: listQuery(hostUserSorts, {
    /** Only this host user. */
    id: idFilter,
    company: idFilter,
    role: enumFilter(roles),
    status: enumFilter(hostStatuses),
    /** False: users who may still need an invitation. */
    hasPassword: flagFilter,
    /** True: users whom no message reaches, for lack of a number or address. */
    unreachable: flagFilter,
  }),
  response: page(hostUser),
});

export type HostUserListQuery = z.output<typeof listHostUsers.query>;

const hostOption = z.extend(named, {
  /** Absence in the period, or now; left out where the user is present. Days of the site, both included. */
  away: z.optional(z.object({ from: z.string(), to: z.string(), deputies: z.array(named) })),
});

export type HostOption = z.output<typeof hostOption>;

export const getHostUserOptions = endpoint({
  method: "GET",
  path: "/dash/hostusers/select-options",
  permission: "choices",
  recorded: "none",
  summary:
    "Active host users whose name contains the text, with company, department and position to tell namesakes apart; at most 50, none under 2 characters. `id` asks for one user. Users who are away between `from` and `to`, or now, are marked.",
  query: z.extend(optionsQuery, { id: idFilter, from: blankable(day), to: blankable(day) }),
  response: z.array(hostOption),
});

const nameLength = 50;
const teamLength = 60;
const phoneLength = 30;

/** Equal for spellings of one login id: case, width and compatible forms. login_key() in the database does the same. */
export const loginKey = (text: string): string =>
  Array.from(text.normalize("NFKC"), (letter) => Array.from(letter.toLowerCase())[0])
    .join("")
    .normalize("NFKC");

/** Any text without spaces, unique by `loginKey`. */
export const loginId = line(50).check(z.refine<string>((text) => !/\s/.test(text), "format"));

export const role = z.enum(roles, { error: orRequired("invalid") });

const person = {
  loginId,
  name: line(nameLength),
  enName: blankable(line(nameLength)),
  department: blankable(line(teamLength)),
  position: blankable(line(nameLength)),
  phone: blankable(line(phoneLength)),
  cellPhone: blankable(phoneOrEmpty),
  email: blankable(emailOrEmpty),
  role: z._default(role, "host"),
};

export const addHostUser = endpoint({
  method: "POST",
  path: "/dash/hostusers",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary: "Adds a host user, and returns the invitation to hand over.",
  body: z.strictObject({ ...person, company: id }),
  response: invitedHostUser,
});

export const maxBatchRows = 5_000;

export const batchRow = z.strictObject({
  ...person,
  /** Id of a company, or its full name in Korean or English. */
  company: z.union([id, line(100)], { error: orRequired("invalid") }),
});

export type BatchRow = z.output<typeof batchRow>;

export const addHostUsers = endpoint({
  method: "POST",
  path: "/dash/hostusers/batch",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  idempotent: true,
  bodyLimit: "8mb",
  summary:
    "Adds up to 5,000 host users, all or none; errors are named `rows.<n>.<field>`, from 0. Sends no invitations.",
  body: z.strictObject({
    rows: z
      .array(batchRow, { error: orRequired("invalid") })
      .check(z.minLength(1, "required"), z.maxLength(maxBatchRows, "tooMany")),
  }),
  /** `ids` in the order of the rows; `reachable` are those that can be invited by message. */
  response: z.object({ saved: z.int(), ids: z.array(id), reachable: z.array(id) }),
});

/** Id of the company, or the company as it was read. */
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
  emailBounced: ignored,
  role: ignored,
  status: ignored,
  hasPassword: ignored,
  hasCompanyAccount: ignored,
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
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Changes a host user's details; absent fields stay.",
  params: idParams,
  body: z.strictObject({
    ...readOnly,
    id: blankable(id),
    loginId: z.optional(loginId),
    name: z.optional(person.name),
    enName: z.optional(lineOrEmpty(nameLength)),
    company: z.optional(companyAsRead),
    department: z.optional(lineOrEmpty(teamLength)),
    position: z.optional(lineOrEmpty(nameLength)),
    phone: z.optional(lineOrEmpty(phoneLength)),
    cellPhone: z.optional(phoneOrEmpty),
    email: z.optional(emailOrEmpty),
    inPublicSearch: z.optional(z.boolean({ error: "invalid" })),
  }),
  response: hostUser,
});

export const removeHostUser = endpoint({
  method: "DELETE",
  path: "/dash/hostusers/:id",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Removes a host user without any history; a host user with visits or actions can only resign.",
  params: idParams,
  response: z.undefined(),
});
