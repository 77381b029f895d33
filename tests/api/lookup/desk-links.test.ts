/** Consent at the desk (docs/behaviour.md, "Agreeing at the desk"). */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cleanUp } from "#api/jobs/clean-up.ts";
import { answered } from "../../support/api.ts";
import { linkIsOver, linkSite } from "../../support/visits/visit-links.ts";
import { addGroup, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew, call, look, linked, consent, consents } = await linkSite();

type Staff = Pick<typeof crew.desk, "post" | "get">;

const add = () => addVisit(server, site, { statusCode: "approved", origin: "console", company: "" });

const createLink = (visitId: number, body: object = {}, by: Staff = crew.desk) =>
  by.post(`/dash/visits/${visitId}/desk-link`, { body });

async function handOver(visitId: number, body: object = {}, by?: Staff): Promise<string> {
  const { status, body: made, text } = await createLink(visitId, body, by);
  expect(status, text).toBe(200);
  const { hash, pathname, searchParams } = new URL(made.url);
  expect([pathname, searchParams.get("desk"), made.seconds]).toEqual(["/v", "1", 600]);
  return hash.slice(1);
}

const seconds = (count: number) => {
  server.now = new Date(server.now.getTime() + count * 1000);
};

const logged = (visitId: number) =>
  server.db("visitLogs").where({ visitId }).orderBy("id").select("action", "actorKind", "actorId");

describe("POST /dash/visits/:id/desk-link", () => {
  it("creates a link to the visitor's page for ten minutes, and logs the user", async () => {
    const visit = await add();
    const token = await handOver(visit.id, { id: visit.id });
    expect((await look(token)).body).toMatchObject({
      reserveNo: visit.reserveNo,
      consent: "missing",
      actions: [],
      desk: { seconds: 600 },
    });
    expect(await logged(visit.id)).toEqual([
      { action: "handOver", actorKind: "staff", actorId: crew.desk.id },
    ]);
    const [event] = await server.db("events").where({ subject: "visits", subjectId: visit.id });
    expect(event).toMatchObject({
      kind: "call",
      hostUserId: crew.desk.id,
      call: "POST /dash/visits/:id/desk-link",
    });
    const [access] = await server.db("accessLog").orderBy("id", "desc").limit(1);
    expect(access).toMatchObject({
      hostUserId: crew.desk.id,
      action: "/dash/visits/:id/desk-link",
      visitIds: [visit.id],
    });
    const history = await crew.desk.get(`/dash/visits/${visit.id}/logs`);
    expect(history.body).toMatchObject([{ action: "handOver", actor: { kind: "staff" } }]);
  });

  it("stores only the hash of the token", async () => {
    const token = await handOver((await add()).id);
    const [link] = await server.db("deskLinks");
    expect(link.tokenHash).toEqual(createHash("sha256").update(token).digest());
    expect(JSON.stringify(link)).not.toContain(token);
    expect(server.log.join("\n")).not.toContain(token);
  });

  it("uses the visitor's language", async () => {
    const visit = await add();
    for (const lang of ["en", "ko"]) {
      await server.db("visits").where({ id: visit.id }).update({ lang });
      expect(new URL((await createLink(visit.id)).body.url).searchParams.get("lang")).toBe(lang);
    }
  });

  it("rejects an unknown or past visit, and one with consent", async () => {
    expect((await createLink(999_999)).status).toBe(404);
    const { id } = await add();
    expect((await createLink(id, { id: id + 1 })).status).toBe(400);
    expect((await createLink(id, { screen: "yes" })).status).toBe(400);
    await server.db("visits").where({ id }).update({ statusCode: "cancelled" });
    expect((await createLink(id)).status).toBe(405);
    await server.db("visits").where({ id }).update({ statusCode: "approved" });
    const token = await handOver(id);
    expect((await call("agree", { token, ...consent })).status).toBe(200);
    expect((await answered(createLink(id), 405)).text).toContain("이미 약관에 동의한");
    expect(await server.db("deskLinks")).toEqual([]);
  });
});

