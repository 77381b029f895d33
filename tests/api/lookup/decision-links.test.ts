/** Decisions by link (docs/behaviour.md, "Deciding from the message"). */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "#api/deps.ts";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { OutgoingMail } from "#api/mail/driver.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import { answered } from "../../support/api.ts";
import { addDelegation } from "../../support/console/delegations.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addMessage, messagesOf } from "../../support/messages.ts";
import { koreanApplication } from "../../support/site.ts";
import { destroyVisit, linkIsOver, sendingDeps } from "../../support/visits/visit-links.ts";
import { type AddedVisit, addGroup, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const morning = server.now;

beforeEach(async () => {
  server.now = morning;
  await truncate(server.db, "messages", "sms_templates", "visits", "access_log");
  await server.db("configuration").update({ decideByLink: true });
  await server.db("hostUsers").where({ id: site.host }).update({ status: "active" });
});

const call = (action: string, body: object, lang?: string) =>
  server.post(`/api/decision-link/${action}`, { body, ...(lang && { lang }) });
const look = (token: string, lang?: string) => call("look", { token }, lang);
const approve = (token: string) => call("approve", { token });
const reject = (token: string, more: object = { reason: "회의가 취소되었습니다." }) =>
  call("reject", { token, ...more });

const link = /https:\/\/visit\.example\.com\/decide(?:\?lang=en)?#([\w-]{43})(?=\s|$)/;

async function deliver(mails: OutgoingMail[] = []): Promise<Outgoing[]> {
  const sent: Outgoing[] = [];
  const mail: Deps["mail"] = {
    name: "smtp",
    sender: "visit@example.com",
    send: async (message) => {
      mails.push(message);
      return { state: "sent", providerMessageId: message.ref };
    },
  };
  await sendDue({ ...sendingDeps(server, sent), mail });
  return sent;
}

const tokenIn = (text: string | undefined): string => {
  const token = link.exec(text ?? "")?.[1];
  expect(token, text).toBeDefined();
  return String(token);
};

const queueMessage = (visitId: number, hostUserId: number | null, text = "확인\n승인: {link}") =>
  addMessage(server, { visitId, hostUserId, event: "apply", text });

/** Sends the host a message. @returns the token of its link */
async function linkTo({ id, hostUserId }: Visit): Promise<string> {
  await queueMessage(id, hostUserId);
  return tokenIn((await deliver()).at(-1)?.text);
}

async function request(more: AddedVisit = {}): Promise<{ visit: Visit; token: string }> {
  const visit = await addVisit(server, site, { cellphone: "010-0000-4321", ...more });
  return { visit, token: await linkTo(visit) };
}

const stored = (id: number) => server.db("visits").where({ id }).first();
const logs = (visitId: number) =>
  server.db("visitLogs").where({ visitId }).orderBy("id").select("action", "actorId", "byLink", "note");

describe("message about a request", () => {
  it("contains a decision link in text message and e-mail, and the token is not stored", async () => {
    const reached = { cellPhone: "010-0000-7777", email: "host@example.com" };
    await server.db("hostUsers").where({ id: crew.host.id }).update(reached);
    await crew.host.put("/dash/user/preferences", { body: { messageChannel: "both" } });
    const { body } = await server.post("/api/request/simple/save/", {
      body: { ...koreanApplication(site), hostUser: crew.host.id },
    });
    const visit = await server.db("visits").where({ reserveNo: body.reserveNo }).first();
    const mails: OutgoingMail[] = [];
    const texts = await deliver(mails);
    const tokens = [...texts, ...mails].map(({ text }) => tokenIn(text));
    expect([texts.length, new Set(tokens).size]).toEqual([1, 2]);
    expect(mails[0]?.html).toContain(`/decide#${tokens[1]}"`);
    const [token = ""] = tokens;
    expect((await look(token)).body).toMatchObject({
      visitID: visit.id,
      visit: { reserveNo: body.reserveNo },
    });
    expect(JSON.stringify(await messagesOf(server.db, visit.id))).not.toContain(token);
    expect(JSON.stringify(await server.db("decisionLinks"))).not.toContain(token);
    expect((await crew.desk.get("/dash/sms")).text).not.toContain(token);
  });

  it("contains no link when the request is decided or has another host", async () => {
    const visit = await addVisit(server, site, { statusCode: "approved" });
    const reassigned = await addVisit(server, site, { hostUserId: crew.host.id });
    for (const { id } of [visit, reassigned]) await queueMessage(id, site.host);
    expect((await deliver()).map(({ text }) => text)).toEqual(["확인", "확인"]);
    expect(await server.db("decisionLinks")).toEqual([]);
  });
});

describe("POST /api/decision-link/look", () => {
  it("shows the request to its host without phone number, and logs the access", async () => {
    const { visit, token } = await request();
    const { status, body, text, headers } = await look(token, "en");
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(body).toEqual({
      visitID: visit.id,
      visit: {
        reserveNo: visit.reserveNo,
        followersCnt: 0,
        name: visit.name,
        company: "나래상사",
        position: "",
        accessiblePlace: { name: "Main building" },
        purpose: expect.anything(),
        startDate: "2026-03-10 10:00",
        endDate: "2026-03-10 18:00",
        hostUser: { name: "Cheolsu Kim", position: "책임" },
        statusCode: "applied",
        status: expect.anything(),
      },
    });
    expect(text).not.toMatch(/010-|321/);
    expect(await server.db("accessLog").select("hostUserId", "action", "visitIds")).toEqual([
      { hostUserId: site.host, action: "/api/decision-link/look", visitIds: [visit.id] },
    ]);
  });

  it("hides the visit and rejects decisions when the site disables decisions by link", async () => {
    await server.db("configuration").update({ decideByLink: false });
    const { visit, token } = await request();
    expect((await look(token)).body).toEqual({ visitID: visit.id, visit: null });
    expect(await server.db("accessLog")).toEqual([]);
    for (const { status } of [await approve(token), await reject(token)]) expect(status).toBe(403);
    expect(await stored(visit.id)).toMatchObject({ statusCode: "applied" });
  });

  it("changes nothing, however often it is called, and is not a GET", async () => {
    const { visit, token } = await request();
    const before = [await stored(visit.id), await server.db("decisionLinks")];
    for (let n = 0; n < 100; n++) {
      await server.get("/decide", { headers: { Accept: "text/html" } });
      server.now = new Date(server.now.getTime() + 10_000);
      expect((await look(token)).status).toBe(200);
    }
    for (const action of ["look", "approve", "reject"])
      expect((await server.get(`/api/decision-link/${action}?token=${token}`)).status).toBe(405);
    expect([await stored(visit.id), await server.db("decisionLinks")]).toEqual(before);
    expect(await logs(visit.id)).toEqual([]);
  });
});

describe("POST /api/decision-link/approve, /reject", () => {
  it("approves in the host's name and logs that it was by link", async () => {
    const { visit, token } = await request();
    expect((await answered(approve(token))).body.statusCode).toBe("approved");
    expect(await stored(visit.id)).toMatchObject({ statusCode: "approved" });
    expect(await logs(visit.id)).toEqual([{ action: "approve", actorId: site.host, byLink: true, note: "" }]);
    const history = await crew.desk.get(`/dash/visits/${visit.id}/logs`);
    expect(history.body.at(-1)).toMatchObject({ action: "approve", byLink: true, actor: { name: "김철수" } });
    expect(
      await server
        .db("events")
        .where({ subject: "visits", subjectId: visit.id })
        .select("hostUserId", "call"),
    ).toEqual([{ hostUserId: site.host, call: "POST /api/decision-link/approve" }]);
    expect((await messagesOf(server.db, visit.id)).map(({ event }) => event)).toContain("approve");
  });

  it("rejects with a reason, shown to the visitor only if requested", async () => {
    const { visit, token } = await request();
    expect(Object.keys((await answered(reject(token, { reason: " " }), 400)).body)).toEqual(["reason"]);
    expect((await reject(token, { reason: "출장 중입니다.", showReason: true })).body.statusCode).toBe(
      "rejected",
    );
    expect(await stored(visit.id)).toMatchObject({ reasonShown: true });
    expect(await logs(visit.id)).toMatchObject([{ action: "reject", note: "출장 중입니다.", byLink: true }]);
  });

  it("decides on a leader's companions, too", async () => {
    const { leader, companions } = await addGroup(server, site, 2);
    const token = await linkTo(leader);
    expect((await look(token)).body.visit.followersCnt).toBe(2);
    await approve(token);
    for (const { id } of companions) expect(await stored(id)).toMatchObject({ statusCode: "approved" });
  });

  it("accepts one of 50 simultaneous decisions, and names that user in the other responses", async () => {
    const { visit, token } = await request();
    const other = await linkTo(visit);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => {
        if (n % 3 === 2) return crew.desk.put(`/dash/user/approve/${visit.id}`);
        return n % 2 ? reject(n % 3 ? token : other) : approve(token);
      }),
    );
    const { statusCode } = await stored(visit.id);
    const done = await logs(visit.id);
    expect(done).toHaveLength(1);
    const { name } = await server.db("hostUsers").where({ id: done[0].actorId }).first();
    const word = statusCode === "approved" ? "승인" : "반려";
    const winner = { approve: done[0].byLink ? 0 : 2, reject: 1 }[done[0].action as "approve" | "reject"];
    answers.forEach(({ status, text }, n) => {
      const kind = n % 3 === 2 ? 2 : n % 2;
      if (kind === winner) expect(status).toBe(200);
      else expect(`${status} ${text}`).toBe(`405 ${name} 님이 이미 처리한 방문입니다. 현재 상태: ${word}`);
    });
  });

  it("returns 405 after the decision was undone", async () => {
    const { visit, token } = await request();
    await approve(token);
    expect((await crew.desk.put(`/dash/user/undo/${visit.id}`)).status).toBe(200);
    for (const answer of [await look(token), await approve(token)]) expect(answer.status).toBe(405);
    expect(await stored(visit.id)).toMatchObject({ statusCode: "applied" });
  });

  it("names the host to the desk that decides later", async () => {
    const { visit, token } = await request();
    await reject(token);
    const late = await crew.desk.put(`/dash/user/approve/${visit.id}`, { lang: "en" });
    expect([late.status, late.text]).toEqual([
      405,
      "Cheolsu Kim has already decided on this visit. Status: Rejected",
    ]);
  });

  it("works for an hour after the start of the visit", async () => {
    server.now = new Date("2026-03-10T02:00:00Z");
    const { token } = await request();
    server.now = new Date("2026-03-10T02:59:00Z");
    expect((await look(token)).status).toBe(200);
    server.now = new Date("2026-03-10T03:00:00Z");
    expect([(await look(token)).body, (await approve(token)).body]).toEqual([linkIsOver, linkIsOver]);
  });
});

