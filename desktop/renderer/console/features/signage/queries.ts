/** What is read about the lobby's screens. All keys begin with "signage". */
import { queryOptions } from "@tanstack/react-query";
import { getFlowTexts, listSignage, type SignageItem } from "#contract/site/signage.ts";
import { collectPages } from "../../components/export/collect-pages.ts";
import { read } from "../../lib/api.ts";
import type { MaxBytes } from "./uploads.ts";

export interface SignageList {
  /** What is shown one after the other, in that order. */
  readonly items: readonly SignageItem[];
  /** What runs along the bottom meanwhile. */
  readonly flowTexts: readonly SignageItem[];
  readonly mostBytes: MaxBytes;
}

/** Everything there is: an order can be changed only where all of it is seen. */
export const signageQuery = queryOptions({
  queryKey: ["signage", "list"],
  queryFn: async ({ signal }): Promise<SignageList> => {
    let mostBytes: MaxBytes = { image: 0, video: 0 };
    const readPage = async (page: number, size: number) => {
      const query = { type: "text,image,video", page: String(page), size: String(size) };
      const answer = await read(listSignage, { query }, signal);
      mostBytes = answer.mostBytes;
      return answer;
    };
    const [{ rows }, flowTexts] = await Promise.all([
      collectPages(readPage, { signal }),
      read(getFlowTexts, {}, signal),
    ]);
    return { items: rows, flowTexts, mostBytes };
  },
});
