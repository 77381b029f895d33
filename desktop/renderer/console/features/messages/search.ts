import { listSearch } from "../../components/table/list-search.ts";
import { dayParam, idParam, type SearchOf, searchParser, textParam } from "../../lib/search-params.ts";

const listParam = textParam(200);

const parseMessages = searchParser({
  ...listSearch,
  status: listParam,
  event: listParam,
  /** Days on which the messages were created. */
  from: dayParam,
  to: dayParam,
  /** The message whose drawer is open. */
  message: idParam,
  /** The visit whose drawer is open. */
  visit: idParam,
});

export type MessagesSearch = SearchOf<typeof parseMessages>;

export function parseMessagesSearch(raw: Record<string, unknown>): MessagesSearch {
  const read = parseMessages(raw);
  // one drawer at a time; a visit can be opened from anywhere
  return read.visit === undefined ? read : { ...read, message: undefined };
}

export const messageListParams = ({ message: _, visit: __, ...listParams }: MessagesSearch) => listParams;

/** A visit or host to preselect as recipient. */
export const parseComposeSearch = searchParser({ visit: idParam, host: idParam });

/** The event whose template is open; an unknown one opens nothing. */
export const parseTemplatesSearch = searchParser({ event: textParam(20) });
