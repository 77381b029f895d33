import { expect, it } from "vitest";
import { readReferences } from "#api/features/visits/queries/new-visits.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { addHost } from "../../support/site.ts";

const {
  server: { db },
  site,
} = await seededSite();

it("finds the host of a visit, with deputies who stand in at that time", async () => {
  const since = new Date("2026-02-01T00:00:00Z");
  const away = await addHost(db, site.company, { name: "자리비움" });
  const deputy = await addHost(db, site.company, { name: "대신함" });
  const [{ id }] = await db("delegations").insert(
    {
      ...{ hostUserId: away.id, isAway: true, createdBy: away.id, createdAt: since },
      ...{ startAt: since, endAt: new Date("2026-02-02T00:00:00Z") },
    },
    "id",
  );
  await db("delegationDeputies").insert({ delegationId: id, deputyId: deputy.id });
  const named = { userCompany: site.company, location: site.place, purpose: site.purpose };
  const [during, after] = [new Date("2026-02-01T12:00:00Z"), new Date("2026-02-02T00:00:00Z")];
  const asks = [
    [{ ...named, hostUser: site.host }, during],
    [{ ...named, hostUser: away.id, purpose: undefined }, during],
    [{ ...named, hostUser: away.id, location: site.purpose }, after],
    [{ ...named, hostUser: undefined }, after],
  ] as const;
  const seen = [];
  for (const [asked, at] of asks) {
    const found = await db.transaction((trx) => readReferences(trx, asked, at));
    seen.push([
      found.hostName,
      found.deputies?.map(({ name }) => name) ?? [],
      found.locationInUse,
      found.purposeInUse,
    ]);
  }
  expect(seen).toEqual([
    ["김철수", [], true, true],
    ["자리비움", ["대신함"], true, false],
    ["자리비움", [], false, true],
    [null, [], true, true],
  ]);
});
