import * as z from "zod/mini";
import { listSearch } from "../table/list-search.ts";

const words = z.catch(z.optional(z.string().check(z.maxLength(200))), undefined);
const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined);
const id = z.catch(z.optional(z.int().check(z.minimum(1))), undefined);

const messages = z.object({
  ...listSearch,
  status: words,
  event: words,
  /** Days on which they were written. */
  from: day,
  to: day,
  /** The message whose drawer is open. */
  message: id,
  /** The visit whose drawer is open. */
  visit: id,
});

export type MessagesSearch = z.output<typeof messages>;

export const parseMessagesSearch = (raw: Record<string, unknown>): MessagesSearch => messages.parse(raw);

/** What the server is asked for; the open drawers are the screen's own. */
export const askOfMessages = ({ message: _, visit: __, ...ask }: MessagesSearch) => ask;
