/** E-mail to visitors by a real mail server (docs/behaviour.md, "E-mail"). */
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { createMailDriver } from "#api/mail/drivers.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import { answered } from "../../support/api.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { decodedJson } from "../../support/console/tables.ts";
import { truncate } from "../../support/database/truncate.ts";
import { acceptingDriver, messagesOf, recipientOf } from "../../support/messages.ts";
import { partOf, type ReceivedMail, startMailServer } from "../../support/services/mail-server.ts";
import { publicOrigin, tokenIn } from "../../support/visits/visit-links.ts";
import { type AddedVisit, addVisit } from "../../support/visits/visits.ts";

const mailServer = await startMailServer();
const from = "Visitor Desk <visit@example.com>";
const outboxMail = createMailDriver(undefined);
const mail = createMailDriver({ url: mailServer.url, from, timeoutMs: 1_000 });
const { server, site, crew } = await staffedSite();
afterAll(() => mailServer.close());

const cellphone = "010-0000-4321";
const email = "gildong.hong@example.com";
const texts: Outgoing[] = [];

beforeEach(async () => {
  await truncate(server.db, "messages", "sms_templates", "visits", "message_counts");
  mailServer.received.length = 0;
  mailServer.next.length = 0;
  texts.length = 0;
});

const visitAt = (more: AddedVisit = {}) => addVisit(server, site, { email, ...more });
const decide = async (action: string, id: number, body?: object) => {
  await answered(crew.desk.put(`/dash/user/${action}/${id}`, body && { body }));
};
const deliver = (driver = mail) => {
  const settings = { ...server.deps.settings, publicOrigin };
  return sendDue({ ...server.deps, settings, mail: driver, sms: acceptingDriver(texts) });
};
const calendarOf = (one: ReceivedMail | undefined) =>
  (one ? partOf(one, "text/calendar") : "").replaceAll("\r\n ", "").split("\r\n");
const last = () => mailServer.received.at(-1) as ReceivedMail;
const waysOf = async (id: number) => (await messagesOf(server.db, id)).map((one) => recipientOf(server, one));
const byLink = (path: string, body: object) => server.post(`/api/visit-link/${path}`, { body });
const mailedToken = () => tokenIn(partOf(last(), "text/plain"));

describe("messages to a visitor", () => {
  it.each([
    ["a number only", { cellphone, email: undefined }, [cellphone]],
    ["an address only", { email }, [email]],
    ["both", { cellphone, email }, [cellphone, email]],
    ["neither", { email: undefined }, []],
  ] as const)("are sent, with %s, by that channel", async (_, more, expected) => {
    const { email: address, ...rest } = more as AddedVisit;
    const { id } = await addVisit(server, site, { ...rest, ...(address && { email: address }) });
    await decide("approve", id);
    expect(await waysOf(id)).toEqual(expected);
  });

  it.each([
    ["sms", [cellphone]],
    ["email", [email]],
    ["both", [cellphone, email]],
    [null, [cellphone, email]],
  ] as const)("use the channel %s chosen by the visit link", async (channel, expected) => {
    const { id } = await visitAt({ cellphone });
    await decide("approve", id);
    await deliver();
    const token = mailedToken();
    expect((await byLink("channel", { token, channel })).body).toMatchObject({ channel });
    await server.db("visitEmails").update({ invitations: 0 });
    await truncate(server.db, "messages");
    await decide("undo", id);
    await decide("approve", id);
    expect(await waysOf(id)).toEqual(expected);
  });

  it("use an address that the visitor added by the visit link", async () => {
    const { id } = await addVisit(server, site, { cellphone, statusCode: "applied" });
    await decide("approve", id);
    await deliver();
    const token = tokenIn(texts.at(-1)?.text);
    expect((await byLink("look", { token })).body.missing).toContain("email");
    const answer = await byLink("complete", { token, email: "Gil@Example.com" });
    expect(answer.body).toMatchObject({ emailMasked: "G***@Example.com", channel: null });
    const again = await byLink("complete", { token, email: "other@example.com" });
    expect(again).toMatchObject({ status: 400, body: { email: expect.any(String) } });
    expect((await byLink("complete", { token, email: "not-an-address" })).status).toBe(400);
    const [log] = await server.db("visitLogs").where({ visitId: id, action: "edit" });
    expect(log).toMatchObject({ actorKind: "visitor", note: "email - → G***@Example.com" });
    // the approval was a text message: the invitation follows
    expect(await waysOf(id)).toEqual([cellphone, "Gil@Example.com"]);
    await deliver();
    expect(calendarOf(last())).toEqual(expect.arrayContaining(["METHOD:REQUEST", "SEQUENCE:0"]));
  });
});

