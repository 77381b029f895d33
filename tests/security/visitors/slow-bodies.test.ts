/** A slow body does not bypass a setting enabled meanwhile (OWASP ASVS 5.0, 2.3.1). */
import { request } from "node:http";
import { expect, it } from "vitest";
import { seededSite } from "../../support/console/staffed-site.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site } = await seededSite();

/** Sends headers and half a body, does something, and sends the rest later than bodies are usually awaited. */
async function sendSlowly(path: string, body: object, meanwhile: () => Promise<unknown>) {
  const text = JSON.stringify(body);
  const headers = { Origin: server.url, "Content-Type": "application/json", "Content-Length": text.length };
  const sending = request(server.url + path, { method: "POST", headers });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    sending.on("error", reject);
    sending.on("response", (answer) => resolve(answer.resume().statusCode));
  });
  sending.write(text.slice(0, 5));
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await wait(200);
  await meanwhile();
  await wait(1_100);
  sending.end(text.slice(5));
  return answered;
}

it("a lookup needs the code enabled while its body arrives", async () => {
  const person = { name: "Hong", cellPhone: "010-0000-1234" };
  await addVisit(server, site, { name: person.name, cellphone: person.cellPhone });
  const search = "/api/request/search";
  // Fills the cache of site settings.
  expect((await server.post(search, { body: person })).body).toHaveLength(1);
  const switchOn = () => server.db("configuration").update({ lookupCode: true });
  expect(await sendSlowly(search, person, switchOn)).toBe(400);
});
