/**
 * An idempotency key gives back an answer that was given before, so it must not be a way to somebody else's (OWASP ASVS
 * 5.0, 8.2.2: data of others; 15.4.2: a state is checked and used in one step).
 */
import { expect, it } from "vitest";
import { addStaff, signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { koreanApplication } from "../../support/site.ts";
import { applicationPath } from "../../support/visitor/applications.ts";

const { server, site } = await seededSite();
const headers = { "Idempotency-Key": "a-key-that-was-guessed" };

it("gives nobody the answer of another visitor, whoever knows or guesses the key", async () => {
  const mine = koreanApplication(site, { cellphone: "010-0000-1111" });
  const first = await server.post(applicationPath, { body: mine, headers });
  expect(first.status, first.text).toBe(200);
  for (const other of [{ cellphone: "010-0000-2222" }, { name: "다른이" }, { purpose: undefined }]) {
    const answer = await server.post(applicationPath, { body: { ...mine, ...other }, headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain(first.body.reserveNo);
  }
  expect(await server.db("visits")).toHaveLength(1);
});

it("gives nobody who is signed in the answer of a colleague, nor that of another call", async () => {
  const [one, two] = [
    await signedIn(server, site.company, "desk", { name: "고하나" }),
    await signedIn(server, site.company, "desk", { name: "고둘" }),
  ];
  const before = (await server.db("visits")).length;
  const host = await addStaff(server, site.company, "host", { name: "한호스트" });
  const body = {
    ...{ hostUser: host.id, location: site.place, purpose: site.purpose },
    ...{ startDate: "2026-03-11 14:00", endDate: "2026-03-11 16:00" },
    ...{ name: "나방문", cellphone: "010-0000-3333", company: "나래상사" },
  };
  const reserve = (who: typeof one) => who.post("/dash/visits/reserve", { body, headers });
  const [first, again, other] = [await reserve(one), await reserve(one), await reserve(two)];
  expect([first.status, again.status, other.status], other.text).toEqual([200, 200, 200]);
  expect(again.body).toEqual(first.body);
  expect(other.body.id).not.toBe(first.body.id);
  expect(await server.db("visits")).toHaveLength(before + 2);
  const elsewhere = await one.post(applicationPath, { body: koreanApplication(site), headers });
  expect(elsewhere.text).not.toContain(first.body.reserveNo);
});
