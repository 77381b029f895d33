/** Invitation tokens: in the URL fragment, stored as a hash (OWASP ASVS 5.0, 6.4.1, 14.2.1, 16.2.5). */
import { expect, it } from "vitest";
import { staffedSite } from "../../support/console/staffed-site.ts";

const { server, site, crew } = await staffedSite();

let people = 0;

async function invite() {
  const body = { loginId: `token.${++people}`, name: "새직원", company: site.company };
  const answer = await crew.admin.post("/dash/hostusers", { body });
  expect(answer.status, answer.text).toBe(200);
  return { id: answer.body.id as number, url: new URL(answer.body.invitation.url) };
}
const accept = (token: string) =>
  server.post("/dash/invitation", {
    body: { token, newPassword: "chosen by me", confirmPassword: "chosen by me" },
  });

it("an invitation token is in the URL fragment, also after a reset", async () => {
  const { id, url } = await invite();
  const reset = await crew.admin.put(`/dash/hostusers/${id}/reset-password`, { body: {} });
  const again = new URL(reset.body.invitation.url);
  for (const { pathname, search, hash } of [url, again]) {
    expect([pathname, search]).toEqual(["/dash/invitation", ""]);
    expect(hash).toMatch(/^#[\w-]{43}$/);
  }
  expect(again.hash).not.toBe(url.hash);
});

it("an invitation token is stored as a hash and never logged", async () => {
  const { id, url } = await invite();
  const token = url.hash.slice(1);
  const row = await server.db("invitations").where({ hostUserId: id }).first();
  expect(row.tokenHash).toHaveLength(32);
  const { rows } = await server.db.raw("SELECT string_agg(i::text, '') AS text FROM invitations i");
  expect(rows[0].text).not.toContain(token);
  expect(rows[0].text).not.toContain(Buffer.from(token).toString("hex"));
  expect((await server.post("/dash/invitation/check", { body: { token } })).status).toBe(200);
  expect((await accept(token)).status).toBe(204);
  expect((await accept(token)).status).toBe(400);
  expect(server.log.length).toBeGreaterThan(0);
  expect(server.log.join("\n")).not.toContain(token);
  const { rows: events } = await server.db.raw("SELECT string_agg(e::text, '') AS text FROM events e");
  expect(events[0].text).not.toContain(token);
});

it("an invitation token is not accepted in the query", async () => {
  const { url } = await invite();
  const token = url.hash.slice(1);
  for (const path of [`/dash/invitation/check?token=${token}`, `/dash/invitation?token=${token}`]) {
    const answer = await server.post(path, { body: {} });
    expect(answer.status, path).toBe(400);
  }
  expect((await accept(token)).status).toBe(204);
});

it("accepting an invitation logs the address (16.2.1)", async () => {
  const { id, url } = await invite();
  expect((await accept(url.hash.slice(1))).status).toBe(204);
  const rows = await server.db("accountLogs").where({ hostUserId: id }).orderBy("id");
  expect(rows.map(({ action, address }) => [action, address]).at(-1)).toEqual(["accept", "127.0.0.1"]);
  for (const { address } of rows.slice(0, -1)) expect(address).toBeNull();
});
