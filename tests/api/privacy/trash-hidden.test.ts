import { beforeEach, describe, expect, it } from "vitest";
import { endVisits } from "#api/jobs/end-visits.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { changedKinds } from "../../support/console/tables.ts";
import { over, putTrash, removeVisits } from "../../support/visits/trash.ts";
import { addGroup, addVisit, logsOf, visitOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  server.now = new Date("2026-03-10T01:00:00Z");
  await removeVisits(server);
});

const put = (action: "soft" | "hard" | "restore", ids: number[]) => putTrash(crew.privacy, action, ids);

describe("hidden visits", () => {
  const cellphone = "010-0000-4321";
  const person = { name: "홍길동", cellphone, company: "가림상사", carNumber: "12가 3456" };

  async function readAll(id: number, reserveNo: string): Promise<string> {
    const day = "?from=2026-03-10&to=2026-03-10";
    const answers = await Promise.all([
      ...[
        "",
        day,
        "?q=홍길동",
        "?q=ㅎㄱㄷ",
        "?q=4321",
        `?q=${cellphone}`,
        `?q=${reserveNo}`,
        "?q=가림상사",
        "?status=ended",
        "?status=ended,rejected",
        `?host=${crew.host.id}`,
        `?location=${site.place}`,
        `?purpose=${site.purpose}`,
        `${day}&q=홍길동`,
        "?q=한주인",
        "?sort=name",
        "?status=exited",
      ].map((query) => crew.desk.get(`/api/visit${query}`)),
      crew.desk.get("/api/visit/not-returns"),
      crew.desk.get("/dash/visits/reserved"),
      crew.desk.get("/dash/visits/active"),
      crew.desk.get("/dash/visits/progress"),
      crew.host.get("/dash/user/visited"),
      crew.host.get("/dash/user/requests"),
      crew.desk.get(`/dash/visits/${id}`),
      crew.host.get(`/dash/visits/${id}`),
      crew.privacy.get(`/dash/visits/${id}`),
      crew.desk.get(`/dash/visits/${id}/logs`),
      crew.desk.get("/api/pass"),
      server.post("/api/request/search", { body: { name: person.name, cellPhone: cellphone } }),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    return answers.map(({ text }) => text).join("\n");
  }

  it.each(["ended", "exited", "cancelled", "rejected"] as const)(
    "disappear until restored: %s",
    async (statusCode) => {
      const { id, reserveNo } = await addVisit(server, site, {
        ...person,
        hostUserId: crew.host.id,
        statusCode,
      });
      const before = await readAll(id, reserveNo);
      expect(before.split(reserveNo).length).toBeGreaterThan(14);
      expect((await put("soft", [id])).status).toBe(200);
      const hidden = await readAll(id, reserveNo);
      expect(hidden).not.toContain(reserveNo);
      expect(hidden).not.toContain(person.name);
      expect((await put("restore", [id])).body).toEqual({ count: 1 });
      expect((await readAll(id, reserveNo)).split(reserveNo)).toHaveLength(before.split(reserveNo).length);
      expect((await logsOf(server.db, id)).map(({ action }) => action)).toEqual(["hide", "restore"]);
      expect((await changedKinds(server.db)).slice(-4)).toEqual(["visit", "sms", "visit", "sms"]);
    },
  );

  it("return 404 from every endpoint", async () => {
    const { id, reserveNo } = await addVisit(server, site, { ...person, statusCode: "rejected" });
    await put("soft", [id]);
    const calls = [
      crew.desk.put(`/dash/user/undo/${id}`, { body: {} }),
      crew.desk.put(`/dash/visits/${id}`, { body: { name: "다른이름" } }),
      crew.desk.put(`/dash/visits/${id}/recovery`, { body: {} }),
      crew.desk.post(`/dash/visits/${id}/reveal`, { body: { reason: "확인" } }),
      crew.privacy.get(`/api/visitor/${id}/followers`),
      server.post("/api/request/cancel", { body: { reserveNo, name: person.name, cellPhone: cellphone } }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer.status, answer.text).toBe(404);
    expect(await visitOf(server.db, id)).toMatchObject({ statusCode: "rejected", name: person.name });
  });

  it("are not named by companions or counted by the leader", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { ...over, cellphone });
    const [first, second] = companions.map(({ id }) => id) as [number, number];
    await put("soft", [first]);
    expect((await crew.desk.get(`/dash/visits/${leader.id}`)).body.followersCnt).toBe(1);
    expect((await crew.desk.get(`/api/visitor/${leader.id}/followers`)).body).toMatchObject([{ id: second }]);
    await put("soft", [leader.id]);
    await put("restore", [second]);
    const shown = await crew.desk.get(`/dash/visits/${second}`);
    expect(shown.body).toMatchObject({ leader: null, leaderName: "" });
    const looked = await server.post("/api/request/search", {
      body: { name: companions[1]?.name, cellPhone: cellphone },
    });
    expect(looked.body).toMatchObject([{ leaderName: "" }]);
  });

  it("hide their messages and get no new ones", async () => {
    const { id } = await addVisit(server, site, { ...person, statusCode: "ended" });
    const [message] = await server
      .db("messages")
      .insert({
        ref: "hidden-message",
        visitId: id,
        toName: person.name,
        ...server.cipher.encryptContact(cellphone, "hidden-message"),
        kind: "sms",
        event: "apply",
        text: "홍길동 님",
        lang: "ko",
        status: "failed",
        createdAt: server.now,
        updatedAt: server.now,
      })
      .returning("id");
    const list = async () => (await crew.desk.get("/dash/sms")).body.rows;
    expect(await list()).toMatchObject([{ id: message.id }]);
    await put("soft", [id]);
    expect(await list()).toEqual([]);
    expect((await crew.desk.post(`/dash/sms/${message.id}/retry`, { body: {} })).status).toBe(404);
    const sent = await crew.desk.post("/dash/sms/send", { body: { to: [{ visitID: id }], text: "안내" } });
    expect(sent.status).toBe(400);
    await put("restore", [id]);
    expect(await list()).toMatchObject([{ id: message.id }]);
  });

  it("get no lookup code, with the same response", async () => {
    await server.db("configuration").update({ lookupCode: true });
    const { id } = await addVisit(server, site, { ...person, statusCode: "ended" });
    const codes = async () =>
      Number((await server.db("messages").where({ event: "lookupCode" }).count("* as n"))[0]?.n);
    const requestCode = () =>
      server.post("/api/request/code", { body: { name: person.name, cellPhone: cellphone } });
    await put("soft", [id]);
    const hidden = await requestCode();
    expect(await codes()).toBe(0);
    await put("restore", [id]);
    await server.db("lookupCodes").del();
    expect((await requestCode()).status).toBe(hidden.status);
    expect(await codes()).toBe(1);
    await server.db("configuration").update({ lookupCode: false });
  });

  it("are still closed at night and stay hidden", async () => {
    const { id } = await addVisit(server, site, { ...person, statusCode: "exited" });
    await put("soft", [id]);
    expect(await endVisits({ db: server.db, clock: () => new Date("2026-03-10T15:00:00Z") })).toBe(1);
    expect(await visitOf(server.db, id)).toMatchObject({ statusCode: "ended", hiddenAt: server.now });
    expect((await crew.desk.get("/api/visit?q=홍길동")).body.total).toBe(0);
    await put("restore", [id]);
    expect((await crew.desk.get("/api/visit?q=홍길동")).body.rows).toMatchObject([
      { id, statusCode: "ended" },
    ]);
  });

  it("cannot be open, enforced by a constraint", async () => {
    const { id } = await addVisit(server, site, { statusCode: "approved" });
    await expect(server.db("visits").where({ id }).update({ hiddenAt: server.now })).rejects.toMatchObject({
      code: "23514",
    });
  });
});
