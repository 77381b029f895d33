/**
 * Deputies and absence (docs/behaviour.md, "Deputies and absence"): a host names deputies for a period of days, and says
 * whether they are away.
 */
import * as z from "zod/mini";
import { daysBetween } from "#contract/dates.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, idText, named, orRequired } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";

export const maxDeputies = 5;
export const maxDelegationDays = 366;
/** Maximum of a host's delegations that are in force or still to come. */
export const maxDelegations = 20;
/** How long past delegations are listed. */
export const pastDelegationDays = 30;

const delegation = z.object({
  id,
  host: named,
  /** YYYY-MM-DD on the site, both included. */
  from: z.string(),
  to: z.string(),
  /** The host is away; staff see it. */
  isAway: z.boolean(),
  deputies: z.array(z.extend(named, { resigned: z.boolean() })),
  state: z.enum(["inForce", "coming", "past"]),
  createdBy: named,
});

export type DelegationAnswer = z.output<typeof delegation>;

const inOrder = z.refine<{ readonly from: string; readonly to: string }>(({ from, to }) => from <= to, {
  error: "lastDayBefore",
  path: ["to"],
});

const notTooLong = z.refine<{ readonly from: string; readonly to: string }>(
  ({ from, to }) => daysBetween(from, to) < maxDelegationDays,
  { error: `periodTooLong:${maxDelegationDays}`, path: ["to"] },
);

const hasEffect = z.refine<{ readonly deputies: readonly number[]; readonly isAway: boolean }>(
  ({ deputies, isAway }) => isAway || deputies.length > 0,
  { error: "required", path: ["deputies"] },
);

export const newDelegation = z
  .strictObject({
    from: day,
    to: day,
    deputies: z.array(id, { error: orRequired("invalid") }).check(z.maxLength(maxDeputies, "tooMany")),
    isAway: z.boolean({ error: orRequired("invalid") }),
  })
  .check(inOrder, notTooLong, hasEffect);

export type NewDelegation = z.output<typeof newDelegation>;

const delegationEnd = z.strictObject({ id: blankable(id), to: day });

export const getDelegations = endpoint({
  method: "GET",
  path: "/dash/delegations",
  permission: "visits.decide",
  recorded: "none",
  person: true,
  summary:
    "The user's own delegations, and those in which the user is a deputy: in force, to come, and over for at most 30 days.",
  response: z.object({ own: z.array(delegation), asDeputy: z.array(delegation) }),
});

export const addDelegation = endpoint({
  method: "POST",
  path: "/dash/delegations",
  permission: "visits.decide",
  recorded: { subject: null },
  person: true,
  summary:
    "Names deputies for a period that begins today or later, and says whether the host is away; at least one of the two.",
  body: newDelegation,
  response: delegation,
});

export const changeDelegationEnd = endpoint({
  method: "PUT",
  path: "/dash/delegations/:id",
  permission: "visits.decide",
  recorded: { subject: null },
  person: true,
  summary: "Moves the last day of one's own delegation that is not over.",
  params: idParams,
  body: delegationEnd,
  response: delegation,
});

export const endDelegation = endpoint({
  method: "DELETE",
  path: "/dash/delegations/:id",
  permission: "visits.decide",
  recorded: { subject: null },
  person: true,
  summary: "Ends one's own delegation at once, or removes it before it has begun.",
  params: idParams,
  response: z.undefined(),
});

const oneOfHost = z.object({ id: idText, delegation: idText });

export const getHostDelegations = endpoint({
  method: "GET",
  path: "/dash/hostusers/:id/delegations",
  permission: "referenceData.read",
  recorded: "none",
  person: true,
  summary: "A host's delegations: in force, to come, and over for at most 30 days.",
  params: idParams,
  response: z.object({ own: z.array(delegation), asDeputy: z.array(delegation) }),
});

export const addHostDelegation = endpoint({
  method: "POST",
  path: "/dash/hostusers/:id/delegations",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Names deputies of a host, and says whether the host is away.",
  params: idParams,
  body: newDelegation,
  response: delegation,
});

export const changeHostDelegationEnd = endpoint({
  method: "PUT",
  path: "/dash/hostusers/:id/delegations/:delegation",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Moves the last day of a host's delegation that is not over.",
  params: oneOfHost,
  body: delegationEnd,
  response: delegation,
});

export const endHostDelegation = endpoint({
  method: "DELETE",
  path: "/dash/hostusers/:id/delegations/:delegation",
  permission: "referenceData",
  recorded: { subject: "host_users" },
  person: true,
  summary: "Ends a host's delegation at once, or removes it before it has begun.",
  params: oneOfHost,
  response: z.undefined(),
});
