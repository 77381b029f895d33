/** What is read about the lobby's screens. All keys begin with "signage". */
import { queryOptions } from "@tanstack/react-query";
import { listSignage, type SignageItem } from "#contract/signage.ts";
import { read } from "../../lib/api.ts";
import { collectPages } from "../export/collect.ts";
import type { MostBytes } from "./uploads.ts";

export interface SignageList {
  /** In the order in which they are shown. */
  readonly items: readonly SignageItem[];
  readonly mostBytes: MostBytes;
}

/** Everything there is: an order can be changed only where all of it is seen. */
export const signageQuery = queryOptions({
  queryKey: ["signage", "list"],
  queryFn: async ({ signal }): Promise<SignageList> => {
    let mostBytes: MostBytes = { image: 0, video: 0 };
    const { rows } = await collectPages(
      async (page, size) => {
        const answer = await read(listSignage, { query: { page: String(page), size: String(size) } }, signal);
        mostBytes = answer.mostBytes;
        return answer;
      },
      { signal },
    );
    return { items: rows, mostBytes };
  },
});
