import type { Knex } from "knex";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { searchHosts } from "#db/queries/host-users/host-search.ts";
import { visitNumbered, visitsOfPerson } from "#db/queries/lookup.ts";
import { visitRow, visitRows } from "#db/queries/visits/rows.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { addHost, type Site, seedSite } from "../support/site.ts";

let database: TestDatabase;
let db: Knex;
let site: Site;
const hash = (text: string) => Buffer.from(text.padEnd(32, "."));
const since = new Date("2026-01-01T00:00:00Z");

beforeAll(async () => {
  database = await testDatabase();
  db = connect(database.url, { poolSize: 4 });
  site = await seedSite(db);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const addVisit = async (n: number, name: string, who: string): Promise<number> => {
  const numbered = { cellCipher: hash("cipher"), cellKey: "k", cellHash: hash(who), cellHashKey: "k" };
  const [{ id }] = await db("visits").insert(
    {
      ...{
        reserveNo: `260310-0000${n}`,
        statusCode: "approved",
        hostUserId: site.host,
        purposeId: site.purpose,
      },
      ...{ startAt: since, endAt: new Date("2026-01-02T00:00:00Z"), name, origin: "public", lang: "ko" },
      ...{ destroyOn: "2027-01-01", createdAt: new Date(since.getTime() + n * 60_000), updatedAt: since },
      ...{ ...numbered, cellLastFourHash: hash("four") },
    },
    "id",
  );
  return id;
};

/** Asks all at once. @returns their answers, and how many statements were sent */
async function together<T>(asks: readonly (() => Promise<T>)[]): Promise<[T[], number]> {
  let sent = 0;
  const note = () => void sent++;
  db.on("query", note);
  const answers = await Promise.all(asks.map((ask) => ask()));
  db.removeListener("query", note);
  return [answers, sent];
}

it("gives each who opens a visit their own, and nothing for one that is not there", async () => {
  const ids = [await addVisit(1, "하나", "a"), await addVisit(2, "둘", "b")] as const;
  const [rows, sent] = await together([ids[0], ids[1], 0, ids[0]].map((id) => () => visitRow(db, id)));
  expect(rows.map((row) => row?.name)).toEqual(["하나", "둘", undefined, "하나"]);
  expect(sent).toBe(2);
});

it("gives each who looks up their visits their own, the latest first", async () => {
  await addVisit(3, "셋 다", "c");
  await addVisit(4, "셋다", "c");
  await addVisit(5, "다섯", "d");
  const asks: [string, string[]][] = [
    ["다섯", ["d"]],
    ["셋다", ["x", "c"]],
    ["다섯", ["c"]],
    ["다섯", ["d"]],
  ];
  const [found, sent] = await together(
    asks.map(
      ([name, hashes]) =>
        () =>
          visitsOfPerson(db, { name, hashes: hashes.map(hash), since }),
    ),
  );
  const names = found.map((visits) => visits.map(({ name }) => name));
  expect(names).toEqual([["다섯"], ["셋다", "셋 다"], [], ["다섯"]]);
  expect(sent).toBe(2);
  const numbered = ["260310-00003", "260310-00005", "260310-00003"];
  const [one] = await together(
    numbered.map((reserveNo) => () => visitNumbered(db, { reserveNo, name: "셋다", since })),
  );
  expect(one.map((visit) => visit?.name)).toEqual(["셋 다", undefined, "셋 다"]);
});

it("gives each who searches for a host their own, within a company where they say so", async () => {
  const [{ id: other }] = await db("companies").insert({ name: "다른 회사", enName: "Other" }, "id");
  await addHost(db, site.company, { loginId: "one", name: "가나다", enName: "Ganada" });
  await addHost(db, other, { loginId: "two", name: "나다", enName: "Nada" });
  const asks: [string, number?][] = [["나다"], ["나다", other], ["나"], ["나다", site.company], ["ㄱㄴ"]];
  const [found, sent] = await together(
    asks.map(
      ([text, company]) =>
        () =>
          searchHosts(db, text, company),
    ),
  );
  const names = found.map((hosts) => hosts.map(({ name }) => name));
  expect(names).toEqual([["나다", "가나다"], ["나다"], [], ["가나다"], []]);
  expect(Object.keys(found[0]?.[0] ?? {})).not.toContain("place");
  expect(sent).toBe(2);
});

it("keeps one plan for visits by their ids, whichever they are", async () => {
  const single = connect(database.url, { poolSize: 1 });
  try {
    const id = await addVisit(6, "여섯", "f");
    for (let n = 0; n < 8; n++) await visitRows(single, n % 2 ? [id] : [id, 0, 1]);
    const { rows } = await single.raw(
      "SELECT generic_plans AS generic, custom_plans AS custom FROM pg_prepared_statements WHERE statement LIKE ?",
      ["%WITH ORDINALITY AS wanted%"],
    );
    // PostgreSQL compares after five plans of their own.
    expect(rows).toMatchObject([{ generic: 3, custom: 5 }]);
  } finally {
    await single.destroy();
  }
});
