/** The cache of a site's settings. */
import { expect, it } from "vitest";
import { readSiteSettings } from "#api/site-settings.ts";
import { connect } from "#db/connection.ts";
import { connectedDatabase } from "../../support/database/connected-database.ts";

const { url, db } = await connectedDatabase({ poolSize: 4 });

it("readSiteSettings reads changes of other connections after commit", async () => {
  const other = connect(url, { poolSize: 1 });
  try {
    for (const maxRequestDays of [3, 4, 5]) {
      await other("configuration").update({ maxRequestDays });
      expect((await readSiteSettings(db)).configuration).toMatchObject({ maxRequestDays });
    }
  } finally {
    await other.destroy();
  }
});

it("readSiteSettings returns the same object until something changes", async () => {
  expect(await readSiteSettings(db)).toBe(await readSiteSettings(db));
});

it("readSiteSettings uses the connection of a transaction", async () => {
  const one = connect(url, { poolSize: 1 });
  try {
    const { version } = await one.transaction((trx) => readSiteSettings(trx));
    expect(version).toBe((await readSiteSettings(one)).version);
  } finally {
    await one.destroy();
  }
});

it("readSiteSettings caches nothing of a rolled back transaction", async () => {
  const { companies } = await readSiteSettings(db);
  await db("configuration").update({ useCar: true });
  const takenBack = db.transaction(async (trx) => {
    await trx("companies").insert({ name: "한빛전자" });
    expect((await readSiteSettings(trx)).companies).toHaveLength(companies.length + 1);
    throw new Error("taken back");
  });
  await expect(takenBack).rejects.toThrow("taken back");
  expect((await readSiteSettings(db)).companies).toEqual(companies);
});

it("readSiteSettings has a new version after each change only", async () => {
  const company = await db("companies").insert({ name: "가온정밀" }).returning("id");
  const changes = [
    () => db("companies").where(company[0]).update({ name: "가온" }),
    () => db("userCodes").insert({ kind: 9003, name: "회의" }),
    () => db("userCodes").delete(),
    () => db("privacyPolicies").insert({ title: "처리방침", content: "-" }),
    () => db("terms").insert({ title: "약관", contentType: "안내문" }),
    () => db("smsTemplates").insert({ event: "approve", updatedAt: new Date() }),
    () => db.raw("TRUNCATE sms_templates"),
  ];
  for (const change of changes) {
    const { version } = await readSiteSettings(db);
    expect((await readSiteSettings(db)).version).toBe(version);
    await change();
    expect((await readSiteSettings(db)).version).not.toBe(version);
  }
});
