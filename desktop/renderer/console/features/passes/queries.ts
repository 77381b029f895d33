/** Queries of passes; query keys start with "passes". */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { passCalls, passNoOf, vehiclePassCalls } from "#contract/visits/passes.ts";
import { read } from "../../lib/api.ts";
import type { passListParams } from "./search.ts";

/** Endpoints of visitor or vehicle passes; both have the same requests and responses. */
export const passCallsOf = (isVehicle: boolean) => (isVehicle ? vehiclePassCalls : passCalls);

export const passListQuery = (isVehicle: boolean, listParams: ReturnType<typeof passListParams>) =>
  queryOptions({
    queryKey: ["passes", isVehicle ? "vehicle" : "visitor", listParams],
    queryFn: ({ signal }) => read(passCallsOf(isVehicle).list, { query: listParams }, signal),
    placeholderData: keepPreviousData,
  });

/** The first available passes by number, as suggestions. */
export const freePassesQuery = (count: number) =>
  queryOptions({
    queryKey: ["passes", "free", count],
    queryFn: async ({ signal }) => {
      const query = { status: "available", size: count };
      return (await read(passCalls.list, { query }, signal)).rows;
    },
    // another desk may have issued it meanwhile
    staleTime: 0,
  });

/** Visitor and vehicle passes with this number. */
export async function findPassesByNumber(typed: string, signal: AbortSignal, status?: "issued") {
  const passNo = passNoOf(typed);
  const query = { q: passNo, status, size: 20 };
  const lists = await Promise.all([
    read(passCalls.list, { query }, signal),
    read(vehiclePassCalls.list, { query }, signal),
  ]);
  return lists
    .flatMap(({ rows }, index) => rows.map((pass) => ({ ...pass, isVehicle: index === 1 })))
    .filter((pass) => pass.passNo === passNo);
}
