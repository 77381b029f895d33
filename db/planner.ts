/**
 * Ways of saying things that make PostgreSQL's planner take the way that a query was written for. Each tells what it was
 * measured to give among a million visits (tests/support/database/many-visits.ts, PostgreSQL 18), pages of 8 kB and
 * milliseconds of execution; what gives nothing any more goes. tests/db/visit-plans.test.ts holds the plans.
 */

/**
 * A subquery that is planned by itself, for one that an index narrows to few rows: what else is asked of those picks no
 * index of its own. The planner takes any two conditions to be independent of each other, so that it reads a whole place
 * or purpose for the sake of the order.
 * People inside at one place: 89 pages, 0.6 ms; without 328 pages, 5 ms. Inside or out, of one purpose: 177 pages, 1 ms;
 * without 1,303 pages, 20 ms.
 */
export const plannedAlone = (query: string): string => `(${query} OFFSET 0)`;

/**
 * A text column that no index is searched by, for where what else is asked for leaves fewer rows than the column does.
 * One place's applied visits: 328 pages, 7 ms; without 23,568 pages, 15 ms, because the index of statuses seems better.
 */
export const withoutIndex = (column: string): string => `${column} || ''`;

/**
 * A column that equals one value, said so that no partial index of several values is known to hold it: the index of the
 * value itself is taken.
 * Visits that are expected again: 136 pages, 6 ms; without 7,140 pages, 8 ms, by the index of all visits that may end.
 */
export const exactly = (column: string, value: string): string => `${column} BETWEEN ${value} AND ${value}`;

/**
 * One column of a row in another table, looked up by its key for each row. A join may read the whole table instead.
 * Letters of the visits of a day: 2,987 pages, 8 ms; with EXISTS 18,467 pages, 140 ms.
 */
export const lookedUp = (column: string, table: string, key: string, value: string): string =>
  `(SELECT one.${column} FROM ${table} one WHERE one.${key} = ${value})`;

/**
 * A value that the planner does not look at. With the few elements of one call's array in sight, or its very period, a
 * plan of its own always seems cheaper than one that is kept, and the statement is planned anew each time it is sent.
 * A lookup: 0.2 ms; planned for its one number 1.2 ms. A visit after a transition: 0.2 ms; planned for its one id 2.8 ms.
 * @param value its place in the statement
 */
export const unseen = (value: string, type: string): string => `(SELECT ${value}::${type})::${type}`;

/**
 * Values that are gathered into an array first, for a column to be among: then each is looked up in the column's index. A
 * plan that is kept for every value would read the other table whole for the sake of the value that has the most.
 * Messages of a host with 8 of 4,000 visits: 80 of 40,000 messages are read; with IN all of them, and all visits.
 * The latest ten thousand of ten million visits put in order by name: 4.3 ms; looked up one by one 12.6 ms. Those of a common name, which
 * lie apart: 10,200 pages, 21 ms; one by one 40,000 pages, 24 ms.
 */
export const gathered = (query: string): string => `ANY(ARRAY(${query}))`;
