/** Public configuration of the site: name, time zone and switches. */
import { queryOptions } from "@tanstack/react-query";
import { getConfiguration } from "#contract/site/configuration.ts";
import { read } from "./api.ts";

export const siteQuery = queryOptions({
  queryKey: ["configuration", "public"],
  queryFn: ({ signal }) => read(getConfiguration, {}, signal),
  staleTime: 5 * 60_000,
});