describe("invalid decision links", () => {
  const invalidations: Record<string, (visit: Visit) => Promise<unknown>> = {
    "cancelled visit": ({ id }) => crew.desk.put(`/dash/user/cancel/${id}`),
    "started visit": async () => {
      server.now = new Date("2026-03-10T05:00:00Z");
    },
    "hidden visit": ({ id }) =>
      server.db("visits").where({ id }).update({ statusCode: "rejected", hiddenAt: server.now }),
    "reassigned visit": ({ id }) => server.db("visits").where({ id }).update({ hostUserId: crew.host.id }),
    "resigned host": () => server.db("hostUsers").where({ id: site.host }).update({ status: "resigned" }),
    "destroyed visit": async ({ id }) => {
      await server.db("visits").where({ id }).update({ statusCode: "ended", endedBecause: "expired" });
      await destroyVisit(server, id, crew.privacy);
      expect(await server.db("decisionLinks")).toEqual([]);
    },
  };

  it.each(Object.keys(invalidations))("return the same error as unknown ones: %s", async (name) => {
    const { visit, token } = await request({ startDate: "2026-03-10 14:00" });
    expect((await look(token)).status).toBe(200);
    await invalidations[name]?.(visit);
    for (const one of [token, "short", randomBytes(32).toString("base64url")])
      for (const { status, body } of [await look(one), await approve(one), await reject(one)])
        expect([status, body]).toEqual([400, linkIsOver]);
  });
});

