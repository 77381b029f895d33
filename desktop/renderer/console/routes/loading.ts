/** What comes with a screen when it is opened: its code, its texts, and what it shows first. */
import type { QueryExecuteOptions, QueryKey } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { loadLazyMessages } from "../lib/language.ts";
import { queryClient } from "../lib/query-client.ts";

type Query<Data, Key extends QueryKey> = QueryExecuteOptions<Data, Error, Data, Data, Key>;

/** Begins to read what a screen shows while its code is still on the way; what fails the screen itself says. */
export const prefetch = <Data, Key extends QueryKey>(query: Query<Data, Key>): void =>
  void queryClient.query(query).catch(() => undefined);

/** The same where the query is no part of the first screen. */
export const prefetchLazy = <Data, Key extends QueryKey>(load: () => Promise<Query<Data, Key>>): void =>
  void load().then(prefetch, () => undefined);

/**
 * A screen that is seldom opened: its code and the texts of all of them come when it is. (What it draws is `void` to
 * the compiler, which would follow it back to these routes otherwise.)
 */
export const lazyPage = <Name extends string, Module extends Record<Name, () => void>>(
  load: () => Promise<Module>,
  name: Name,
) =>
  lazyRouteComponent(async () => {
    const [screen] = await Promise.all([load(), loadLazyMessages()]);
    return screen;
  }, name);
