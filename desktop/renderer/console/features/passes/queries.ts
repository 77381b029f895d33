/** Queries of passes; query keys start with "passes". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listPasses, listVehiclePasses, passNoOf } from "#contract/visits/passes.ts";
import { listSearch } from "../../components/table/list-search.ts";
import { read } from "../../lib/api.ts";
import { choicesParam, flagParam, idParam, type SearchOf, searchParser } from "../../lib/search-params.ts";

export const passListQuery = (isVehicle: boolean, listParams: ReturnType<typeof passListParams>) =>
  queryOptions({
    queryKey: ["passes", isVehicle ? "vehicle" : "visitor", listParams],
    queryFn: ({ signal }) => read(isVehicle ? listVehiclePasses : listPasses, { query: listParams }, signal),
    placeholderData: keepPreviousData,
  });

/** The first available passes by number, as suggestions. */
export const freePassesQuery = (count: number) =>
  queryOptions({
    queryKey: ["passes", "free", count],
    queryFn: async ({ signal }) => {
      const query = { status: "available", size: count };
      return (await read(listPasses, { query }, signal)).rows;
    },
    // another desk may have issued it meanwhile
    staleTime: 0,
  });

/** Visitor and vehicle passes with this number. */
export async function findPassesByNumber(typed: string, signal: AbortSignal, status?: "issued") {
  const passNo = passNoOf(typed);
  const query = { q: passNo, status, size: 20 };
  const lists = await Promise.all([
    read(listPasses, { query }, signal),
    read(listVehiclePasses, { query }, signal),
  ]);
  return lists
    .flatMap(({ rows }, index) => rows.map((pass) => ({ ...pass, isVehicle: index === 1 })))
    .filter((pass) => pass.passNo === passNo);
}

const parsePasses = searchParser({
  ...listSearch,
  status: choicesParam,
  /** The pass whose drawer is open. */
  pass: idParam,
  /** The visit whose drawer is open. */
  visit: idParam,
  /** Whether the drawer that adds passes is open. */
  add: flagParam,
});

export type PassesSearch = SearchOf<typeof parsePasses>;

export function parsePassesSearch(raw: Record<string, unknown>): PassesSearch {
  const read = parsePasses(raw);
  // one drawer at a time; a visit can be opened from anywhere
  return read.visit === undefined ? read : { ...read, pass: undefined, add: undefined };
}

export const passListParams = ({ page, size, sort, q, status }: PassesSearch) => ({
  page,
  size,
  sort,
  q,
  status,
});
