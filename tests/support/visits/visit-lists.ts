/** Lists of visits. */
import { expect } from "vitest";
import type { SignedIn } from "../console/staff.ts";

export type ListQuery = Record<string, string | number>;

export const searchPath = "/api/visit";

export const idsOf = (visits: readonly { id: number }[]) => visits.map(({ id }) => id);

export const listPath = (list: string, query: ListQuery = {}) =>
  `${list}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)] as [string, string]))}`;

/** Ids in the list's order. */
export async function shownIn(who: SignedIn, list: string, query: ListQuery = {}) {
  const answer = await who.get(listPath(list, query));
  expect(answer.status, answer.text).toBe(200);
  return idsOf(answer.body.rows);
}
