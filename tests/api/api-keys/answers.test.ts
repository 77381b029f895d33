/** Responses to API keys (docs/behaviour.md, "API keys"). */
import { describe, expect, it } from "vitest";
import { keyPermissions } from "#contract/permissions.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { answered } from "../../support/api.ts";
import { addedKey } from "../../support/api-keys.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { callRoute, closedRoutes, nameOf } from "../../support/key-calls.ts";
import { addMessage } from "../../support/messages.ts";
import { addPass, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { admin } = crew;

/** Shown in full only to users who give a reason. */
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

describe("responses to API keys", () => {
  it("contain no full phone number and no e-mail address, for every endpoint", {
    timeout: 120_000,
  }, async () => {
    const note = `연락 ${planted.noted.replaceAll("-", "")} 또는 noted.lee@example.com`;
    const [visitor, host] = addresses;
    await HostUser.query(server.db)
      .findById(site.host)
      .patch({ cellPhone: planted.host, phone: planted.hostPhone, email: host ?? "" });
    const common = {
      cellphone: planted.cellphone,
      email: visitor ?? "",
      note,
      phone: planted.hostPhone,
      hostUserId: site.host,
    };
    const visits = [];
    for (const statusCode of ["applied", "approved", "entered", "exited", "ended"] as const) {
      const more = statusCode === "exited" ? { exitedAt: server.now } : {};
      visits.push(await addVisit(server, site, { ...common, ...more, statusCode }));
    }
    await addVisit(server, site, { ...common, statusCode: "ended", hiddenAt: server.now });
    const [applied, approved, entered] = visits.map(({ id }) => id) as [number, number, number];
    await addVisit(server, site, {
      ...common,
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
    for (const route of closedRoutes) {
      for (const id of [applied, approved, entered, site.host]) {
        const { status, text } = await callRoute(key, route, id);
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
      expectNoNumber((await answered(key.get(path))).text, path);
    }
    const people = await key.get("/dash/hostusers?size=200");
    const known = people.body.rows.find(({ id }: { id: number }) => id === site.host);
    expect(known).toMatchObject({ cellPhone: "010-56**-*012", phone: "***", email: "h***@example.com" });
    expect(shown).toBeGreaterThan(60);
  });

  it("are masked in replays by Idempotency-Key, which are separate for each key", async () => {
    const key = await addedKey(server, admin, ["visits.reserve"]);
    const other = await addedKey(server, admin, ["visits.reserve"]);
    const body = {
      name: "임꺽정",
      cellphone: planted.cellphone,
      note: planted.noted,
      hostUser: site.host,
      location: site.place,
      purpose: site.purpose,
      startDate: "2026-03-11 10:00",
      endDate: "2026-03-11 12:00",
    };
    const headers = { "Idempotency-Key": "gate-0001" };
    const first = await answered(key.send("POST", "/dash/visits/reserve", { headers, body }));
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
  ] as const)("cannot search %s by phone number (keySearchesNumber)", async (path, permission) => {
    const key = await addedKey(server, admin, [permission]);
    for (const q of [planted.cellphone, "01099998888", "+14155550100", "6789"]) {
      const { status, text } = await key.get(`${path}?q=${encodeURIComponent(q)}`);
      expect(status, q).toBe(403);
      expect(JSON.parse(text).id).toBe("keySearchesNumber");
    }
    expect((await key.get(`${path}?q=${encodeURIComponent("임꺽정")}`)).status).toBe(200);
  });
});
