/** Fields that companies and user codes share: names in two languages, position, active or not. */
import * as z from "zod/mini";
import { blankable, dispOrder, id, line, lineOrEmpty } from "#contract/fields.ts";
import { flagFilter, listQuery } from "#contract/lists.ts";

export const nameLengths = { company: 60, code: 60 } as const;

export const referenceRecord = z.object({
  id,
  name: z.string(),
  /** May be empty. */
  enName: z.string(),
  /** False: existing records keep it, but it is no longer offered. */
  inUse: z.boolean(),
  dispOrder: z.int(),
  /** Wall times. */
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type ReferenceRecord = z.output<typeof referenceRecord>;

export const referenceListQuery = listQuery(
  ["dispOrder", "name", "enName", "inUse", "createdAt", "updatedAt"],
  {
    inUse: flagFilter,
  },
);

export type ReferenceListQuery = z.output<typeof referenceListQuery>;

const flag = z.boolean({ error: "invalid" });

/** Without `dispOrder` it comes last. */
export const newReferenceRecord = (longest: number) =>
  z.strictObject({
    name: line(longest),
    enName: blankable(line(longest)),
    inUse: z._default(flag, true),
    dispOrder: z.optional(dispOrder),
  });

export type NewReferenceRecord = z.output<ReturnType<typeof newReferenceRecord>>;

/** Absent fields stay. */
export const referenceRecordChange = (longest: number) =>
  z.strictObject({
    id: blankable(id),
    name: z.optional(line(longest)),
    enName: z.optional(lineOrEmpty(longest)),
    inUse: z.optional(flag),
    dispOrder: z.optional(dispOrder),
  });

export type ReferenceRecordChange = z.output<ReturnType<typeof referenceRecordChange>>;
