import { beforeAll, describe, expect, it } from "vitest";
import { writeSchema } from "#api/http/openapi/openapi-schemas.ts";
import type { Route } from "#api/http/route.ts";
import { scopeOf } from "#api/permissions.ts";
import { routes } from "#api/routes.ts";
import { roles } from "#contract/roles.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { contentOfTables } from "../../support/console/tables.ts";
import { bodySchema, invalidBodies, validBody } from "../../support/contract-bodies.ts";
import { addMessage } from "../../support/messages.ts";
import { solutionFor } from "../../support/visitor/challenge.ts";
import { addPass, addVisit, passOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite({ limits: { solution: 1e6 } });
const solution = await solutionFor(server, "/api/request/simple/code");
/** Records for calls with an `:id`, by path prefix. */
let records: [path: string, id: number][];
let draft: number;
let stored: Awaited<ReturnType<typeof contentOfTables>>;

beforeAll(async () => {
  // disabled fields are ignored
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

function send(route: Route, body: unknown, headers: Record<string, string> = {}, query = "") {
  const { method, permission, challenge } = route.endpoint;
  const path = pathOf(route) + query;
  if (permission === "public")
    return server.send(method, path, {
      body,
      headers: { ...(challenge === "always" && solution), ...headers },
    });
  const role = roles.find((one) => scopeOf(permission, one) === "all") ?? "admin";
  return crew[role].send(method, path, { body, headers });
}

const writes = routes.flatMap((route) => {
  const schema = bodySchema(route.endpoint);
  const { method, path } = route.endpoint;
  return schema && method !== "GET" ? [{ name: `${method} ${path}`, route, schema }] : [];
});

describe("invalid input", () => {
  it("is tested for every endpoint with a body", () => {
    expect(writes.length).toBeGreaterThan(20);
    expect(writes.flatMap(({ schema }) => invalidBodies(schema)).length).toBeGreaterThan(200);
  });
});

it.each(writes)(
  "$name rejects every invalid body with its field and stores nothing",
  { timeout: 60_000 },
  async ({ route, schema }) => {
    const triesSecret = ["currentPassword", "password", "code"].some(
      (name) => name in (schema.properties ?? {}),
    );
    for (const { what: name, field, body } of invalidBodies(schema)) {
      // The body's password is wrong, and the sixth wrong one would be delayed.
      if (triesSecret) await server.db("loginAttempts").delete();
      const answer = await send(route, body);
      expect(`${answer.status} ${name}`, answer.text).toBe(`400 ${name}`);
      expect(Object.keys(answer.body), name).toContain(field);
      expect(answer.body[field], name).toMatch(/\S/);
    }
    await answered(send(route, "a=b", { "Content-Type": "application/x-www-form-urlencoded" }), 415);
    await server.db("loginAttempts").delete();
    await expectNothingStored();
  },
);

// All endpoints read bodies with the same function.
it.each([
  ["a list", []],
  ["text", '"x"'],
  ["null", "null"],
  ["a number", "5"],
  ["half of it", '{"a":'],
  ["bytes", new Uint8Array([0xff, 0xfe, 0x00])],
])("a body that is %s is rejected", async (_what, body) => {
  for (const answer of [
    await server.post("/api/request/search", { body }),
    await crew.admin.put("/dash/config", { body }),
  ]) {
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body).length).toBeGreaterThan(0);
  }
  await expectNothingStored();
});

const queries = routes.flatMap((route) => {
  const { query, method, path } = route.endpoint;
  if (!query) return [];
  const { properties = {} } = writeSchema(query, "input", new Map()) as { properties?: object };
  return [{ name: `${method} ${path}`, route, parameters: Object.keys(properties) }];
});

/** Public searches accept any text, and logos fall back to Korean. */
const takesAnyText = new Set(["s", "lang"]);

it.each(queries)("$name rejects every invalid query parameter", async ({ route, parameters }) => {
  expect((await send(route, undefined, {}, "?surprise=1")).status).toBe(400);
  for (const parameter of parameters.filter((name) => !takesAnyText.has(name))) {
    const answer = await send(route, undefined, {}, `?${parameter}=%00`);
    expect([answer.status, Object.keys(answer.body)], parameter).toEqual([
      400,
      expect.arrayContaining([parameter]),
    ]);
  }
});

const naming = writes.filter(
  ({ route, schema }) => schema.properties?.id && route.endpoint.path.includes(":id"),
);

it.each(naming)("$name rejects the id of another record", async ({ route, schema }) => {
  const answer = await answered(send(route, { ...validBody(schema), id: 2_147_483_647 }), 400);
  expect(Object.keys(answer.body)).toEqual(["id"]);
  await expectNothingStored();
});
