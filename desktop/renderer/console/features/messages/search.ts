import { listSearch } from "../../components/table/list-search.ts";
import { dayParam, idParam, type SearchOf, searchParser, textParam } from "../../lib/search-params.ts";

const words = textParam(200);

const parseMessages = searchParser({
  ...listSearch,
  status: words,
  event: words,
  /** Days on which they were written. */
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
  // one drawer at a time: a visit may be opened from anywhere
  return read.visit === undefined ? read : { ...read, message: undefined };
}

/** What the server is asked for; the open drawers are the screen's own. */
export const askOfMessages = ({ message: _, visit: __, ...ask }: MessagesSearch) => ask;

/** A visit, or a host, that is written to from the start. */
export const parseComposeSearch = searchParser({ visit: idParam, host: idParam });

/** The event whose words are open; one that does not exist opens nothing. */
export const parseTemplatesSearch = searchParser({ event: textParam(20) });
