import * as z from "zod/mini";
import type { SnapshotVisit } from "../../ipc.ts";
import { isServer } from "../server-address.ts";

/** Longer lists are truncated. */
export const maxVisits = 2_000;

const text = z.string().check(z.maxLength(300));
const instant = z.int().check(z.minimum(0));

const visit = z.object({
  id: z.int(),
  reserveNo: text,
  name: text,
  company: text,
  host: text,
  department: text,
  place: text,
  startDate: text,
  endDate: text,
  passNo: text,
  isInside: z.boolean(),
  enteredAt: text,
});

const contentSchema = z.object({
  format: z.literal("visitor-snapshot-1"),
  /** Server and user that the lists belong to; never shown for others. */
  server: z.string().check(z.refine(isServer)),
  user: z.object({ id: z.int(), name: text }),
  company: z.object({ ko: text, en: text }),
  timezone: text,
  /** By the server's clock; printed on the lists. */
  readAt: instant,
  /** By this computer's clock; determines the age. */
  clockAt: instant,
  isCut: z.boolean(),
  isLocked: z.boolean(),
  // three lists: expected, temporarily out, inside
  visits: z.array(visit).check(z.maxLength(3 * maxVisits)),
});

/** Content of the encrypted file. */
export type SnapshotContent = z.output<typeof contentSchema>;

/** @throws when the format is not this version's */
export const parseContent = (json: string): SnapshotContent => contentSchema.parse(JSON.parse(json));

/** Keeps only the visitors inside, for an evacuation after the session expired. */
export const onlyInside = (content: SnapshotContent): SnapshotContent => ({
  ...content,
  isLocked: true,
  visits: content.visits.filter(({ isInside }: SnapshotVisit) => isInside),
});
