import * as z from "zod/mini";
import { eventKinds, eventSubjects } from "#contract/privacy/events.ts";
import { choicesParam, dayParam, idParam, listSearch } from "../../components/table/list-search.ts";

export const accessViews = ["log", "person", "review", "events"] as const;

const access = z.object({
  ...listSearch,
  view: z.catch(z.optional(z.enum(accessViews)), undefined),
  /** Path pattern of the call. */
  what: choicesParam,
  visitId: idParam,
  from: dayParam,
  to: dayParam,
  /** Of events: their kind, whose they are, and which record they are about. */
  kind: z.catch(z.optional(z.enum(eventKinds)), undefined),
  hostUser: idParam,
  subject: choicesParam,
  subjectId: idParam,
  /** The entry whose drawer is open. */
  entry: idParam,
  /** The month that is reviewed, YYYY-MM, and whose part of it is open. */
  month: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/))), undefined),
  staff: idParam,
});

export type AccessSearch = z.output<typeof access>;

export const parseAccessSearch = (raw: Record<string, unknown>): AccessSearch => access.parse(raw);

/** What the server is asked for; a number that is searched for never stands in the address. */
export const askOfAccess = ({ page, size, sort, q, what, visitId, from, to }: AccessSearch) => ({
  ...{ page, size, sort, q, what, visitId, from, to },
});

/** The same of events. */
export function askOfEvents(search: AccessSearch) {
  const { page, size, sort, q, kind, hostUser, subjectId, from, to } = search;
  const subject = eventSubjects.find((one) => one === search.subject);
  return { page, size, sort, q, kind, hostUser, subject, subjectId, from, to };
}
