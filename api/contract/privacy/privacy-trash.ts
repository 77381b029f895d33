/** Visits that are pending deletion, and the register of deletions (docs/behaviour.md, "Privacy"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id } from "#contract/fields.ts";
import { day, enumFilter, listQuery, page } from "#contract/lists.ts";
import { status, statusCode } from "#contract/visits/status.ts";

/** Days between the day of destruction and the job that destroys: the trash counts down from D-5 to D-0. */
export const graceDays = 5;

/** `due`: the day of destruction has come; `soft`: hidden by the privacy officer. */
export const trashStates = ["due", "soft"] as const;

/** Why a visit cannot be destroyed yet: it is not over, its pass is out, or either applies to a companion. */
export const trashBlocks = ["open", "passOut", "companion"] as const;

export const trashRow = z.object({
  id,
  reserveNo: z.string(),
  /** Masked: 홍*동. */
  name: z.string(),
  company: z.string(),
  followersCnt: z.int(),
  /** The leader of a companion; both are always destroyed together. */
  leaderId: z.nullable(id),
  startDate: z.string(),
  endDate: z.string(),
  statusCode,
  status,
  state: z.enum(trashStates),
  /** Wall time; null where it is not hidden. */
  hiddenAt: z.nullable(z.string()),
  /** YYYY-MM-DD, the first day on which the data may no longer be kept. */
  destroyOn: z.string(),
  /** YYYY-MM-DD of the job that destroys it. */
  erasedOn: z.string(),
  /** Days until then, 5 to 0 for due visits; negative where overdue. */
  daysLeft: z.int(),
  overdue: z.boolean(),
  blocked: z.nullable(z.enum(trashBlocks)),
});

export type TrashRow = z.output<typeof trashRow>;

export const getTrash = endpoint({
  method: "GET",
  path: "/dash/trash-privacy",
  permission: "privacy.read",
  recorded: "none",
  summary: "Visits whose day of destruction has come, and hidden ones.",
  query: listQuery(["destroyOn", "startDate", "name"], {
    state: enumFilter(trashStates),
    from: blankable(day),
    to: blankable(day),
  }),
  response: page(trashRow),
});

export type TrashQuery = z.output<typeof getTrash.query>;

export const maxTrashed = 200;

const trashAction = <const Name extends string>(name: Name, summary: string) =>
  endpoint({
    method: "PUT",
    path: `/dash/trash-privacy/${name}`,
    permission: "privacy",
    recorded: { subject: null },
    summary,
    body: z.strictObject({
      ids: z.array(id).check(z.minLength(1, "required"), z.maxLength(maxTrashed, "tooMany")),
    }),
    response: z.object({
      /** Affected visits, companions included. */
      count: z.int(),
    }),
  });

export const softDelete = trashAction(
  "soft",
  "Hides visits that are over, with their companions, from everything except the trash; all or none.",
);
export const restoreVisits = trashAction("restore", "Brings hidden visits back; all or nothing.");
export const hardDelete = trashAction(
  "hard",
  "Destroys the data of visits that are due or hidden, irrevocably and everywhere; all or none.",
);

export const destructionReasons = ["due", "officer", "request"] as const;

export const destruction = z.object({
  id: z.int(),
  /** Wall time. */
  at: z.string(),
  /** `name` is empty for the job. */
  by: z.object({ kind: z.enum(["staff", "job"]), id: z.nullable(id), name: z.string() }),
  why: z.enum(destructionReasons),
  visitIds: z.array(id),
  visits: z.int(),
  persons: z.int(),
  messages: z.int(),
  /** Days from the visit's end to its destruction, as the visitors had been informed. */
  retentionDays: z.array(z.int()),
});

export type Destruction = z.output<typeof destruction>;

/** Ids of the visits, "12–15, 18", which cleaning a restored backup needs. */
export function visitNumbers({ visitIds }: Pick<Destruction, "visitIds">): string {
  const runs: [first: number, last: number][] = [];
  for (const id of visitIds.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && id === run[1] + 1) run[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
}

export const getDestructionRegister = endpoint({
  method: "GET",
  path: "/dash/destruction-register",
  permission: "privacy.read",
  recorded: "none",
  summary: "The register of destructions: time, actor, reason and amount. No personal data.",
  query: listQuery(["at"], {
    why: enumFilter(destructionReasons),
    from: blankable(day),
    to: blankable(day),
  }),
  response: page(destruction),
});

export type RegisterQuery = z.output<typeof getDestructionRegister.query>;
