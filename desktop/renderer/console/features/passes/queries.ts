/** What is read about passes. All keys begin with "passes". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import { passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";
import { choicesParam, idParam, listSearch } from "../../components/table/list-search.ts";
import { read } from "../../lib/api.ts";

/** The calls for the passes of people, or of vehicles. They take and give the same. */
export const callsOf = (isVehicle: boolean) => (isVehicle ? vehiclePassCalls : passCalls);

export const passListQuery = (isVehicle: boolean, ask: ReturnType<typeof askOfPasses>) =>
  queryOptions({
    queryKey: ["passes", isVehicle ? "vehicle" : "visitor", ask],
    queryFn: ({ signal }) => read(callsOf(isVehicle).list, { query: ask }, signal),
    placeholderData: keepPreviousData,
  });

/** The first free passes by number, to suggest. @param count how many are needed */
export const freePassesQuery = (count: number) =>
  queryOptions({
    queryKey: ["passes", "free", count],
    queryFn: async ({ signal }) => {
      const query = { status: "available", size: count };
      return (await read(passCalls.list, { query }, signal)).rows;
    },
    // What was free a minute ago may be out by now.
    staleTime: 0,
  });

/** The passes, people's and vehicles', that have exactly this number. @param status only these; any where undefined */
export async function passesNumbered(passNo: string, signal: AbortSignal, status?: "issued") {
  const query = { q: passNo, status, size: 20 };
  const lists = await Promise.all([
    read(passCalls.list, { query }, signal),
    read(vehiclePassCalls.list, { query }, signal),
  ]);
  return lists
    .flatMap(({ rows }) => rows)
    .filter((pass) => pass.passNo.toLowerCase() === passNo.toLowerCase());
}

const passes = z.object({
  ...listSearch,
  status: choicesParam,
  /** The pass whose drawer is open. */
  pass: idParam,
  /** The visit of a holder whose drawer is open. */
  visit: idParam,
  /** The drawer that adds passes is open. */
  add: z.catch(z.optional(z.literal(true)), undefined),
});

export type PassesSearch = z.output<typeof passes>;

export function parsePassesSearch(raw: Record<string, unknown>): PassesSearch {
  const read = passes.parse(raw);
  // one drawer at a time: a visit may be opened from anywhere
  return read.visit === undefined ? read : { ...read, pass: undefined, add: undefined };
}

/** What the server is asked for. */
export const askOfPasses = ({ page, size, sort, q, status }: PassesSearch) => ({
  page,
  size,
  sort,
  q,
  status,
});
