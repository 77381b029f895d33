/** Optional notices, quiet hours and summaries. */
import { beforeEach, describe, expect, it } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { notifyOfArrivals } from "#api/features/messages/host-messages.ts";
import { sendNotices } from "#api/jobs/notices.ts";
import type { TemplateEvent } from "#contract/messages/sms.ts";
import { answered } from "../../support/api.ts";
import { issueTo } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { acceptingDriver, messagesOf, recipientOf } from "../../support/messages.ts";
import { type AddedVisit, addGroup, addPass, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const at = (time: string, day = "2026-03-10") => new Date(`${day}T${time}:00+09:00`);
const host = "010-0000-7777";
const cellphone = "010-0000-4321";

beforeEach(async () => {
  server.now = at("10:00");
  await truncate(server.db, "messages", "sms_templates", "message_counts", "passes", "visits");
  await server.db("hostUsers").where({ id: site.host }).update({ cellPhone: host });
  await server.db("configuration").update({ quietFrom: "", quietUntil: "", remindAt: "" });
});

const turnOn = async (...events: TemplateEvent[]) => {
  for (const event of events) {
    await answered(crew.admin.put(`/dash/sms/templates/${event}`, { body: { enabled: true } }));
  }
};
const visitAt = (more: AddedVisit = {}) => addVisit(server, site, { statusCode: "approved", ...more });
const cancel = (id: number, by = crew.desk) => by.put(`/dash/user/cancel/${id}`);
const eventsOf = async (id: number) => (await messagesOf(server.db, id)).map(({ event }) => event);
const enter = async (id: number, party: readonly number[] = []) => {
  const passNo = await addPass(server);
  const others = await Promise.all(
    party.map(async (visitID) => ({ visitID, passNo: await addPass(server) })),
  );
  await answered(issueTo(crew.desk, id, { passNo, party: others }));
  await Promise.all([notifyOfArrivals(server.deps), notifyOfArrivals(server.deps)]);
};
const quiet = (from: string, until: string) =>
  crew.admin.put("/dash/config", { body: { quietFrom: from, quietUntil: until } });

describe("notices disabled by default", () => {
  it("are not sent, and listed among the templates", async () => {
    const { body } = await crew.admin.get("/dash/sms/templates");
    const off = body.filter(({ enabled }: { enabled: boolean }) => !enabled);
    expect(off.map(({ event }: { event: string }) => event)).toEqual(
      "cancelHost changeHost overstayHost dayBefore".split(" "),
    );
    const { id } = await visitAt();
    await cancel(id);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("stay disabled when only their text changes", async () => {
    const path = "/dash/sms/templates/cancelHost";
    const worded = await crew.admin.put(path, { body: { text: "{name}님 도착" } });
    expect(worded.body).toMatchObject({ enabled: false, text: "{name}님 도착" });
    await answered(crew.admin.put(path, { body: { text: "{link}" } }), 400);
  });
});

describe("notices to a host", () => {
  it("report the check-in once, in one message for a group", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { statusCode: "approved" });
    await enter(
      leader.id,
      companions.map(({ id }) => id),
    );
    const [notice, ...others] = await server.db("messages");
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ event: "arriveHost", visitId: leader.id, hostUserId: site.host });
    expect(notice.text).toContain(`${leader.name} 외 2명`);
    expect(recipientOf(server, notice)).toBe(host);
  });

  it("report a check-in although another cannot be reported", async () => {
    const [{ id: failing }, { id }] = [await visitAt(), await visitAt()];
    await server.db.raw(`CREATE FUNCTION no_message() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no message'; END $$;
      CREATE TRIGGER no_message BEFORE INSERT ON messages FOR EACH ROW WHEN (NEW.visit_id = ${failing})
        EXECUTE FUNCTION no_message();`);
    try {
      await enter(failing);
      server.now = at("10:01");
      await enter(id);
    } finally {
      await server.db.raw("DROP FUNCTION no_message() CASCADE");
    }
    expect(await eventsOf(id)).toEqual(["arriveHost"]);
    await notifyOfArrivals(server.deps);
    expect(await eventsOf(failing)).toEqual(["arriveHost"]);
  });

  it("do not report a check-in where that is disabled", async () => {
    await answered(crew.admin.put("/dash/sms/templates/arriveHost", { body: { enabled: false } }));
    const { id } = await visitAt();
    await enter(id);
    expect(await eventsOf(id)).toEqual([]);
  });

  it("do not report a failed check-in", async () => {
    const { id } = await visitAt();
    expect((await issueTo(crew.desk, id, { passNo: "없는 번호" })).status).toBe(400);
    await notifyOfArrivals(server.deps);
    expect(await messagesOf(server.db, id)).toEqual([]);
  });

  it("report a cancellation by the desk, not the host's own", async () => {
    await turnOn("cancelHost");
    await server.db("hostUsers").where({ id: crew.host.id }).update({ cellPhone: host });
    const { id } = await visitAt({ hostUserId: crew.host.id });
    await cancel(id);
    expect(await eventsOf(id)).toEqual(["cancelHost"]);
    const own = await visitAt({ hostUserId: crew.host.id });
    await cancel(own.id, crew.host);
    expect(await eventsOf(own.id)).toEqual([]);
  });

  it("report a change that keeps the approval; otherwise the host is asked again", async () => {
    await turnOn("changeHost");
    const { id } = await visitAt();
    const body = { startDate: "2026-03-10 15:00", keepApproval: true };
    expect((await crew.desk.put(`/dash/visits/${id}`, { body })).status).toBe(200);
    expect(await eventsOf(id)).toEqual(["changeHost"]);
    const applied = await visitAt();
    await crew.desk.put(`/dash/visits/${applied.id}`, { body: { startDate: "2026-03-10 15:00" } });
    expect(await eventsOf(applied.id)).toEqual(["apply"]);
  });

  it("report a visit reassigned to the host, once for a group, not one the host reassigned", async () => {
    await turnOn("changeHost");
    await server.db("hostUsers").where({ id: crew.host.id }).update({ cellPhone: "010-0000-8888" });
    const { leader } = await addGroup(server, site, 2, { statusCode: "approved", hostUserId: crew.host.id });
    const body = { hostUser: site.host };
    expect((await crew.desk.put(`/dash/visits/${leader.id}`, { body })).status).toBe(200);
    const notices = await server.db("messages").whereNotNull("hostUserId").orderBy("id");
    expect(notices.map(({ event, hostUserId }) => [event, hostUserId])).toEqual([
      ["changeHost", crew.host.id],
      ["apply", site.host],
    ]);
    expect(recipientOf(server, notices[0])).toBe("010-0000-8888");
    expect(notices[0].text).toContain(`${leader.name} 외 2명`);
    expect(notices[0].text).toContain("담당자 김철수");
    const own = await visitAt({ hostUserId: crew.host.id });
    expect((await crew.host.put(`/dash/visits/${own.id}`, { body })).status).toBe(200);
    expect(await eventsOf(own.id)).toEqual(["apply"]);
  });

  it("are not sent when disabled, nor for past or current visits", async () => {
    await server.db("hostUsers").where({ id: crew.host.id }).update({ cellPhone: "010-0000-8888" });
    const body = { hostUser: site.host };
    const off = await visitAt({ hostUserId: crew.host.id });
    await crew.desk.put(`/dash/visits/${off.id}`, { body });
    expect(await eventsOf(off.id)).toEqual(["apply"]);
    await turnOn("changeHost");
    const inside = await visitAt({ hostUserId: crew.host.id, statusCode: "entered" });
    await crew.desk.put(`/dash/visits/${inside.id}`, { body });
    expect(await eventsOf(inside.id)).toEqual([]);
  });

  it("report a visitor still inside half an hour after the end, again after a changed end", async () => {
    await turnOn("overstayHost");
    const { id } = await visitAt({ statusCode: "entered", endDate: "2026-03-10 12:00" });
    const stay = { statusCode: "entered", overnightAt: server.now, overnightBy: crew.desk.id } as const;
    const overnight = await visitAt({ ...stay, endDate: "2026-03-10 12:00" });
    server.now = at("12:29");
    await sendNotices(server.deps);
    expect(await eventsOf(id)).toEqual([]);
    server.now = at("12:30");
    await Promise.all([sendNotices(server.deps), sendNotices(server.deps), sendNotices(server.deps)]);
    await sendNotices(server.deps);
    expect(await eventsOf(id)).toEqual(["overstayHost"]);
    expect(await eventsOf(overnight.id)).toEqual([]);
    await crew.desk.put(`/dash/visits/${id}`, { body: { endDate: "2026-03-10 14:00" } });
    server.now = at("14:30");
    await sendNotices(server.deps);
    expect(await eventsOf(id)).toEqual(["overstayHost", "overstayHost"]);
  });

  it("are summarized after ten in an hour", async () => {
    await turnOn("cancelHost");
    for (let n = 0; n < 13; n++) await cancel((await visitAt()).id);
    const notices = await server.db("messages").orderBy("id");
    expect(notices.map(({ event }) => event)).toEqual([...Array(10).fill("cancelHost"), "noticeMany"]);
    expect(notices.at(-1)).toMatchObject({ visitId: null, hostUserId: site.host });
    server.now = at("11:00");
    const { id } = await visitAt();
    await cancel(id);
    expect(await eventsOf(id)).toEqual(["cancelHost"]);
  });
});

