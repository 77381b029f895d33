/** What comes with a screen when it is opened: its code, its texts, and what it shows first. */
import type { QueryExecuteOptions, QueryKey } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { lazyCode } from "../components/lazy-code.tsx";
import { loadLazyMessages } from "../lib/language.ts";
import { queryClient } from "../lib/query-client.ts";

type Query<Data, Key extends QueryKey> = QueryExecuteOptions<Data, Error, Data, Data, Key>;

/** Begins to read what a screen shows while its code is still on the way; what fails the screen itself says. */
export const prefetch = <Data, Key extends QueryKey>(query: Query<Data, Key>): void =>
  void queryClient.query(query).catch(() => undefined);

/** The same where the query is no part of the first screen. */
export const prefetchLazy = <Data, Key extends QueryKey>(load: () => Promise<Query<Data, Key>>): void =>
  void load().then(prefetch, () => undefined);

/** What a screen draws is `void` to the compiler, which would follow it back to these routes otherwise. */
type Screens<Name extends string> = Record<Name, () => void>;

/**
 * A screen whose code comes when it is opened; where it cannot be fetched the screen says so, and what stands around it
 * stays. The router's own component would reload the page, which is nowhere while the server is away.
 */
export function screen<Name extends string>(load: () => Promise<Screens<Name>>, name: Name) {
  const Screen = lazyRouteComponent<Screens<string>, string>(load, name);
  return lazyCode(async () => {
    await load();
    // what it needs is here: it cannot fail any more
    await Screen.preload?.();
    return Screen;
  });
}

/** A screen that is seldom opened: its code and the texts of all of them come when it is. */
export const lazyPage = <Name extends string>(load: () => Promise<Screens<Name>>, name: Name) =>
  screen(async () => {
    const [screens] = await Promise.all([load(), loadLazyMessages()]);
    return screens;
  }, name);
