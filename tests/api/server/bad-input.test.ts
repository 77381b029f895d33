import { beforeAll, describe, expect, it } from "vitest";
import type { Route } from "#api/http/route.ts";
import { scopeOf } from "#api/permissions.ts";
import { routes } from "#api/routes.ts";
import { roles } from "#contract/roles.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { badBodies, bodySchema, goodBody } from "../../support/contract-bodies.ts";
import { addMessage } from "../../support/messages.ts";
import { addPass, addVisit, passOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
/** Records that the calls with an `:id` are about, by the beginning of their path. */
let records: [path: string, id: number][];
/** A version of the terms among them. */
let draft: number;
/** What the tables held at the last look. */
let stored: Awaited<ReturnType<typeof contentOfTables>>;

beforeAll(async () => {
  // what a switch turns off is ignored
  await server.db("configuration").update({ submitCode: true, companions: true });
  const visit = await addVisit(server, site, { statusCode: "approved", cellphone: "010-1234-5678" });
  const message = await addMessage(server, { status: "failed", visitId: visit.id });
  const pass = await passOf(server.db, await addPass(server));
  const carPass = await passOf(server.db, await addPass(server, { vehicle: true }));
  const [policy] = await server
    .db("privacyPolicies")
    .insert({ title: "초안", content: "초안" })
    .returning("id");
  const [terms] = await server.db("terms").insert({ title: "초안", contentType: "이용약관" }).returning("id");
  const [version] = await server
    .db("termsVersions")
    .insert({ termsId: terms.id, version: 1, body: "초안" })
    .returning("id");
  const [request] = await server
    .db("erasureRequests")
    .insert({
      requestNo: "260310-00000",
      visitIds: [visit.id],
      createdBy: crew.privacy.id,
      createdAt: server.now,
    })
    .returning("id");
  const [signage] = await server
    .db("signageContents")
    .insert({ type: "text", title: "안내", text: "안내", dispOrder: 1, seconds: 10 })
    .returning("id");
  records = [
    ["/dash/erasure-requests", request.id],
    ["/api/pass", pass.id],
    ["/api/vehicle-pass", carPass.id],
    ["/dash/companies", site.company],
    ["/dash/usercodes", site.place],
    ["/dash/privacy-policies", policy.id],
    ["/dash/terms", terms.id],
    ["/dash/hostusers", site.host],
    ["/dash/sms", message.id],
    ["/dash/did/contents", signage.id],
    ["/dash/", visit.id],
  ];
  draft = version.id;
  stored = await contentOfTables(server.db);
});

/** Nothing was stored since the last look; each costs a reading of all tables. */
async function expectNothingStored(): Promise<void> {
  const before = stored;
  stored = await contentOfTables(server.db);
  expect(stored).toEqual(before);
}

const recordOf = (path: string) => records.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 1;

const pathOf = ({ endpoint: { path } }: Route) =>
  path.replace(
    /:(\w+)/g,
    (_, name: string) =>
      ({
        kind: "9002",
        day: "2026-06-15",
        extra: "profile",
        lang: "ko",
        event: "approve",
        versionId: String(draft),
      })[name] ?? String(recordOf(path)),
  );

/** Sends as somebody who may. */
function send(route: Route, body: unknown, headers: Record<string, string> = {}) {
  const { method, permission } = route.endpoint;
  if (permission === "public") return server.send(method, pathOf(route), { body, headers });
  const role = roles.find((one) => scopeOf(permission, one) === "all") ?? "admin";
  return crew[role].send(method, pathOf(route), { body, headers });
}

const writes = routes.flatMap((route) => {
  const schema = bodySchema(route.endpoint);
  const { method, path } = route.endpoint;
  return schema && method !== "GET" ? [{ name: `${method} ${path}`, route, schema }] : [];
});

describe("bad input", () => {
  it("is tried with every call that takes a body", () => {
    expect(writes.length).toBeGreaterThan(20);
    expect(writes.flatMap(({ schema }) => badBodies(schema)).length).toBeGreaterThan(300);
  });
});

describe.each(writes)("$name", ({ route, schema }) => {
  it("names the field of every bad body, and stores nothing", async () => {
    // The current password of a good body is a wrong one: each try counts, and the sixth would have to wait.
    const forgetAttempts = () => server.db("loginAttempts").delete();
    for (const { what, field, body } of badBodies(schema)) {
      await forgetAttempts();
      const answer = await send(route, body);
      expect(`${answer.status} ${what}`, answer.text).toBe(`400 ${what}`);
      expect(Object.keys(answer.body), what).toContain(field);
      expect(answer.body[field], what).toMatch(/\S/);
    }
    await forgetAttempts();
    await expectNothingStored();
  });

  it("refuses what is no object for a body, and stores nothing", async () => {
    for (const [what, body] of [
      ["a list", []],
      ["text", '"x"'],
      ["nothing", "null"],
      ["a number", "5"],
      ["half of it", '{"a":'],
      ["bytes", new Uint8Array([0xff, 0xfe, 0x00])],
    ] as const) {
      const answer = await send(route, body);
      expect(answer.status, `${what}: ${answer.text}`).toBe(400);
      expect(Object.keys(answer.body).length, what).toBeGreaterThan(0);
    }
    await expectNothingStored();
  });

  it("refuses a body of another type", async () => {
    const answer = await send(route, "a=b", { "Content-Type": "application/x-www-form-urlencoded" });
    expect(answer.status).toBe(415);
  });
});

const naming = writes.filter(
  ({ route, schema }) => schema.properties?.id && route.endpoint.path.includes(":id"),
);

it.each(naming)("$name refuses the id of another record", async ({ route, schema }) => {
  const answer = await send(route, { ...goodBody(schema), id: 2_147_483_647 });
  expect(answer.status, answer.text).toBe(400);
  expect(Object.keys(answer.body)).toEqual(["id"]);
  await expectNothingStored();
});