describe("reminders to a visitor", () => {
  const tomorrow = { startDate: "2026-03-11 10:00", endDate: "2026-03-11 12:00", cellphone };

  it("are sent once on the day before, and again for a changed day", async () => {
    await turnOn("dayBefore");
    const made = { createdAt: at("09:00", "2026-03-09") };
    const { id } = await visitAt({ ...tomorrow, ...made });
    const today = await visitAt(tomorrow);
    const waiting = await visitAt({ ...tomorrow, ...made, statusCode: "applied" });
    server.now = at("14:59");
    expect(await sendNotices(server.deps)).toBe(0);
    server.now = at("15:00");
    await Promise.all([sendNotices(server.deps), sendNotices(server.deps)]);
    const [reminder, ...others] = await messagesOf(server.db, id);
    expect([reminder?.event, others]).toEqual(["dayBefore", []]);
    expect(reminder?.text).toContain("{link}");
    expect([await eventsOf(today.id), await eventsOf(waiting.id)]).toEqual([[], []]);
    const body = { startDate: "2026-03-12 10:00", endDate: "2026-03-12 12:00", keepApproval: true };
    expect((await crew.desk.put(`/dash/visits/${id}`, { body })).status).toBe(200);
    // a reminder for the old day is withdrawn
    expect((await messagesOf(server.db, id))[0]?.status).toBe("withdrawn");
    server.now = at("15:00", "2026-03-11");
    await sendNotices(server.deps);
    expect((await eventsOf(id)).filter((event) => event === "dayBefore")).toHaveLength(2);
  });
});

