/** Calls by API key (docs/behaviour.md, "API keys"): who may, what they see, and what is kept of them. */
import { request } from "node:http";
import { beforeEach, describe, expect, it } from "vitest";
import type { Route } from "#api/http/bind-route.ts";
import { routes } from "#api/routes.ts";
import { type KeyPermission, keyPermissions } from "#contract/permissions.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { addedKey, type TestKey, withKey } from "../../support/api-keys.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { bodySchema, goodBody } from "../../support/contract-bodies.ts";
import { addMessage } from "../../support/messages.ts";
import { addPass, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { admin } = crew;
const start = server.now;

beforeEach(() => {
  server.now = start;
});

/**
 * What each permission lets a key do, written out once more. The first line that fits counts; what is in none is refused to
 * every key.
 */
const areas: [call: RegExp, permission: KeyPermission | "person"][] = [
  [/^GET \/dash\/user\/(requests|visited)$/, "person"],
  [/^(PUT \/dash\/visits\/:id\/(overnight|told)|POST \/dash\/visits\/:id\/desk-link)$/, "person"],
  [/^(POST \/dash\/day-closings|PUT \/dash\/day-closings\/:id\/reopen)$/, "person"],
  [/^(POST|PUT|DELETE) \/dash\/hostusers/, "person"],
  [/^GET \/dash\/hostusers\/:id\/(sessions|company-account|delegations)$/, "person"],
  [/^\w+ \/dash\/delegations/, "person"],
  [/^PUT \/dash\/config$/, "person"],
  [/^(PUT \/dash\/paused-jobs|\w+ \/dash\/views)/, "person"],
  [
    /^GET \/(dash\/visits\/:id|dash\/visits\/:id\/(logs|consents)|api\/visitor\/:id\/followers)$/,
    "visits.see",
  ],
  [/^GET \/api\/visit$/, "visits.search"],
  [/^(POST \/dash\/visits\/reserve|GET \/dash\/visits\/previous-visitors)$/, "visits.reserve"],
  [/^PUT \/dash\/visits\/:id$/, "visits.edit"],
  [/^PUT \/dash\/user\/(approve|reject|undo|cancel|close)\/:id$/, "visits.decide"],
  [/^GET \/(api\/visit\/not-returns|dash\/visits\/(reserved|active|undecided|progress))$/, "desk"],
  [/^(POST \/dash\/visits\/:id\/issue|PUT \/dash\/visits\/:id\/(recovery|revert))$/, "desk"],
  [/^(GET \/dash\/day-closings(\/current)?|POST \/dash\/day-closings\/reminders)$/, "desk"],
  [/^\w+ \/api\/(vehicle-)?pass(\/:id)?$/, "passes"],
  [/^PUT \/dash\/sms\/templates\/:event$/, "referenceData"],
  [/^\w+ \/dash\/sms/, "sms"],
  [/^GET \/dash\/reports\//, "reports"],
  [/^GET \/dash\/\w+\/select-options$/, "choices"],
  [/^\w+ \/dash\/did\//, "signage"],
  [/^GET \/dash\/setup$/, "referenceData.read"],
  [/^GET \/dash\/(companies|hostusers|usercodes|config|holidays)/, "referenceData.read"],
  [/^\w+ \/dash\/(companies|usercodes|config|holidays)/, "referenceData"],
  [/^(GET \/dash\/setup\/templates|\w+ \/dash\/(terms|privacy-policies).*)$/, "texts"],
  [
    /^GET \/dash\/(trash-privacy|destruction-register|access-log|erasure-requests|paused-jobs|events)/,
    "privacy.read",
  ],
  [/^POST \/dash\/events\/export$/, "privacy.read"],
];

const nameOf = ({ endpoint: { method, path } }: Route) => `${method} ${path}`;
const areaOf = (route: Route) => areas.find(([call]) => call.test(nameOf(route)))?.[1];
const closed = routes.filter(({ endpoint }) => endpoint.permission !== "public");

const nobody = 2_000_000_000;
const pathOf = ({ endpoint }: Route, id: number) =>
  endpoint.path.replace(
    /:(\w+)/g,
    (_, name: string) =>
      ({ kind: "9002", extra: "profile", lang: "ko", event: "approve" })[name] ?? String(id),
  );

function ask(key: Pick<TestKey, "send">, route: Route, id = nobody) {
  const schema = bodySchema(route.endpoint);
  const { method } = route.endpoint;
  return key.send(method, pathOf(route, id), schema && { body: goodBody(schema) });
}

describe.each(keyPermissions)("a key with %s alone", (permission) => {
  it("makes exactly the calls that need it", { timeout: 60_000 }, async () => {
    const key = await addedKey(server, admin, [permission]);
    for (const route of closed) {
      const { status, text } = await ask(key, route);
      const area = areaOf(route);
      if (area === permission) {
        expect([401, 403], `${nameOf(route)}: ${text}`).not.toContain(status);
        expect(status, `${nameOf(route)}: ${text}`).toBeLessThan(500);
      } else {
        expect(status, `${nameOf(route)}: ${text}`).toBe(403);
        const { id } = JSON.parse(text);
        const isForPeople = area === undefined || area === "person";
        expect(id, nameOf(route)).toBe(isForPeople ? "personNeeded" : "keyNotAllowed");
      }
    }
  });
});

describe("GET /api/openapi.json", () => {
  it("says of exactly these calls that they take a key, and how it is sent", async () => {
    const { paths, components } = (await server.get("/api/openapi.json")).body;
    for (const route of routes) {
      const { method, path } = route.endpoint;
      const { security } = paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
      const area = areaOf(route);
      const takes = closed.includes(route) && area !== undefined && area !== "person";
      expect(
        security.some((way: object) => "key" in way),
        nameOf(route),
      ).toBe(takes);
    }
    expect(components.securitySchemes.key).toMatchObject({ type: "http", scheme: "bearer" });
  });
});

describe("the table above", () => {
  it("has calls for every permission, and for people", () => {
    const found = new Set(closed.map(areaOf));
    for (const permission of [...keyPermissions, "person", undefined]) expect(found).toContain(permission);
  });

  it("leaves own accounts, exports, keys, webhooks, full numbers and the officer's acts to people", () => {
    const left = closed
      .filter((route) => areaOf(route) === undefined)
      .map(({ endpoint }) => endpoint.permission);
    expect([...new Set(left)].sort()).toEqual(["account", "integrations", "privacy", "visits.reveal"]);
  });
});

/** Numbers and addresses that nobody but people with a reason may read in full. */
const planted = {
  cellphone: "010-2345-6789",
  companions: "010-3456-7890",
  noted: "010-4567-8901",
  host: "010-5678-9012",
  hostPhone: "02-6789-0123",
  texted: "010-7890-1234",
  to: "010-8901-2345",
};
const addresses = ["visitor.kim@example.com", "host.park@example.com", "noted.lee@example.com"];

function expectNoNumber(text: string, where: string): void {
  const digits = text.replace(/[\s().+-]/g, "");
  for (const number of Object.values(planted))
    for (const spelled of [number.replaceAll("-", ""), `82${number.replaceAll("-", "").slice(1)}`])
      expect(digits.includes(spelled), `${where} holds ${number}: ${text.slice(0, 2000)}`).toBe(false);
  for (const address of addresses) expect(text.includes(address), `${where} holds ${address}`).toBe(false);
}

describe("an answer to a key", () => {
  it("holds no full number and no address, whichever call it is", { timeout: 120_000 }, async () => {
    const note = `연락 ${planted.noted.replaceAll("-", "")} 또는 noted.lee@example.com`;
    const [visitor, host] = addresses;
    await HostUser.query(server.db)
      .findById(site.host)
      .patch({ cellPhone: planted.host, phone: planted.hostPhone, email: host ?? "" });
    const of = {
      cellphone: planted.cellphone,
      email: visitor ?? "",
      note,
      phone: planted.hostPhone,
      hostUserId: site.host,
    };
    const visits = [];
    for (const statusCode of ["applied", "approved", "entered", "exited", "ended"] as const) {
      const more = statusCode === "exited" ? { exitedAt: server.now } : {};
      visits.push(await addVisit(server, site, { ...of, ...more, statusCode }));
    }
    await addVisit(server, site, { ...of, statusCode: "ended", hiddenAt: server.now });
    const [applied, approved, entered] = visits.map(({ id }) => id) as [number, number, number];
    await addVisit(server, site, {
      ...of,
      cellphone: planted.companions,
      leaderId: applied,
      statusCode: "applied",
    });
    await addPass(server, { visitId: entered });
    for (const more of [{ visitId: applied }, { visitId: null, toName: note }])
      await addMessage(server, { ...more, text: `안내 ${planted.texted} ${note}`, status: "failed" });
    await crew.privacy.post("/dash/erasure-requests", {
      body: { name: "홍길동", cellPhone: planted.cellphone, note },
    });
    await admin.put(`/dash/visits/${applied}`, { body: { cellphone: planted.to, note: `${note}!` } });
    await admin.put(`/dash/hostusers/${site.host}/profile`, {
      body: { cellPhone: planted.host, position: note.slice(0, 20) },
    });
    await admin.put(`/dash/user/reject/${approved}`, { body: { reason: note, showReason: true } });
    const key = await addedKey(server, admin, keyPermissions);
    let shown = 0;
    for (const route of closed) {
      for (const id of [applied, approved, entered, site.host]) {
        const { status, text } = await ask(key, route, id);
        if (status === 200) shown++;
        expect(status, `${nameOf(route)}: ${text}`).not.toBe(500);
        expectNoNumber(text, nameOf(route));
      }
    }
    for (const path of [
      "/api/visit?size=200",
      `/dash/sms?size=200&visit=${applied}`,
      "/dash/hostusers?size=200",
      "/dash/trash-privacy?size=200",
      "/dash/events?size=200",
      "/dash/access-log?size=200",
      "/dash/erasure-requests?size=200",
      `/dash/sms/recipients?visits=${applied},${approved}`,
      `/dash/visits/previous-visitors?name=${encodeURIComponent("방문객")}`,
    ]) {
      const { status, text } = await key.get(path);
      expect(status, text).toBe(200);
      expectNoNumber(text, path);
    }
    const people = await key.get("/dash/hostusers?size=200");
    const known = people.body.rows.find(({ id }: { id: number }) => id === site.host);
    expect(known).toMatchObject({ cellPhone: "010-56**-*012", phone: "***", email: "h***@example.com" });
    expect(shown).toBeGreaterThan(60);
  });

  it("holds none in what comes once more by its Idempotency-Key, and another key's is another", async () => {
    const key = await addedKey(server, admin, ["visits.reserve"]);
    const other = await addedKey(server, admin, ["visits.reserve"]);
    const body = {
      ...{ name: "임꺽정", cellphone: planted.cellphone, note: planted.noted, hostUser: site.host },
      ...{ purpose: site.purpose, startDate: "2026-03-11 10:00", endDate: "2026-03-11 12:00" },
    };
    const headers = { "Idempotency-Key": "gate-0001" };
    const first = await key.send("POST", "/dash/visits/reserve", { headers, body });
    expect(first.status, first.text).toBe(200);
    const again = await key.send("POST", "/dash/visits/reserve", { headers, body });
    expect(again.body).toEqual(first.body);
    expectNoNumber(again.text, "again");
    const others = await other.send("POST", "/dash/visits/reserve", { headers, body });
    expect(others.body.id).not.toBe(first.body.id);
    const persons = await crew.desk.post("/dash/visits/reserve", { headers, body });
    expect([first.body.id, others.body.id]).not.toContain(persons.body.id);
    expect(persons.body.note).toBe(planted.noted);
  });

  it.each([
    ["/api/visit", "visits.search"],
    ["/dash/sms", "sms"],
    ["/dash/trash-privacy", "privacy.read"],
  ] as const)("tells nobody whose a number is: %s is not searched by one", async (path, permission) => {
    const key = await addedKey(server, admin, [permission]);
    for (const q of [planted.cellphone, "01099998888", "+14155550100", "6789"]) {
      const { status, text } = await key.get(`${path}?q=${encodeURIComponent(q)}`);
      expect(status, q).toBe(403);
      expect(JSON.parse(text).id).toBe("keySearchesNumber");
    }
    expect((await key.get(`${path}?q=${encodeURIComponent("임꺽정")}`)).status).toBe(200);
  });
});

describe("a call by key", () => {
  it("needs no Origin, and takes a foreign one", async () => {
    const key = await addedKey(server, admin, ["visits.decide"]);
    const { id } = await addVisit(server, site);
    const answer = await key.send("PUT", `/dash/user/approve/${id}`, { body: {} });
    expect(answer.status, answer.text).toBe(200);
    const undone = await key.send("PUT", `/dash/user/undo/${id}`, {
      ...{ body: {}, headers: { Origin: "https://elsewhere.example.com" } },
    });
    expect(undone.status).toBe(200);
  });

  it("is allowed to no page of another site: no header of CORS is ever sent", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    const Origin = "https://elsewhere.example.com";
    const asked = {
      "Access-Control-Request-Method": "GET",
      "Access-Control-Request-Headers": "authorization",
    };
    const preflight = await server.send("OPTIONS", "/dash/visits/active", { headers: { Origin, ...asked } });
    const answered = await key.get("/dash/visits/active", { headers: { Origin } });
    for (const { headers } of [preflight, answered])
      expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(preflight.status).toBeGreaterThanOrEqual(400);
  });

  it("without a key still needs the site's own Origin, and a session", async () => {
    const sent = { body: {}, headers: { Origin: "" } };
    for (const Authorization of [
      "",
      "Basic dms6dms=",
      "Token vk_abcdefgh",
      "vk_abcdefgh",
      "Bearer eyJh.bGci.OiJ9",
    ]) {
      const headers = { ...sent.headers, Cookie: admin.cookie, Authorization };
      const answer = await server.send("PUT", "/dash/user/approve/1", { ...sent, headers });
      expect(answer.body).toMatchObject({ id: "wrongOrigin" });
    }
  });

  it("is refused with a session beside it, be the key good or not", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    for (const secret of [key.secret, "vk_x"]) {
      const headers = { Cookie: admin.cookie };
      const answer = await withKey(server, secret).get("/dash/visits/active", { headers });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ id: "keyOrSession" });
    }
    const { id } = await addVisit(server, site);
    const answer = await withKey(server, "vk_x").send("PUT", `/dash/user/approve/${id}`, {
      ...{ body: {}, headers: { Cookie: admin.cookie } },
    });
    expect(answer.status).toBe(400);
    expect((await server.db("visits").where({ id }))[0].statusCode).toBe("applied");
  });

  it("is none where a proxy has put a token of its own there: the session counts as ever", async () => {
    const Authorization = "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x";
    expect((await admin.get("/dash/visits/active", { headers: { Authorization } })).status).toBe(200);
    expect((await server.get("/dash/visits/active", { headers: { Authorization } })).body).toMatchObject({
      id: "unauthorized",
    });
  });

  it("to a public call changes nothing: who it is, is not asked there", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    expect((await key.get("/api/config")).status).toBe(200);
    const answer = await key.send("POST", "/api/request/search", { body: { name: "홍", reserveNo: "1" } });
    expect(answer.body).toMatchObject({ id: "wrongOrigin" });
  });

  it("says in the caller's language that a person is needed", async () => {
    const key = await addedKey(server, admin, ["desk"]);
    expect((await key.get("/dash/user/current")).body).toEqual({
      id: "personNeeded",
      message: "로그인한 사람만 할 수 있는 작업입니다. API 키로는 할 수 없습니다.",
    });
    expect((await key.get("/dash/user/current", { lang: "en" })).body.message).toBe(
      "Only somebody who is signed in can do this. An API key cannot.",
    );
  });

  it("offers the actions that the key may make", async () => {
    const { id } = await addVisit(server, site, { cellphone: planted.cellphone });
    const seen = await addedKey(server, admin, ["visits.see"]);
    expect((await seen.get(`/dash/visits/${id}`)).body.actions).toEqual([]);
    const deciding = await addedKey(server, admin, ["visits.see", "visits.decide"]);
    expect((await deciding.get(`/dash/visits/${id}`)).body.actions).toEqual(["approve", "reject", "cancel"]);
  });

  it("reaches everybody's visits", async () => {
    const { id } = await addVisit(server, site, { hostUserId: crew.otherHost.id });
    const key = await addedKey(server, admin, ["visits.see"]);
    expect((await key.get(`/dash/visits/${id}`)).status).toBe(200);
  });
});