describe("calendar invitation", () => {
  it("is sent on approval, updated on changes and cancelled with the visit", async () => {
    const { id, reserveNo } = await visitAt();
    await decide("approve", id);
    await deliver();
    const uid = `UID:${reserveNo}@visitor-reservation`;
    expect(last().to).toEqual([email]);
    expect(last().raw).toContain("Content-Type: text/calendar; charset=utf-8; method=REQUEST");
    expect(calendarOf(last())).toEqual(
      expect.arrayContaining([
        "METHOD:REQUEST",
        uid,
        "SEQUENCE:0",
        "STATUS:CONFIRMED",
        "DTSTART:20260310T010000Z",
        "DTEND:20260310T090000Z",
        expect.stringContaining("visit@example.com"),
        expect.stringContaining(email),
      ]),
    );
    const changed = { startDate: "2026-03-10 15:00", keepApproval: true };
    expect((await crew.desk.put(`/dash/visits/${id}`, { body: changed })).status).toBe(200);
    await deliver();
    expect(calendarOf(last())).toEqual(
      expect.arrayContaining(["METHOD:REQUEST", uid, "SEQUENCE:1", "DTSTART:20260310T060000Z"]),
    );
    await decide("cancel", id);
    await deliver();
    expect(calendarOf(last())).toEqual(
      expect.arrayContaining(["METHOD:CANCEL", uid, "SEQUENCE:2", "STATUS:CANCELLED"]),
    );
    expect(mailServer.received).toHaveLength(3);
  });

  it("is cancelled only if it was sent, also after another channel was chosen", async () => {
    const { id } = await visitAt();
    await decide("reject", id, { reason: "일정이 맞지 않습니다." });
    await deliver();
    expect(partOf(last(), "text/calendar")).toBe("");
    const other = await visitAt({ cellphone });
    await decide("approve", other.id);
    await deliver();
    await byLink("channel", { token: mailedToken(), channel: "sms" });
    await decide("cancel", other.id);
    await deliver();
    expect(calendarOf(last())).toContain("METHOD:CANCEL");
  });

  it("has text and HTML in the visit's language, with the link and escaped markup", async () => {
    const { id } = await visitAt({ lang: "en", name: "<b>Gildong</b>" });
    await decide("approve", id);
    await deliver();
    expect(last().raw).toContain("Your visit is approved");
    expect(partOf(last(), "text/plain")).toContain("is approved");
    const html = partOf(last(), "text/html");
    expect(html).toContain(`<a href="${publicOrigin}/v?lang=en#${mailedToken()}">${publicOrigin}/v</a>`);
    expect(html).not.toContain("<b>");
    expect(calendarOf(last()).join("\n")).toContain("Gaon Precision");
    expect((await byLink("look", { token: mailedToken() })).status).toBe(200);
  });
});

