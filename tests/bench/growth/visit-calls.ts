/** Lists and searches of all visits, with each filter and each order. */
import type { Ask } from "../calls.ts";
import type { GrowthSite, loginIds } from "./site.ts";

export interface GrowthCall {
  readonly name: string;
  /** Who makes it; a visitor where nobody is signed in. */
  readonly as: keyof typeof loginIds | "visitor";
  /** Made in turns. */
  readonly asks: readonly Ask[];
}

type Filters = Record<string, string | number>;

export const get = (path: string): Ask => ({ method: "GET", path });
export const query = (path: string, filters: Filters): Ask =>
  get(
    `${path}?${new URLSearchParams(Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)])))}`,
  );

/** Of a list: by name what is asked for, page by page unless a page is named. */
export const listed = (as: GrowthCall["as"], path: string, lists: Record<string, Filters>): GrowthCall[] =>
  Object.entries(lists).map(([name, filters]) => ({
    ...{ name, as },
    asks:
      "page" in filters ? [query(path, filters)] : [1, 2, 3].map((page) => query(path, { ...filters, page })),
  }));

export const deep = { page: 200, size: 50 };

export const visitLists = ({ host, place, purpose, day, middleDay, people }: GrowthSite): GrowthCall[] =>
  listed("desk", "/api/visit", {
    visits: { size: 50 },
    "visits, the deepest page": deep,
    "visits, earliest first": { size: 50, sort: "startDate" },
    ...Object.fromEntries(
      ["name", "-company", "-endDate", "createdAt", "reserveNo"].map((sort) => [
        `visits by ${sort}`,
        { size: 50, sort },
      ]),
    ),
    ...Object.fromEntries(
      ["applied", "approved", "entered", "exited", "ended", "rejected", "cancelled"].map((status) => [
        status,
        { status },
      ]),
    ),
    "ended, the deepest page": { status: "ended", ...deep },
    "ended and rejected by name": { status: "ended,rejected", sort: "name" },
    "of a host": { host },
    "of a place": { location: place },
    "of a purpose": { purpose },
    "of a place and purpose": { location: place, purpose },
    "rejected, of a place": { location: place, status: "rejected" },
    "ended, of a place and purpose": { location: place, purpose, status: "ended" },
    today: { from: day(0), to: day(0) },
    "the last week": { from: day(7), to: day(0) },
    "the next week": { from: day(-1), to: day(-7) },
    "a day in the middle": { from: middleDay, to: middleDay },
    "ended, a day in the middle": { from: middleDay, to: middleDay, status: "ended" },
    "of a place, a day in the middle": { from: middleDay, to: middleDay, location: place },
    "until the middle": { to: middleDay },
    "text: a common name": { q: "김민" },
    "text: a common name, the deepest page": { q: "김민", ...deep, page: 5 },
    "text: a very common company": { q: "(주" },
    "text: the same, the deepest page": { q: "(주", page: 60, size: 50 },
    "text: a common name, of the last week": { q: "김민", from: day(7), to: day(0) },
    "text: a common name, rejected": { q: "김민", status: "rejected" },
    "text: a common name, of a place": { q: "김민", location: place },
    "text: a common name by name": { q: "김민", sort: "name" },
    "text: a whole name": { q: "김민서" },
    "text: a rare name": { q: "류옥" },
    "text: a name that nobody has": { q: "뷁뷁" },
    "text: initial consonants": { q: "ㄱㅁㅅ" },
    "text: a company": { q: "한국" },
    "text: a car": { q: "12가3456" },
    "text: the last four digits": { q: "3456" },
    "text: a mobile number": { q: people[0]?.cellPhone ?? "" },
    "text: a reservation number": { q: people[0]?.reserveNo ?? "" },
    "text: reservation numbers of a day": { q: people[0]?.reserveNo.slice(0, 6) ?? "" },
  });