describe("what a key did", () => {
  it("names the key in the log of the visit", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    const key = await addedKey(server, admin, ["desk", "passes", "visits.edit", "visits.see"]);
    const passNo = await addPass(server);
    const issued = await key.send("POST", `/dash/visits/${id}/issue`, { body: { visitID: id, passNo } });
    expect(issued.status, issued.text).toBe(200);
    const pass = (await server.db("passes").where({ passNo }))[0];
    expect((await key.send("PUT", `/api/pass/${pass.id}`, { body: { status: "lost" } })).status).toBe(200);
    expect((await key.send("PUT", `/dash/visits/${id}`, { body: { note: "새" } })).status).toBe(200);
    const rows = await server.db("visitLogs").where({ visitId: id }).orderBy("id");
    expect(rows.map(({ action }: { action: string }) => action)).toEqual(["issue", "lost", "edit"]);
    for (const row of rows)
      expect(row).toMatchObject({ actorKind: "key", actorId: null, apiKeyId: key.apiKey.id });
    const shown = await crew.desk.get(`/dash/visits/${id}/logs`);
    expect(shown.body[0].actor).toEqual({ kind: "key", name: "출입 게이트", onBehalfOf: null });
  });

  it("names the key as the sender of what it wrote, and not of what the product writes then", async () => {
    const { id } = await addVisit(server, site, { cellphone: "010-0000-4321" });
    const key = await addedKey(server, admin, ["sms", "visits.decide"]);
    await key.send("PUT", `/dash/user/approve/${id}`, { body: {} });
    const body = { to: [{ visitID: id }], text: "정문으로 오십시오." };
    const sent = await key.send("POST", "/dash/sms/send", { body });
    expect(sent.status, sent.text).toBe(200);
    const { rows } = (await crew.desk.get(`/dash/sms?visit=${id}`)).body;
    const senders = rows.map((row: Record<string, unknown>) => [
      row["event"],
      row["sentBy"],
      row["sentByKey"],
    ]);
    expect(senders).toEqual([
      ["manual", null, { id: key.apiKey.id, name: "출입 게이트" }],
      ["approve", null, null],
    ]);
  });

  it("names the key where somebody decides after it", async () => {
    const { id } = await addVisit(server, site);
    const key = await addedKey(server, admin, ["visits.decide"]);
    await key.send("PUT", `/dash/user/approve/${id}`, { body: {} });
    const answer = await crew.desk.put(`/dash/user/approve/${id}`, { body: {} });
    expect(answer.status).toBe(405);
    expect(answer.text).toContain("출입 게이트");
  });

  it("names it in the log of visits that it reserved", async () => {
    const key = await addedKey(server, admin, ["visits.reserve"]);
    const body = {
      ...{ name: "임꺽정", hostUser: site.host, purpose: site.purpose, cellphone: planted.cellphone },
      ...{ startDate: "2026-03-11 10:00", endDate: "2026-03-11 12:00" },
    };
    const { body: made } = await key.send("POST", "/dash/visits/reserve", { body });
    const [row] = await server.db("visitLogs").where({ visitId: made.id });
    expect(row).toMatchObject({
      action: "reserve",
      actorKind: "key",
      actorId: null,
      apiKeyId: key.apiKey.id,
    });
  });

  it("names the key and who made it in the access log, apart from what that person read", async () => {
    const visit = await addVisit(server, site);
    const key = await addedKey(server, admin, ["visits.see"]);
    await key.get(`/dash/visits/${visit.id}`);
    await admin.get(`/dash/visits/${visit.id}`);
    const rows = await server
      .db("accessLog")
      .whereRaw("visit_ids @> ARRAY[?::integer]", [visit.id])
      .orderBy("id");
    expect(rows).toMatchObject([
      { hostUserId: admin.id, apiKeyId: key.apiKey.id },
      { hostUserId: admin.id, apiKeyId: null },
    ]);
    const named = { id: key.apiKey.id, name: "출입 게이트", prefix: key.apiKey.prefix };
    const log = await crew.privacy.get(`/dash/access-log?visitId=${visit.id}`);
    expect(log.body.rows.map(({ apiKey }: { apiKey: unknown }) => apiKey)).toEqual([null, named]);
    const review = await crew.privacy.get("/dash/access-log/review?month=2026-03");
    const months = review.body.staff.filter(
      ({ hostUser }: { hostUser: { id: number } }) => hostUser.id === admin.id,
    );
    const ofKey = months.find(
      ({ apiKey }: { apiKey: { id: number } | null }) => apiKey?.id === key.apiKey.id,
    );
    expect(ofKey).toMatchObject({ apiKey: named, calls: 1, people: 1, unusual: [] });
    expect(months.filter(({ apiKey }: { apiKey: unknown }) => apiKey === null)).toHaveLength(1);
  });

  it("names the key, and no person, in the log of events: writes, changes, exports and what it was refused", async () => {
    const key = await addedKey(server, admin, ["referenceData", "privacy.read"]);
    const { id } = key.apiKey;
    const last = Number((await server.db("events").max("id as id").first())?.id);
    const added = await key.send("POST", "/dash/companies", { body: { name: "새 회사", enName: "New" } });
    expect(added.status, added.text).toBe(200);
    await key.send("PUT", `/dash/user/approve/1`, { body: {} });
    await key.send("POST", "/dash/events/export", { body: { reason: "월간 점검" } });
    const rows = await server.db("events").where("id", ">", last).orderBy("id");
    for (const row of rows)
      expect(row).toMatchObject({ hostUserId: null, apiKeyId: id, address: "127.0.0.1" });
    expect(rows.map((row: { kind: string }) => row.kind).sort()).toEqual([
      "call",
      "change",
      "export",
      "refused",
    ]);
    expect(rows.find((row: { kind: string }) => row.kind === "refused")).toMatchObject({
      detail: "keyNotAllowed",
    });
    const shown = await crew.privacy.get("/dash/events?kind=export");
    expect(shown.body.rows[0]).toMatchObject({ hostUser: null, apiKey: { id, name: "출입 게이트" } });
  });

  it("is sealed with the days of that log: another key in its place is found", async () => {
    const key = await addedKey(server, admin, ["referenceData"]);
    const tried = server.db.transaction(async (trx) => {
      const hashOf = async () =>
        (
          await trx.raw(
            "SELECT encode(event_day_hash((now() AT TIME ZONE 'UTC')::date, NULL), 'hex') AS hash",
          )
        ).rows[0].hash;
      const bare = await hashOf();
      await trx.raw("INSERT INTO events (kind, at, api_key_id) VALUES ('call', now(), ?)", [key.apiKey.id]);
      const sealed = await hashOf();
      await trx.raw("ALTER TABLE events DISABLE TRIGGER events_append_only");
      await trx.raw("UPDATE events SET api_key_id = api_key_id + 1 WHERE api_key_id = ?", [key.apiKey.id]);
      expect(new Set([bare, sealed, await hashOf()]).size).toBe(3);
      throw new Error("only tried");
    });
    await expect(tried).rejects.toThrow("only tried");
  });
});

