/** Queries that are narrowed to the visits of some hosts: of a person, and of those whose deputy they are. */

/** Hosts that a query is narrowed to; undefined for everybody. */
export type OwnHosts = readonly number[] | undefined;

/**
 * The condition on a column. One host, as nearly always, is asked for by the statement and the plan of one.
 * @param value its place in the statement, for `hostBinding`
 */
export const isOneOf = (column: string, hosts: readonly number[], value: string): string =>
  hosts.length === 1 ? `${column} = ${value}` : `${column} = ANY(${value}::integer[])`;

/** What `isOneOf` binds. */
export const hostBinding = (hosts: readonly number[]): number | number[] =>
  hosts.length === 1 ? (hosts[0] as number) : [...hosts];
