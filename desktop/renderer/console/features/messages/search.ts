import * as z from "zod/mini";
import { dayParam, idParam, listSearch } from "../../components/table/list-search.ts";

const words = z.catch(z.optional(z.string().check(z.maxLength(200))), undefined);

const messages = z.object({
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

export type MessagesSearch = z.output<typeof messages>;

export function parseMessagesSearch(raw: Record<string, unknown>): MessagesSearch {
  const read = messages.parse(raw);
  // one drawer at a time: a visit may be opened from anywhere
  return read.visit === undefined ? read : { ...read, message: undefined };
}

/** What the server is asked for; the open drawers are the screen's own. */
export const askOfMessages = ({ message: _, visit: __, ...ask }: MessagesSearch) => ask;

/** A visit, or a host, that is written to from the start. */
const composeParams = z.object({ visit: idParam, host: idParam });

export const parseComposeSearch = (raw: Record<string, unknown>): z.output<typeof composeParams> =>
  composeParams.parse(raw);

/** The event whose words are open; one that does not exist opens nothing. */
const templateParams = z.object({ event: z.catch(z.optional(z.string().check(z.maxLength(20))), undefined) });

export const parseTemplatesSearch = (raw: Record<string, unknown>): z.output<typeof templateParams> =>
  templateParams.parse(raw);