describe("quiet hours", () => {
  it("need a start and an end that differ", async () => {
    expect((await quiet("22:00", "")).body).toEqual({ quietUntil: expect.any(String) });
    expect((await quiet("", "08:00")).body).toEqual({ quietFrom: expect.any(String) });
    expect((await quiet("08:00", "08:00")).status).toBe(400);
    expect((await quiet("24:00", "08:00")).status).toBe(400);
    expect((await quiet("22:00", "08:00")).body).toMatchObject({ quietFrom: "22:00", quietUntil: "08:00" });
    expect((await quiet("", "")).status).toBe(200);
  });

  it.each([
    ["21:59", "2026-03-10", at("21:59")],
    ["22:00", "2026-03-10", at("08:00", "2026-03-11")],
    ["07:59", "2026-03-11", at("08:00", "2026-03-11")],
    ["08:00", "2026-03-11", at("08:00", "2026-03-11")],
  ])("delay automatic messages at %s of %s", async (time, day, due) => {
    await quiet("22:00", "08:00");
    const { id } = await visitAt({
      statusCode: "applied",
      cellphone,
      startDate: "2026-03-12 10:00",
      endDate: "2026-03-12 12:00",
    });
    server.now = at(time, day);
    await crew.desk.put(`/dash/user/approve/${id}`);
    expect(await messagesOf(server.db, id)).toMatchObject([{ event: "approve", nextAttemptAt: due }]);
    const deps = { ...server.deps, sms: acceptingDriver() };
    expect(await sendDue(deps)).toBe(due > server.now ? 0 : 1);
    server.now = due;
    await sendDue(deps);
    expect((await messagesOf(server.db, id))[0]?.status).toBe("sent");
  });

  it("do not delay urgent and manual messages", async () => {
    await quiet("09:00", "18:00");
    const { id } = await visitAt({ statusCode: "applied", cellphone });
    await crew.desk.put(`/dash/user/approve/${id}`);
    await enter(id);
    await crew.desk.post("/dash/sms/send", { body: { to: [{ visitID: id }], text: "주차는 지하입니다." } });
    const messages = await messagesOf(server.db, id);
    expect(messages.map(({ event }) => event)).toEqual(["approve", "arriveHost", "manual"]);
    expect(messages.map(({ nextAttemptAt }) => nextAttemptAt)).toEqual(Array(3).fill(server.now));
  });
});

it("daily reminders are sent once at the configured time", async () => {
  expect((await crew.admin.put("/dash/config", { body: { remindAt: "20:30" } })).status).toBe(200);
  const { id } = await visitAt({ cellphone });
  await enter(id);
  server.now = at("20:29");
  expect(await sendNotices(server.deps)).toBe(0);
  server.now = at("20:30");
  await Promise.all([sendNotices(server.deps), sendNotices(server.deps)]);
  expect(await eventsOf(id)).toEqual(["arriveHost", "remind", "remindHost"]);
  const late = await visitAt({ cellphone });
  server.now = at("20:40");
  await enter(late.id);
  await sendNotices(server.deps);
  expect(await eventsOf(late.id)).toEqual(["arriveHost"]);
  server.now = at("20:30", "2026-03-11");
  await sendNotices(server.deps);
  expect(await eventsOf(late.id)).toEqual(["arriveHost", "remind", "remindHost"]);
});
