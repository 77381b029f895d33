import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { staffedSite } from "../support/console/staffed-site.ts";
import { truncate } from "../support/database/truncate.ts";
import { addMessage } from "../support/messages.ts";
import { addVisit } from "../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const { db } = server;

const own = (more = {}) => addVisit(server, site, { hostUserId: crew.host.id, ...more });
async function addUnreadable(more = {}) {
  const visit = await own({ cellphone: "010-0000-1234", ...more });
  await db("visits")
    .where({ id: visit.id })
    .update({ cellCipher: randomBytes(40) });
  return visit;
}
const phones = (rows: { cellPhone: string }[]) => rows.map(({ cellPhone }) => cellPhone).sort();

beforeEach(async () => {
  server.log.length = 0;
  await truncate(db, "visits", "messages", "erasure_requests");
});

describe("phone number that cannot be decrypted", () => {
  it("is shown as unreadable in the user's language, and logged once", async () => {
    await addUnreadable();
    await addUnreadable();
    await own({ cellphone: "010-0000-5678" });
    const ko = await crew.host.get("/dash/user/requests");
    expect(ko.status, ko.text).toBe(200);
    expect(phones(ko.body.rows)).toEqual(["010-00**-*678", "읽을 수 없음", "읽을 수 없음"]);
    const lines = server.log.filter((line) => line.includes("could not be read"));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: "warn", rowsByKey: { d1: 2 } }),
    ]);
    const en = await crew.host.get("/dash/user/requests", { lang: "en" });
    expect(phones(en.body.rows)).toEqual(["010-00**-*678", "Unreadable", "Unreadable"]);
  });

  it("is revealed as unreadable", async () => {
    const { id } = await addUnreadable({ phone: "02-123-4567" });
    const answer = await crew.host.post(`/dash/visits/${id}/reveal`, { body: { reason: "확인" } });
    expect(answer.body).toEqual({ cellPhone: "읽을 수 없음", phone: "02-123-4567", email: "" });
  });

  it("gets no message: the form shows it, and decisions work without a message", async () => {
    const { id } = await addUnreadable();
    const recipients = await crew.host.get(`/dash/sms/recipients?visits=${id}`);
    expect(recipients.body).toMatchObject([{ visitID: id, cellPhone: "읽을 수 없음" }]);
    const sent = await crew.host.post("/dash/sms/send", { body: { to: [{ visitID: id }], text: "안내" } });
    expect(sent.status).toBe(400);
    expect(sent.body["to.0.visitID"]).toContain("번호를 읽을 수 없어");
    const approved = await crew.host.send("PUT", `/dash/user/approve/${id}`, { body: {} });
    expect(approved.status, approved.text).toBe(200);
    expect(await db("messages")).toEqual([]);
  });

  it("is kept by an edit and replaced by a new number", async () => {
    const { id, reserveNo } = await addUnreadable({
      statusCode: "approved",
      startDate: "2026-03-11 10:00",
      endDate: "2026-03-11 12:00",
    });
    const edit = (body: object) => crew.desk.send("PUT", `/dash/visits/${id}`, { body });
    const encrypted = async () => (await db("visits").where({ id }).first()).cellCipher;
    const before = await encrypted();
    const noted = await edit({ note: "서류 지참" });
    expect(noted.status, noted.text).toBe(200);
    expect(await encrypted()).toEqual(before);
    expect((await edit({ cellphone: "010-0000-5678" })).body).toMatchObject({
      reserveNo,
      cellPhone: "010-00**-*678",
    });
  });

  it("is shown as unreadable in the list of messages", async () => {
    await addMessage(server, { cellKey: "away" });
    expect((await crew.admin.get("/dash/sms")).body.rows).toMatchObject([
      { to: { cellPhone: "읽을 수 없음" } },
    ]);
  });

  it("still requires the number in a lookup", async () => {
    const { name, reserveNo } = await addUnreadable({ createdAt: server.now });
    const found = await server.post("/api/request/search", { body: { name, reserveNo } });
    expect(found.status).toBe(200);
    expect(found.body).toEqual([]);
  });

  it("does not break a list, like an unreadable e-mail address", async () => {
    const broken = await own({ email: "broken@example.com" });
    await own({ email: "gildong@example.com" });
    await db("visitEmails")
      .where({ visitId: broken.id })
      .update({ cellCipher: randomBytes(40) });
    const ko = await crew.host.get("/dash/user/requests");
    expect(ko.status, ko.text).toBe(200);
    expect(ko.body.rows.map(({ emailMasked }: { emailMasked: string }) => emailMasked).sort()).toEqual([
      "g***@example.com",
      "읽을 수 없음",
    ]);
  });

  it("of an erasure request still finds the visits", async () => {
    const { id } = await own({ name: "홍길동", cellphone: "010-0000-1234", statusCode: "ended" });
    const body = { name: "홍길동", cellPhone: "010-0000-1234" };
    expect((await crew.privacy.post("/dash/erasure-requests", { body })).status).toBe(200);
    await db("erasureRequests").update({ cellCipher: randomBytes(40) });
    const { rows } = (await crew.privacy.get("/dash/erasure-requests")).body;
    expect(rows).toMatchObject([{ cellPhone: "읽을 수 없음", visits: [{ id }] }]);
  });
});
