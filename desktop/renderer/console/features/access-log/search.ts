import { eventKinds, eventSubjects } from "#contract/privacy/events.ts";
import { listSearch } from "../../components/table/list-search.ts";
import {
  choicesParam,
  dayParam,
  idParam,
  oneOfParam,
  patternParam,
  type SearchOf,
  searchParser,
} from "../../lib/search-params.ts";

export const accessViews = ["log", "person", "review", "events"] as const;

export const parseAccessSearch = searchParser({
  ...listSearch,
  view: oneOfParam(accessViews),
  /** Path pattern of the call. */
  what: choicesParam,
  visitId: idParam,
  from: dayParam,
  to: dayParam,
  /** Filters of the events view: kind, user, and record. */
  kind: oneOfParam(eventKinds),
  hostUser: idParam,
  subject: choicesParam,
  subjectId: idParam,
  /** The entry whose drawer is open. */
  entry: idParam,
  /** The month under review, YYYY-MM, and the reader whose drawer is open. */
  month: patternParam(/^\d{4}-\d{2}$/),
  staff: idParam,
});

export type AccessSearch = SearchOf<typeof parseAccessSearch>;

export const accessListParams = ({ page, size, sort, q, what, visitId, from, to }: AccessSearch) => ({
  page,
  size,
  sort,
  q,
  what,
  visitId,
  from,
  to,
});

export function eventListParams(search: AccessSearch) {
  const { page, size, sort, q, kind, hostUser, subjectId, from, to } = search;
  const subject = eventSubjects.find((known) => known === search.subject);
  return { page, size, sort, q, kind, hostUser, subject, subjectId, from, to };
}