describe("attacks", () => {
  const active = "/dash/visits/active";

  it("with a key that was cut off, changed, or is somebody else's kind of token", async () => {
    const { secret } = await addedKey(server, admin, ["desk"]);
    const session = admin.cookie.split("=")[1] ?? "";
    const [vk = "", prefix = "", ...rest] = secret.split("_");
    const tail = rest.join("_");
    for (const wrong of [
      ...[secret.slice(0, -1), secret.slice(0, 12), `${secret}A`, secret.toUpperCase(), secret.toLowerCase()],
      ...[`VK_${prefix}_${tail}`, `${vk}_aaaaaaaa_${tail}`, tail, prefix, session, "", "null", "' OR 1=1 --"],
      `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`,
    ]) {
      const answer = await withKey(server, wrong).get(active);
      expect(answer.status, wrong).toBe(401);
    }
    expect((await withKey(server, `  ${secret}  `).get(active)).status).toBe(200);
    const refused = await withKey(server, secret.slice(0, -1)).get(active);
    expect(refused.body).toMatchObject({ id: "keyInvalid" });
    expect(refused.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  });

  it("with a key in the address, the body or another header", async () => {
    const { secret } = await addedKey(server, admin, ["desk", "visits.decide"]);
    for (const name of [
      "key",
      "api_key",
      "apiKey",
      "access_token",
      "token",
      "authorization",
      "Authorization",
    ]) {
      const answer = await server.get(`${active}?${name}=${secret}`);
      expect(answer.status, name).toBe(401);
    }
    for (const name of ["X-API-Key", "X-Auth-Token", "Proxy-Authorization", "Cookie"]) {
      const value = name === "Cookie" ? `visitor_session=${secret}; api_key=${secret}` : `Bearer ${secret}`;
      expect((await server.get(active, { headers: { [name]: value } })).status, name).toBe(401);
    }
    const body = { access_token: secret };
    expect((await server.send("PUT", "/dash/user/approve/1", { body })).status).toBe(401);
    expect(server.log.join("\n")).not.toContain(secret.slice(12));
    expect(JSON.stringify(await server.db("events"))).not.toContain(secret.slice(12));
  });

  it("with one that expired, to the second", async () => {
    const key = await addedKey(server, admin, ["desk"], { expiresOn: "2026-03-10" });
    server.now = new Date("2026-03-10T14:59:59Z");
    expect((await key.get(active)).status).toBe(200);
    server.now = new Date("2026-03-10T15:00:00Z");
    expect((await key.get(active)).status).toBe(401);
  });

  it("with one that is revoked while its body is under way: nothing is done", async () => {
    const { apiKey, secret } = await addedKey(server, admin, ["visits.decide"]);
    const { id } = await addVisit(server, site);
    const body = JSON.stringify({ note: "늦은 승인" });
    const answered = new Promise<number>((resolve, reject) => {
      const sending = request(
        `${server.url}/dash/user/approve/${id}`,
        {
          method: "PUT",
          headers: {
            ...{ Authorization: `Bearer ${secret}`, "Content-Type": "application/json" },
            "Content-Length": Buffer.byteLength(body),
          },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sending.on("error", reject);
      sending.write(body.slice(0, 5));
      const isUsed = async () => (await server.db("apiKeys").where({ id: apiKey.id }))[0].lastUsedAt !== null;
      const revoke = async (): Promise<void> => {
        // It was admitted with the first bytes.
        while (!(await isUsed())) await new Promise((soon) => setImmediate(soon));
        await admin.send("DELETE", `/dash/api-keys/${apiKey.id}`);
        sending.end(body.slice(5));
      };
      revoke().catch(reject);
    });
    expect(await answered).toBe(401);
    expect((await server.db("visits").where({ id }))[0].statusCode).toBe("applied");
  });

  it("finds out nothing about keys by a page's own calls: the list is for administrators", async () => {
    for (const who of [crew.host, crew.desk, crew.privacy])
      expect((await who.get("/dash/api-keys")).status).toBe(403);
    const key = await addedKey(server, admin, keyPermissions);
    for (const [method, path] of [
      ["GET", "/dash/api-keys"],
      ["POST", "/dash/api-keys"],
      ["DELETE", `/dash/api-keys/${key.apiKey.id}`],
    ] as const)
      expect((await key.send(method, path, method === "POST" ? { body: {} } : {})).body).toMatchObject({
        id: "personNeeded",
      });
  });
});
