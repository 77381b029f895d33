/** Loading of a screen's code and data. */
import type { QueryExecuteOptions, QueryKey } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { queryClient } from "../lib/query-client.ts";
import { CodeUnavailable } from "../lib/reload.ts";

type Query<Data, Key extends QueryKey> = QueryExecuteOptions<Data, Error, Data, Data, Key>;

/** Starts loading a screen's data in parallel with its code; the screen reports failures. */
export const prefetch = <Data, Key extends QueryKey>(query: Query<Data, Key>): void =>
  void queryClient.query(query).catch(() => undefined);

/** Avoids circular types between screens and routes. */
type Screens<Name extends string> = Record<Name, () => void>;

/**
 * A lazily loaded screen. The router would reload the page when a file is missing, which shows nothing while the server
 * is unreachable; with this error class it shows the route's error component instead.
 */
export const screen = <Name extends string>(load: () => Promise<Screens<Name>>, name: Name) =>
  lazyRouteComponent<Screens<string>, string>(
    () =>
      load().catch((cause) => {
        throw new CodeUnavailable("the code of a screen could not be loaded", { cause });
      }),
    name,
  );