describe("visitor's e-mail address", () => {
  it("is encrypted and masked, and shown in full only with a reason, logged", async () => {
    const { id } = await visitAt({ cellphone });
    await decide("approve", id);
    expect(decodedJson(await server.db("visitEmails"))).not.toContain("gildong");
    expect(decodedJson(await server.db("messages"))).not.toContain("gildong");
    const answer = await crew.desk.get(`/dash/visits/${id}`);
    expect(answer.body).toMatchObject({ emailMasked: "g***@example.com", unreachable: false });
    expect(answer.text).not.toContain("gildong");
    const path = `/dash/visits/${id}/reveal`;
    expect((await crew.desk.post(path, { body: { reason: "" } })).status).toBe(400);
    const reason = `안내 메일이 ${email}로 왔는지 확인`;
    const shown = await crew.desk.post(path, { body: { reason } });
    expect(shown.body).toMatchObject({ cellPhone: cellphone, email });
    const [row] = await server.db("accessLog").orderBy("id", "desc").limit(1);
    expect(row).toMatchObject({ visitIds: [id] });
    expect(row.reason).not.toContain("gildong");
  });

  it("is entered, corrected and removed by the desk and by the host", async () => {
    const body = {
      hostUser: crew.host.id,
      location: site.place,
      purpose: site.purpose,
      name: "홍길동",
      email,
      startDate: "2026-03-10 14:00",
      endDate: "2026-03-10 16:00",
      companions: [{ name: "동행하나", email: "one@example.com" }],
    };
    const { id } = (await answered(crew.desk.post("/dash/visits/reserve", { body }))).body;
    const waiting = await server.db("messages").orderBy("id");
    expect(waiting.map((one) => recipientOf(server, one))).toEqual([email, "one@example.com"]);
    const path = `/dash/visits/${id}`;
    const byHost = await crew.host.put(path, { body: { email: "nearly@example.com" } });
    expect(byHost.body.emailMasked).toBe("n***@example.com");
    expect((await crew.otherHost.put(path, { body: { email: "mine@example.com" } })).status).toBe(404);
    expect((await crew.desk.put(path, { body: { email: "not-an-address" } })).status).toBe(400);
    const right = "right@example.com";
    expect((await crew.desk.put(path, { body: { email: right } })).body.emailMasked).toBe("r***@example.com");
    // queued messages use the corrected address
    expect(await waysOf(id)).toEqual([right]);
    const logs = await server.db("visitLogs").where({ visitId: id, action: "edit" }).orderBy("id");
    expect(logs.map(({ actorId, note }) => [actorId, note])).toEqual([
      [crew.host.id, "email g***@example.com → n***@example.com"],
      [crew.desk.id, "email n***@example.com → r***@example.com"],
    ]);
    const removed = await crew.desk.put(path, { body: { email: "" } });
    expect(removed.body).toMatchObject({ emailMasked: "", unreachable: true });
    expect(await messagesOf(server.db, id)).toMatchObject([{ status: "withdrawn" }]);
  });

  it("gets the invitation when added after approval, once with a simultaneous change", async () => {
    const { id } = await addVisit(server, site, { cellphone, statusCode: "approved" });
    const path = `/dash/visits/${id}`;
    expect((await crew.desk.put(path, { body: { email } })).status).toBe(200);
    expect(await waysOf(id)).toEqual([email]);
    await deliver();
    const body = { email: "other@example.com", startDate: "2026-03-10 15:00", keepApproval: true };
    expect((await crew.desk.put(path, { body })).status).toBe(200);
    // the calendar entry at the former address is cancelled
    expect((await waysOf(id)).slice(1)).toEqual([email, cellphone, "other@example.com"]);
    const waiting = await addVisit(server, site, { cellphone, statusCode: "applied" });
    await crew.desk.put(`/dash/visits/${waiting.id}`, { body: { email } });
    expect(await waysOf(waiting.id)).toEqual([]);
  });

  describe("corrected address", () => {
    const right = "right@example.com";
    const ownVisit = (more: AddedVisit = {}) => visitAt({ hostUserId: crew.host.id, ...more });
    const correct = async (id: number, address = right) =>
      expect((await crew.host.put(`/dash/visits/${id}`, { body: { email: address } })).status).toBe(200);
    /** Recipient and method of each e-mail, sorted, because they are sent simultaneously. */
    const delivered = () =>
      mailServer.received
        .map((one) => [
          one.to[0],
          ...calendarOf(one)
            .filter((line) => /^(METHOD|SEQUENCE)/.test(line))
            .sort(),
        ])
        .map((one) => one.join(" "))
        .sort();

    it("gets the invitation; the former address gets a cancellation and its links become invalid", async () => {
      const { id, reserveNo } = await ownVisit();
      await decide("approve", id);
      await deliver();
      const token = mailedToken();
      await correct(id);
      await deliver();
      expect(delivered()).toEqual([
        `${email} METHOD:CANCEL SEQUENCE:1`,
        `${email} METHOD:REQUEST SEQUENCE:0`,
        `${right} METHOD:REQUEST SEQUENCE:2`,
      ]);
      for (const one of mailServer.received)
        expect(calendarOf(one)).toContain(`UID:${reserveNo}@visitor-reservation`);
      expect((await byLink("look", { token })).status).toBe(400);
      const toFormer = mailServer.received.findLast(({ to }) => to[0] === email) as ReceivedMail;
      expect(partOf(toFormer, "text/plain")).toContain("더 이상 해당하지 않습니다");
      expect(partOf(toFormer, "text/plain")).not.toContain("/v");
    });

    it.each(["bounced", "kept", "waiting"] as const)("sends nothing to a former address: %s", async (how) => {
      const { id } = await ownVisit();
      await decide("approve", id);
      if (how === "bounced") mailServer.next.push({ at: "receiver", code: 550 });
      if (how !== "waiting") await deliver(how === "kept" ? outboxMail : mail);
      const status = { bounced: "failed", kept: "kept", waiting: "queued" }[how];
      expect(await messagesOf(server.db, id)).toMatchObject([{ status }]);
      mailServer.received.length = 0;
      await correct(id);
      await deliver();
      expect(mailServer.received.map(({ to }) => to)).toEqual([[right]]);
    });

    it("cancels each calendar entry once when corrected twice", async () => {
      const { id } = await ownVisit();
      await decide("approve", id);
      await deliver();
      const path = `/dash/visits/${id}`;
      await crew.desk.put(path, { body: { startDate: "2026-03-10 15:00", keepApproval: true } });
      await correct(id);
      await correct(id, "third@example.com");
      mailServer.received.length = 0;
      await deliver();
      expect(delivered()).toEqual([
        `${email} METHOD:CANCEL SEQUENCE:2`,
        "third@example.com METHOD:REQUEST SEQUENCE:3",
      ]);
    });

    it("cancels the entry when removed, and continues the sequence when added again", async () => {
      const { id } = await ownVisit();
      await decide("approve", id);
      await deliver();
      await correct(id, "");
      await deliver();
      expect(calendarOf(last())).toEqual(expect.arrayContaining(["METHOD:CANCEL", "SEQUENCE:1"]));
      await correct(id, email);
      await deliver();
      expect(calendarOf(last())).toEqual(expect.arrayContaining(["METHOD:REQUEST", "SEQUENCE:2"]));
    });

    it("gets its invitation next to a waiting manual message", async () => {
      const { id } = await ownVisit({ statusCode: "approved" });
      const body = { to: [{ visitID: id }], text: "정문으로 오십시오." };
      expect((await crew.desk.post("/dash/sms/send", { body })).status).toBe(200);
      await correct(id);
      await deliver();
      expect(delivered()).toEqual([right, `${right} METHOD:REQUEST SEQUENCE:0`]);
    });
  });

  it("of an earlier visit is reused, masked", async () => {
    const before = await visitAt({ statusCode: "exited", exitedAt: server.now });
    const [offered] = (await crew.desk.get(`/dash/visits/previous-visitors?name=${before.name}`)).body;
    expect(offered).toMatchObject({ emailMasked: "g***@example.com" });
    const body = {
      hostUser: site.host,
      location: site.place,
      purpose: site.purpose,
      name: before.name,
      previousVisit: before.id,
      startDate: "2026-03-10 14:00",
      endDate: "2026-03-10 16:00",
    };
    const made = await crew.desk.post("/dash/visits/reserve", { body });
    expect(made.body.emailMasked).toBe("g***@example.com");
    expect(await waysOf(made.body.id)).toEqual([email]);
  });

  it("is destroyed with the visit and erased from its messages", async () => {
    const { id } = await visitAt({ statusCode: "ended", hiddenAt: server.now });
    await decide("approve", (await visitAt()).id);
    await server.db("messages").update({ visitId: id });
    await answered(crew.privacy.put("/dash/trash-privacy/hard", { body: { ids: [id] } }));
    expect(await server.db("visitEmails").where({ visitId: id })).toEqual([]);
    expect(await server.db("messages")).toMatchObject([{ cellCipher: null, variables: {}, text: "" }]);
  });
});

describe("mail server", () => {
  const outcome = async (id: number) => (await messagesOf(server.db, id)).map(({ status }) => status);

  it("marks a rejected address in every visit until the desk changes it", async () => {
    const { id } = await visitAt();
    const other = await visitAt({ cellphone });
    await decide("approve", id);
    mailServer.next.push({ at: "receiver", code: 550 });
    await deliver();
    expect(await outcome(id)).toEqual(["failed"]);
    const path = `/dash/visits/${id}`;
    expect((await crew.desk.get(path)).body).toMatchObject({ emailBounced: true, unreachable: true });
    await decide("approve", other.id);
    expect(await waysOf(other.id)).toEqual([cellphone]);
    const right = await crew.desk.put(path, { body: { email: "right@example.com" } });
    expect(right.body).toMatchObject({ emailBounced: false, unreachable: false });
  });
});
