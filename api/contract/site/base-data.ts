/** What companies and user codes have in common: names in two languages, an order, in use or not. */
import * as z from "zod/mini";
import { blankable, dispOrder, id, line, lineOrNothing } from "#contract/fields.ts";
import { flagFilter, listQuery } from "#contract/lists.ts";

export const nameLengths = { company: 60, code: 60 } as const;

export const baseRecord = z.object({
  id,
  name: z.string(),
  /** Empty where there is none. */
  enName: z.string(),
  /** False keeps it with what is there already, and offers it to nobody. */
  inUse: z.boolean(),
  dispOrder: z.int(),
  /** Wall times. */
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type BaseRecord = z.output<typeof baseRecord>;

export const baseListQuery = listQuery(["dispOrder", "name", "enName", "inUse", "createdAt", "updatedAt"], {
  inUse: flagFilter,
});

export type BaseListQuery = z.output<typeof baseListQuery>;

const flag = z.boolean({ error: "invalid" });

/** Without `dispOrder` it stands last. */
export const newBaseRecord = (longest: number) =>
  z.strictObject({
    name: line(longest),
    enName: blankable(line(longest)),
    inUse: z._default(flag, true),
    dispOrder: z.optional(dispOrder),
  });

export type NewBaseRecord = z.output<ReturnType<typeof newBaseRecord>>;

/** What is not named stays. */
export const baseRecordChange = (longest: number) =>
  z.strictObject({
    id: blankable(id),
    name: z.optional(line(longest)),
    enName: z.optional(lineOrNothing(longest)),
    inUse: z.optional(flag),
    dispOrder: z.optional(dispOrder),
  });

export type BaseRecordChange = z.output<ReturnType<typeof baseRecordChange>>;
