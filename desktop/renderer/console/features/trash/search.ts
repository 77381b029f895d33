import * as z from "zod/mini";
import { choicesParam, dayParam, idParam, listSearch } from "../../components/table/list-search.ts";

const trash = z.object({
  ...listSearch,
  state: choicesParam,
  from: dayParam,
  to: dayParam,
  /** The visit whose drawer is open. */
  visit: idParam,
});

export type TrashSearch = z.output<typeof trash>;

export const parseTrashSearch = (raw: Record<string, unknown>): TrashSearch => trash.parse(raw);

/** What the server is asked for. */
export const askOfTrash = ({ visit: _, ...ask }: TrashSearch) => ask;
