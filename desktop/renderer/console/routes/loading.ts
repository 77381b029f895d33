/** What comes with a screen when it is opened: its code, and what it shows first. */
import type { QueryExecuteOptions, QueryKey } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { queryClient } from "../lib/query-client.ts";
import { CodeUnavailable } from "../lib/reload.ts";

type Query<Data, Key extends QueryKey> = QueryExecuteOptions<Data, Error, Data, Data, Key>;

/** Begins to read what a screen shows while its code is loading; the screen itself reports a failure. */
export const prefetch = <Data, Key extends QueryKey>(query: Query<Data, Key>): void =>
  void queryClient.query(query).catch(() => undefined);

/** The screens' own types would lead the compiler back to these routes. */
type Screens<Name extends string> = Record<Name, () => void>;

/**
 * A screen whose code is loaded when it is opened. The router reloads the page by itself where a file is missing, which shows
 * nothing while the server is away; with an error of its own the route's error component is shown instead.
 */
export const screen = <Name extends string>(load: () => Promise<Screens<Name>>, name: Name) =>
  lazyRouteComponent<Screens<string>, string>(
    () =>
      load().catch((cause) => {
        throw new CodeUnavailable("the code of a screen could not be loaded", { cause });
      }),
    name,
  );
