/**
 * Deputies and absence (docs/behaviour.md, "Deputies and absence"): a host names who decides in their place, from one day until
 * another, both included, and says whether they are away.
 */
import * as z from "zod/mini";
import { daysBetween } from "#contract/dates.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, idText, named, orRequired } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";

export const maxDeputies = 5;
/** From the first day to the last. */
export const maxDelegationDays = 366;
/** So many of one host are in force or to come. */
export const maxDelegations = 20;
/** So long one that is over is listed. */
export const pastDelegationDays = 30;

const delegation = z.object({
  id,
  host: named,
  /** YYYY-MM-DD of the site, both included. */
  from: z.string(),
  to: z.string(),
  /** The host is away, and says so to staff. */
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

const isOfUse = z.refine<{ readonly deputies: readonly number[]; readonly isAway: boolean }>(
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
  .check(inOrder, notTooLong, isOfUse);

export type NewDelegation = z.output<typeof newDelegation>;

const delegationEnd = z.strictObject({ id: blankable(id), to: day });

export const getDelegations = endpoint({
  method: "GET",
  path: "/dash/delegations",
  permission: "visits.decide",
  recorded: "none",
  person: true,
  summary:
    "One's own delegations, and those in which one is a deputy: in force, to come, and over for 30 days at most.",
  response: z.object({ own: z.array(delegation), asDeputy: z.array(delegation) }),
});

export const addDelegation = endpoint({
  method: "POST",
  path: "/dash/delegations",
  permission: "visits.decide",
  recorded: { subject: null },
  person: true,
  summary:
    "Names deputies who decide in one's place on the days given, today or later, and says whether one is away; at least one of both.",
  body: newDelegation,
  response: delegation,
});

export const changeDelegationEnd = endpoint({
  method: "PUT",
  path: "/dash/delegations/:id",
  permission: "visits.decide",
  recorded: { subject: null },
  person: true,
  summary: "Moves the last day of one of one's delegations that is not over.",
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
  summary: "Ends one of one's delegations at once; one that has not begun is gone.",
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
  summary: "A host's delegations, likewise.",
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
  summary: "Ends a host's delegation at once; one that has not begun is gone.",
  params: oneOfHost,
  response: z.undefined(),
});
