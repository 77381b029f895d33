/** Escalation of pending requests. */
import { beforeEach, describe, expect, it } from "vitest";
import { sendNotices } from "#api/jobs/notices.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { messagesOf, recipientOf } from "../../support/messages.ts";
import { type AddedVisit, addGroup, addVisit } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
/** 2026-03-10 is a Tuesday. */
const at = (wall: string) => new Date(`${wall.replace(" ", "T")}:00+09:00`);
const appliedAt = at("2026-03-10 09:00");
const later = { startDate: "2026-03-20 10:00", endDate: "2026-03-20 12:00" };

const configure = async (body: object) => {
  const answer = await crew.admin.put("/dash/config", { body });
  expect(answer.status, answer.text).toBe(200);
};

/** A request made on Tuesday at nine for next week. */
const request = (more: AddedVisit = {}) =>
  addVisit(server, site, { statusCode: "applied", createdAt: appliedAt, ...later, ...more });

const nameDeputy = async (deputyId: number, from = "2026-03-01 00:00", to = "2026-04-01 00:00") => {
  const [row] = await server
    .db("delegations")
    .insert({
      hostUserId: site.host,
      startAt: at(from),
      endAt: at(to),
      isAway: false,
      createdBy: site.host,
      createdAt: appliedAt,
    })
    .returning("id");
  await server.db("delegationDeputies").insert({ delegationId: row.id, deputyId });
};

const escalateAt = async (wall: string) => {
  server.now = at(wall);
  await sendNotices(server.deps);
};
const noticesOf = async (id: number) =>
  (await messagesOf(server.db, id)).map(({ event, hostUserId }) => [event, hostUserId]);
const toDeputy = () => ["applyDeputy", crew.host.id];
const toDesk = () => ["applyDesk", crew.desk.id];

beforeEach(async () => {
  server.now = appliedAt;
  await truncate(
    server.db,
    "messages",
    "sms_templates",
    "message_counts",
    "visits",
    "holidays",
    "delegations",
  );
  const people = [crew.host.id, crew.desk.id];
  for (const [n, id] of people.entries())
    await server
      .db("hostUsers")
      .where({ id })
      .update({ cellPhone: `010-0000-800${n}` });
  await configure({
    escalateAfterHours: 4,
    workFrom: "09:00",
    workUntil: "18:00",
    workDays: [1, 2, 3, 4, 5],
    koreanHolidays: true,
    quietFrom: "",
    quietUntil: "",
  });
});

describe("escalation of pending requests", () => {
  it("notifies the deputy after the configured working hours, and the desk after as many again", async () => {
    await nameDeputy(crew.host.id);
    const { id } = await request();
    await escalateAt("2026-03-10 12:59");
    expect(await noticesOf(id)).toEqual([]);
    await escalateAt("2026-03-10 13:00");
    await escalateAt("2026-03-10 16:59");
    expect(await noticesOf(id)).toEqual([toDeputy()]);
    await Promise.all([escalateAt("2026-03-10 17:00"), escalateAt("2026-03-10 17:00")]);
    await escalateAt("2026-03-11 12:00");
    expect(await noticesOf(id)).toEqual([toDeputy(), toDesk()]);
    const [deputy] = await messagesOf(server.db, id);
    expect(deputy?.text).toContain("{link}");
    expect(deputy && recipientOf(server, deputy)).toBe("010-0000-8000");
  });

  it("notifies the desk directly when no deputy can be reached", async () => {
    await nameDeputy(crew.host.id, "2026-02-01 00:00", "2026-03-10 13:00");
    const { id } = await request();
    await escalateAt("2026-03-10 13:00");
    expect(await noticesOf(id)).toEqual([toDesk()]);
    await server.db("messages").del();
    await server.db("visitNotices").del();
    await nameDeputy(crew.host.id);
    await server.db("hostUsers").where({ id: crew.host.id }).update({ cellPhone: "", email: "" });
    await escalateAt("2026-03-10 13:00");
    expect(await noticesOf(id)).toEqual([toDesk()]);
  });

  it("does not count nights, weekends and holidays", async () => {
    await configure({ escalateAfterHours: 9 });
    const friday = await request({
      createdAt: at("2026-04-30 14:00"),
      startDate: "2026-05-20 10:00",
      endDate: "2026-05-20 12:00",
    });
    // Friday is Labour Day, Tuesday is Children's Day.
    await escalateAt("2026-05-04 13:59");
    expect(await noticesOf(friday.id)).toEqual([]);
    await escalateAt("2026-05-04 14:00");
    expect(await noticesOf(friday.id)).toEqual([toDesk()]);
  });

  it("respects holidays the site has added", async () => {
    const { id } = await request();
    const off = await crew.admin.put("/dash/holidays/2026-03-10", {
      body: { name: "창립기념일", off: true },
    });
    expect(off.status, off.text).toBe(200);
    await escalateAt("2026-03-10 17:00");
    expect(await noticesOf(id)).toEqual([]);
    await escalateAt("2026-03-11 13:00");
    expect(await noticesOf(id)).toEqual([toDesk()]);
  });

  it("skips decided and past requests, and sites without escalation", async () => {
    const decided = await request();
    const ended = await request({ startDate: "2026-03-10 10:00", endDate: "2026-03-10 12:00" });
    await crew.desk.put(`/dash/user/approve/${decided.id}`);
    await server.db("messages").del();
    await escalateAt("2026-03-10 13:00");
    expect([await noticesOf(decided.id), await noticesOf(ended.id)]).toEqual([[], []]);
    await configure({ escalateAfterHours: 0 });
    const off = await request();
    await escalateAt("2026-03-12 13:00");
    expect(await noticesOf(off.id)).toEqual([]);
  });

  it("starts again when the decision is undone", async () => {
    const { id } = await request();
    await escalateAt("2026-03-10 13:00");
    expect((await crew.desk.put(`/dash/user/approve/${id}`)).status).toBe(200);
    server.now = at("2026-03-10 14:00");
    expect((await crew.desk.put(`/dash/user/undo/${id}`)).status).toBe(200);
    await server.db("messages").del();
    await escalateAt("2026-03-10 17:59");
    expect(await noticesOf(id)).toEqual([]);
    await escalateAt("2026-03-10 18:00");
    expect(await noticesOf(id)).toEqual([toDesk()]);
  });

  it("sends one message for a group, and one to the desk for all requests", async () => {
    const { leader } = await addGroup(server, site, 2, {
      statusCode: "applied",
      createdAt: appliedAt,
      ...later,
    });
    await request();
    await escalateAt("2026-03-10 13:00");
    const notices = await server.db("messages").where({ event: "applyDesk" });
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ visitId: leader.id, hostUserId: crew.desk.id });
    expect(notices[0].text).toContain("외 1명");
  });

  it("sends a summary to a deputy for more than five requests", async () => {
    await nameDeputy(crew.host.id);
    for (let n = 0; n < 6; n++) await request();
    await escalateAt("2026-03-10 13:00");
    const notices = await server.db("messages").orderBy("id");
    expect(notices.map(({ event, hostUserId }) => [event, hostUserId])).toEqual([
      ["applyMany", crew.host.id],
    ]);
  });

  it("is not sent when its template is disabled", async () => {
    await nameDeputy(crew.host.id);
    for (const event of ["applyDeputy", "applyDesk"])
      await crew.admin.put(`/dash/sms/templates/${event}`, { body: { enabled: false } });
    const { id } = await request();
    await escalateAt("2026-03-12 13:00");
    expect(await noticesOf(id)).toEqual([]);
  });
});