describe("decision links of deputies", () => {
  const { host, otherHost: deputy, desk } = crew;
  const phones = { host: "010-0000-7771", deputy: "010-0000-7772" };
  const away = (more: object = {}) =>
    addDelegation(server, { host: host.id, deputies: [deputy.id], isAway: true, ...more });

  async function requested() {
    await server.db("hostUsers").where({ id: host.id }).update({ cellPhone: phones.host });
    await server.db("hostUsers").where({ id: deputy.id }).update({ cellPhone: phones.deputy });
    const { body } = await server.post("/api/request/simple/save/", {
      body: { ...koreanApplication(site), hostUser: host.id },
    });
    const visit: Visit = await server.db("visits").where({ reserveNo: body.reserveNo }).first();
    const texts = await deliver();
    const to = (number: string) => texts.find((text) => text.to === number)?.text;
    return { visit, texts, ofHost: to(phones.host), ofDeputy: to(phones.deputy) };
  }

  beforeEach(() => truncate(server.db, "delegations", "message_counts"));

  it("let the deputy decide in the host's name", async () => {
    await away();
    const { visit, texts, ofHost, ofDeputy } = await requested();
    expect(texts).toHaveLength(2);
    const [deputyToken, hostToken] = [tokenIn(ofDeputy), tokenIn(ofHost)];
    expect(deputyToken).not.toBe(hostToken);
    expect((await look(deputyToken)).body).toMatchObject({
      visitID: visit.id,
      visit: { hostUser: { name: "한주인" } },
    });
    expect((await approve(deputyToken)).status).toBe(200);
    expect(await server.db("visitLogs").where({ visitId: visit.id, action: "approve" })).toMatchObject([
      { actorId: deputy.id, onBehalfOfId: host.id, byLink: true },
    ]);
    expect((await answered(call("approve", { token: hostToken }, "en"), 405)).text).toContain(
      "(for Juin Han)",
    );
    const events = await crew.admin.get(`/dash/events?subject=visits&subjectId=${visit.id}`);
    expect(events.body.rows).toMatchObject([{ hostUser: { id: deputy.id }, onBehalfOf: { id: host.id } }]);
  });

  it("accept one of simultaneous decisions of host and deputy, and name the other user", async () => {
    await away();
    for (let n = 0; n < 5; n++) {
      const { visit, ofHost, ofDeputy } = await requested();
      const answers = await Promise.all([approve(tokenIn(ofHost)), reject(tokenIn(ofDeputy))]);
      const [winner, loser] = answers.toSorted((a, b) => a.status - b.status);
      expect([winner?.status, loser?.status]).toEqual([200, 405]);
      expect(loser?.text).toContain("한주인");
      expect(
        await server.db("visitLogs").where({ visitId: visit.id }).whereIn("action", ["approve", "reject"]),
      ).toHaveLength(1);
    }
  });

  it("work for deputies whose role may not decide", async () => {
    await away({ deputies: [crew.privacy.id] });
    await server.db("hostUsers").where({ id: crew.privacy.id }).update({ cellPhone: phones.deputy });
    await server.db("hostUsers").where({ id: host.id }).update({ cellPhone: "" });
    const visit = await addVisit(server, site, { hostUserId: host.id });
    await queueMessage(visit.id, crew.privacy.id, "{link}");
    expect((await approve(tokenIn((await deliver()).at(-1)?.text))).status).toBe(200);
  });

  it("are invalid before and after the delegation", async () => {
    const id = await away();
    const { ofDeputy } = await requested();
    await server.db("delegations").where({ id }).update({ endAt: server.now });
    const token = tokenIn(ofDeputy);
    expect([(await look(token)).body, (await approve(token)).body]).toEqual([linkIsOver, linkIsOver]);
    const visit = await addVisit(server, site, { hostUserId: host.id });
    await queueMessage(visit.id, deputy.id, "확인 {link}");
    expect((await deliver()).map(({ text }) => text)).toEqual(["확인"]);
  });

  it("are not sent while the host is present, and only for requests", async () => {
    await away({ isAway: false });
    await away({ start: "2026-03-11 00:00" });
    await away({ end: "2026-03-10 09:00" });
    expect((await requested()).ofDeputy).toBeUndefined();
    await away();
    const visit = await addVisit(server, site, { hostUserId: host.id, statusCode: "approved" });
    await desk.put(`/dash/user/cancel/${visit.id}`);
    expect((await deliver()).some(({ to }) => to === phones.deputy)).toBe(false);
  });
});
