/** API keys in the logs (docs/behaviour.md, "API keys"). */
import { describe, expect, it } from "vitest";
import { answered } from "../../support/api.ts";
import { addedKey } from "../../support/api-keys.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addPass, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { admin } = crew;

describe("logs of calls by API key", () => {
  it("name the key in the activity of the visit", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    const key = await addedKey(server, admin, ["desk", "passes", "visits.edit", "visits.see"]);
    const passNo = await addPass(server);
    await answered(key.send("POST", `/dash/visits/${id}/issue`, { body: { visitID: id, passNo } }));
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

  it("name the key as sender of its messages, but not of automatic ones", async () => {
    const { id } = await addVisit(server, site, { cellphone: "010-0000-4321" });
    const key = await addedKey(server, admin, ["sms", "visits.decide"]);
    await key.send("PUT", `/dash/user/approve/${id}`, { body: {} });
    const body = { to: [{ visitID: id }], text: "정문으로 오십시오." };
    await answered(key.send("POST", "/dash/sms/send", { body }));
    const { rows } = (await crew.desk.get(`/dash/sms?visit=${id}`)).body;
    const senders = rows.map(({ event, sentBy, sentByKey }: Record<string, unknown>) => [
      event,
      sentBy,
      sentByKey,
    ]);
    expect(senders).toEqual([
      ["manual", null, { id: key.apiKey.id, name: "출입 게이트" }],
      ["approve", null, null],
    ]);
  });

  it("name the key in the conflict shown to the next person who decides", async () => {
    const { id } = await addVisit(server, site);
    const key = await addedKey(server, admin, ["visits.decide"]);
    await key.send("PUT", `/dash/user/approve/${id}`, { body: {} });
    const answer = await answered(crew.desk.put(`/dash/user/approve/${id}`, { body: {} }), 405);
    expect(answer.text).toContain("출입 게이트");
  });

  it("name the key in the activity of visits that it reserved", async () => {
    const key = await addedKey(server, admin, ["visits.reserve"]);
    const body = {
      name: "임꺽정",
      hostUser: site.host,
      location: site.place,
      purpose: site.purpose,
      cellphone: "010-2345-6789",
      startDate: "2026-03-11 10:00",
      endDate: "2026-03-11 12:00",
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

  it("name key and creator in the access log, apart from the creator's own access", async () => {
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
    const keyMonth = months.find(
      ({ apiKey }: { apiKey: { id: number } | null }) => apiKey?.id === key.apiKey.id,
    );
    expect(keyMonth).toMatchObject({ apiKey: named, calls: 1, people: 1, unusual: [] });
    expect(months.filter(({ apiKey }: { apiKey: unknown }) => apiKey === null)).toHaveLength(1);
  });

  it("name the key and no person in events: writes, changes, exports, refused calls", async () => {
    const key = await addedKey(server, admin, ["referenceData", "privacy.read"]);
    const { id } = key.apiKey;
    const last = Number((await server.db("events").max("id as id").first())?.id);
    await answered(key.send("POST", "/dash/companies", { body: { name: "새 회사", enName: "New" } }));
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

  it("include the key in the daily hash, so that a changed key is detected", async () => {
    const key = await addedKey(server, admin, ["referenceData"]);
    const tried = server.db.transaction(async (trx) => {
      const hashOf = async () =>
        (
          await trx.raw(
            "SELECT encode(event_day_hash((now() AT TIME ZONE 'UTC')::date, NULL), 'hex') AS hash",
          )
        ).rows[0].hash;
      const unsealed = await hashOf();
      await trx.raw("INSERT INTO events (kind, at, api_key_id) VALUES ('call', now(), ?)", [key.apiKey.id]);
      const hashed = await hashOf();
      await trx.raw("ALTER TABLE events DISABLE TRIGGER events_append_only");
      await trx.raw("UPDATE events SET api_key_id = api_key_id + 1 WHERE api_key_id = ?", [key.apiKey.id]);
      expect(new Set([unsealed, hashed, await hashOf()]).size).toBe(3);
      throw new Error("only tried");
    });
    await expect(tried).rejects.toThrow("only tried");
  });
});