describe("links made at the desk", () => {
  it("accept the consent once, for one visit, with the channel desk and the user", async () => {
    const { leader, companions } = await addGroup(server, site, 1, { statusCode: "approved" });
    const token = await handOver(leader.id);
    expect((await answered(call("agree", { token, ...consent }))).body.consent).toBe("given");
    expect(await consents(leader.id)).toMatchObject(
      Array.from({ length: 5 }, () => ({ channel: "desk", deskUserId: crew.desk.id })),
    );
    const shown = await crew.desk.get(`/dash/visits/${leader.id}/consents`);
    const [user] = await server.db("hostUsers").where({ id: crew.desk.id });
    expect(shown.body[0]).toMatchObject({ channel: "desk", handedOverBy: user.name });
    expect((await crew.desk.get(`/dash/visits/${leader.id}`)).body.consentMissing).toBe(false);
    expect(await consents(companions[0]?.id ?? 0)).toEqual([]);
    expect((await logged(leader.id)).map(({ action }: { action: string }) => action)).toEqual([
      "handOver",
      "agree",
    ]);
    for (const again of [await look(token), await call("agree", { token, ...consent })])
      expect([again.status, again.body]).toEqual([400, linkIsOver]);
  });

  it("allow filling in missing fields, but no cancellation and no calendar", async () => {
    const visit = await add();
    const token = await handOver(visit.id);
    expect((await call("complete", { token, company: "한빛" })).body).toMatchObject({ company: "한빛" });
    for (const [action, more] of [
      ["cancel", {}],
      ["calendar", {}],
      ["channel", { channel: null }],
    ] as const) {
      const answer = await call(action, { token, ...more });
      expect([action, answer.status, answer.body]).toEqual([action, 400, linkIsOver]);
    }
    expect(await server.db("visits").where({ id: visit.id }).first()).toMatchObject({
      statusCode: "approved",
    });
  });

  it("expire after ten minutes, with the visit, or with a newer link, and are deleted by a job", async () => {
    const visit = await add();
    const first = await handOver(visit.id);
    const second = await handOver(visit.id);
    expect((await look(first)).body).toEqual(linkIsOver);
    seconds(599);
    expect((await look(second)).body.desk).toEqual({ seconds: 1 });
    seconds(1);
    for (const answer of [await look(second), await call("agree", { token: second, ...consent })])
      expect([answer.status, answer.body]).toEqual([400, linkIsOver]);
    await cleanUp(server.deps);
    expect(await server.db("deskLinks")).toEqual([]);
    const third = await handOver(visit.id);
    await server.db("visits").where({ id: visit.id }).update({ statusCode: "ended", endedBecause: "done" });
    expect((await look(third)).body).toEqual(linkIsOver);
  });

  it("leave one valid link after simultaneous calls", async () => {
    const visit = await add();
    const answers = await Promise.all(Array.from({ length: 10 }, () => createLink(visit.id)));
    const looks = await Promise.all(answers.map(({ body }) => look(new URL(body.url).hash.slice(1))));
    expect(looks.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("reject an agreement from a browser signed in to the console", async () => {
    const visit = await add();
    const token = await handOver(visit.id);
    for (const staff of [crew.desk, crew.host]) {
      const { status, text } = await staff.post("/api/visit-link/agree", { body: { token, ...consent } });
      expect([status, text]).toEqual([405, expect.stringContaining("대신 동의할 수 없습니다")]);
    }
    expect(await consents(visit.id)).toEqual([]);
    expect((await look(token)).body.consent).toBe("missing");
  });

  it("do not affect message links: the consent has the channel link", async () => {
    const { visit, token } = await linked();
    await handOver(visit.id);
    expect((await look(token)).body.desk).toBe(null);
    expect((await call("agree", { token, ...consent })).status).toBe(200);
    expect((await crew.desk.get(`/dash/visits/${visit.id}/consents`)).body[0]).toMatchObject({
      channel: "link",
      handedOverBy: "",
    });
  });
});
