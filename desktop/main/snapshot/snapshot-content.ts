import * as z from "zod/mini";
import type { SnapshotVisit } from "../../ipc.ts";
import { isServer } from "../server-address.ts";

/** More visits than this are no list that is printed. */
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
  /** Whose they are: shown to nobody else. */
  server: z.string().check(z.refine(isServer)),
  user: z.object({ id: z.int(), name: text }),
  company: z.object({ ko: text, en: text }),
  timezone: text,
  /** By the server's clock: what a sheet says. */
  readAt: instant,
  /** By this computer's clock: what its age is reckoned from. */
  clockAt: instant,
  isCut: z.boolean(),
  isLocked: z.boolean(),
  // three lists: who is to come, who is out and comes again, who is inside
  visits: z.array(visit).check(z.maxLength(3 * maxVisits)),
});

/** What lies on the disk, sealed. */
export type SnapshotContent = z.output<typeof contentSchema>;

/** @throws where it is not what this version writes */
export const parseContent = (json: string): SnapshotContent => contentSchema.parse(JSON.parse(json));

/** After the session slept in: who is inside, for an evacuation, and nothing else. */
export const onlyInside = (content: SnapshotContent): SnapshotContent => ({
  ...content,
  isLocked: true,
  visits: content.visits.filter(({ isInside }: SnapshotVisit) => isInside),
});
