/** Links in messages to visitors: created when a message is sent, stored only as a hash. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "#api/deps.ts";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addMessage, messagesOf } from "../../support/messages.ts";
import { sendingDeps, tokenIn } from "../../support/visits/visit-links.ts";
import { addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

beforeEach(async () => {
  await truncate(server.db, "messages", "sms_templates", "visits");
});

const cellphone = "010-0000-4321";
const visitAt = (statusCode: "applied" | "approved" = "applied", lang: "ko" | "en" = "ko") =>
  // without digits, which messages remove
  addVisit(server, site, { name: "한지우", statusCode, cellphone, lang });
const deliver = async (more: Partial<Deps> = {}): Promise<Outgoing[]> => {
  const sent: Outgoing[] = [];
  await sendDue({ ...sendingDeps(server, sent), ...more });
  // messages of a batch are sent simultaneously
  return sent.sort((a, b) => a.to.localeCompare(b.to));
};
const lookAt = async (text: string | undefined) =>
  server.post("/api/visit-link/look", { body: { token: tokenIn(text) } });
const links = () => server.db("visitLinks");

describe("message to a visitor", () => {
  it("contains the link of an approval only while it is sent", async () => {
    const { id, reserveNo } = await visitAt();
    expect((await crew.desk.put(`/dash/user/approve/${id}`)).status).toBe(200);
    const [waiting] = await messagesOf(server.db, id);
    expect(waiting).toMatchObject({ kind: "lms", text: expect.stringContaining("{link}") });
    const [message] = await deliver();
    expect((await lookAt(message?.text)).body).toMatchObject({ reserveNo });
    const token = tokenIn(message?.text);
    expect(JSON.stringify(await messagesOf(server.db, id))).not.toContain(token);
    const { body, text } = await crew.desk.get("/dash/sms");
    expect(text).not.toContain(token);
    expect(body.rows[0].text).toMatch(/\n내 방문 확인과 동의: \(링크는 표시하지 않음\)$/);
  });

  it("contains a separate link for each group member", async () => {
    const reservation = {
      hostUser: site.host,
      location: site.place,
      purpose: site.purpose,
      startDate: "2026-03-10 14:00",
      endDate: "2026-03-10 16:00",
      name: "홍길동",
      cellphone,
      companions: [{ name: "동행하나", cellphone: "010-0000-5555" }, { name: "번호없음" }],
    };
    expect((await crew.desk.post("/dash/visits/reserve", { body: reservation })).status).toBe(200);
    const sent = await deliver();
    expect(sent.map(({ to }) => to)).toEqual([cellphone, "010-0000-5555"]);
    const names = await Promise.all(sent.map(async ({ text }) => (await lookAt(text)).body.name));
    expect(names).toEqual(["홍길동", "동행하나"]);
  });

  it("links to the page in the visit's language", async () => {
    const { id } = await visitAt("applied", "en");
    await crew.desk.put(`/dash/user/approve/${id}`);
    const [message] = await deliver();
    expect(message?.variables.link).toBe(`https://visit.example.com/v?lang=en#${tokenIn(message?.text)}`);
  });

  it("has the link as a provider variable, only if its text contains one", async () => {
    const { id } = await visitAt();
    await crew.desk.put(`/dash/user/approve/${id}`);
    const [message] = await deliver();
    expect(message?.variables.link).toBe(`https://visit.example.com/v#${tokenIn(message?.text)}`);
    await addMessage(server, {
      visitId: id,
      cellPhone: cellphone,
      event: "change",
      text: "주차는 지하입니다.",
    });
    const [plain] = await deliver();
    expect(plain?.variables).not.toHaveProperty("link");
    expect(await links()).toHaveLength(1);
  });

  it("has no link if the site's template has none", async () => {
    await crew.admin.put("/dash/sms/templates/approve", { body: { text: "{name}님, 오십시오." } });
    const { id, name } = await visitAt();
    await crew.desk.put(`/dash/user/approve/${id}`);
    expect((await deliver()).map(({ text }) => text)).toEqual([`${name}님, 오십시오.`]);
    expect(await links()).toEqual([]);
  });
});

describe("message without link, and without its line,", () => {
  const withLink = { event: "change", text: "오십시오.\n내 방문: {link}\n감사합니다." } as const;
  const without = "오십시오.\n감사합니다.";

  it("is sent to a number that the visit no longer has", async () => {
    const { id } = await visitAt("approved");
    await addMessage(server, { visitId: id, cellPhone: "010-0000-9999", ...withLink });
    expect((await deliver()).map(({ text }) => text)).toEqual([without]);
    expect(await links()).toEqual([]);
  });

  it.each(["cancelled", "ended"] as const)("is sent for a visit with the status %s", async (statusCode) => {
    const { id } = await addVisit(server, site, { statusCode, cellphone });
    await addMessage(server, { visitId: id, cellPhone: cellphone, ...withLink });
    expect((await deliver()).map(({ text }) => text)).toEqual([without]);
  });

  it("is sent to a host, and to a number without a visit", async () => {
    const { id } = await visitAt("approved");
    await addMessage(server, { visitId: id, hostUserId: site.host, cellPhone: cellphone, ...withLink });
    await addMessage(server, { visitId: null, cellPhone: cellphone, ...withLink });
    expect((await deliver()).map(({ text }) => text)).toEqual([without, without]);
    expect(await links()).toEqual([]);
  });

  it("is sent when PUBLIC_ORIGIN is missing or no provider is configured", async () => {
    const { id } = await visitAt("approved");
    const message = { visitId: id, cellPhone: cellphone, ...withLink };
    await addMessage(server, message);
    expect((await deliver({ settings: server.deps.settings })).map(({ text }) => text)).toEqual([without]);
    await addMessage(server, message);
    await sendDue({ ...server.deps, settings: sendingDeps(server, []).settings });
    expect(await links()).toEqual([]);
    expect((await messagesOf(server.db, id)).at(-1)).toMatchObject({ status: "kept", text: withLink.text });
  });
});

describe("{link} in templates and texts", () => {
  it("is rejected in templates to hosts without a decision and in cancellations", async () => {
    for (const event of ["arriveHost", "remindHost", "cancel"]) {
      const answer = await crew.admin.put(`/dash/sms/templates/${event}`, { body: { text: "{link}" } });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ["text"]]);
    }
    expect(
      (await crew.admin.put("/dash/sms/templates/change", { body: { text: "보기: {link}" } })).status,
    ).toBe(200);
  });

  it("counts toward the length, and is rejected for a number without a visit", async () => {
    const text = `${"가".repeat(950)} {link}`;
    const { id } = await visitAt("approved");
    const sent = await crew.desk.post("/dash/sms/send", { body: { to: [{ visitID: id }], text } });
    expect(sent.body).toHaveProperty("text");
    const withoutVisit = { to: [{ cellPhone: "010-0000-5555" }], text: "보기: {link}" };
    expect((await crew.desk.post("/dash/sms/send", { body: withoutVisit })).body).toHaveProperty(
      "to.0.cellPhone",
    );
    const fits = await crew.desk.post("/dash/sms/send", {
      body: { to: [{ visitID: id }], text: "보기: {link}" },
    });
    expect(fits.body).toMatchObject({ queued: 1, kind: "lms" });
  });
});
