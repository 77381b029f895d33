/** Queries of signage; query keys start with "signage". */
import { queryOptions } from "@tanstack/react-query";
import { getFlowTexts, listSignage, type SignageItem } from "#contract/site/signage.ts";
import { collectPages } from "../../components/export/collect-pages.ts";
import { read } from "../../lib/api.ts";
import type { MaxBytes } from "./uploads.ts";

export interface SignageList {
  /** Playlist in display order. */
  readonly items: readonly SignageItem[];
  /** Tickers. */
  readonly flowTexts: readonly SignageItem[];
  readonly mostBytes: MaxBytes;
}

/** All items, because sorting needs the whole list. */
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
