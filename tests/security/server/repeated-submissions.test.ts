/**
 * An idempotency key gives back an answer that was given before, so it must not be a way to somebody else's (OWASP ASVS
 * 5.0, 8.2.2: data of others; 15.4.2: a state is checked and used in one step).
 */
import { expect, it } from "vitest";
import { signedIn } from "../../support/console/staff.ts";
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

it("gives nobody who is signed in the answer of another, nor that of another call", async () => {
  const [one, two] = [
    await signedIn(server, site.company, "admin", { name: "고하나" }),
    await signedIn(server, site.company, "admin", { name: "고둘" }),
  ];
  const add = (who: typeof one, loginId: string) =>
    who.post("/dash/hostusers", { body: { loginId, name: "새직원", company: site.company }, headers });
  const answer = await add(one, "key.of.one");
  expect(answer.status, answer.text).toBe(200);
  const link = answer.body.invitation.url;
  const same = await add(two, "key.of.one");
  expect(same.status).toBe(400);
  expect(same.text).not.toContain(link.split("#")[1]);
  expect((await add(two, "key.of.two")).status).toBe(200);
  const elsewhere = await one.post(applicationPath, { body: koreanApplication(site), headers });
  expect(elsewhere.text).not.toContain(link.split("#")[1]);
});
