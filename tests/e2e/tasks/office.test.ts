/** Tasks of hosts and the privacy officer, key by key (docs/tasks.md). */
import { beforeEach, expect } from "vitest";
import { Visit } from "#db/models/visits/visit.ts";
import { addGroup, addVisitToday, type VisitFields } from "../../support/console/console-site.ts";
import { consoleSuite, type StaffOptions } from "../../support/console/console-suite.ts";
import { addStaff } from "../../support/console/staff.ts";
import { truncate } from "../../support/database/truncate.ts";
import { CountedInput, testTasks } from "../../support/tasks.ts";
import { hasFocus, isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

beforeEach(async () => {
  await truncate(suite.server.db, "erasure_requests", "access_reviews");
});

const statusesOf = (name: string) =>
  Visit.query(suite.server.db).where("name", "like", `${name}%`).orderBy("id").select("statusCode");

/** A host in front of their inbox with these visitors. */
async function atTheInbox(names: readonly string[], options: StaffOptions = {}) {
  const host = await suite.staff("host", options);
  const own: VisitFields = { statusCode: "applied", hostUserId: host.person.id };
  for (const name of names) await addVisitToday(suite.server, suite.site, { name, ...own });
  await host.open("/dash");
  await host.waitForPath("/dash/approvals");
  for (const name of names) await isSeen(host.page.getByRole("article", { name }));
  // which has the list read once more
  await isSeen(host.page.getByRole("status").getByText("실시간"));
  return { host, input: new CountedInput(host.page) };
}

const onPhone = { width: 360, height: 740 } as const;

/** The same on a phone, with another visit of theirs. */
async function onThePhone(more: VisitFields, companions: readonly string[] = []) {
  const opened = await atTheInbox([], onPhone);
  const { host } = opened;
  const own = { ...more, name: "한가람", cellphone: "010-0000-1234", hostUserId: host.person.id };
  await addGroup(suite.server, suite.site, companions, own);
  const list = (name: string) =>
    host.page.getByRole("radiogroup", { name: "목록" }).getByText(name, { exact: true });
  const visit = host.page.getByRole("article", { name: "한가람" });
  return { ...opened, list, visit };
}

const later = { startDate: `${siteDay(2)} 10:00`, endDate: `${siteDay(2)} 11:00` };

testTasks("Host", {
  "Visitor reserved for tomorrow": async () => {
    const { host, input } = await atTheInbox([]);
    await input.press("g", "r");
    await hasFocus(host.page.getByRole("combobox", { name: "이름", exact: true }));
    await input.type("한가람");
    await input.press("Tab", "Tab", "Tab");
    await hasFocus(host.page.getByRole("combobox", { name: "목적" }));
    await input.type("ㅎ");
    const purpose = host.page.getByRole("option", { name: "회의" });
    await expect.poll(() => purpose.getAttribute("data-combobox-selected")).toBe("true");
    await input.press("Enter");
    await input.tap(host.page.getByLabel("시작일시 날짜", { exact: true }));
    await input.type(siteDay(1).slice(5).replace("-", ""));
    await input.press("Enter");
    await host.showsVisit("한가람");
    expect(await statusesOf("한가람")).toEqual([{ statusCode: "approved" }]);
    return input;
  },

  "One request decided": async () => {
    const { host, input } = await atTheInbox(["손님1"]);
    await input.tap(host.button("승인"));
    await isGone(host.page.getByRole("article"));
    expect(await statusesOf("손님")).toEqual([{ statusCode: "approved" }]);
    return input;
  },

  "Three requests decided": async () => {
    const { host, input } = await atTheInbox(["손님1", "손님2", "손님3"]);
    for (const name of ["손님1", "손님2", "손님3"]) {
      const request = host.page.getByRole("article", { name });
      await input.tap(request.getByRole("button", { name: "승인", exact: true }));
      await isGone(request);
    }
    expect(await statusesOf("손님")).toEqual(Array(3).fill({ statusCode: "approved" }));
    return input;
  },

  "On a phone: a decision taken back": async () => {
    const { host, input } = await atTheInbox(["손님1"], onPhone);
    await input.tap(host.button("승인"));
    await isGone(host.page.getByRole("article"));
    await input.tap(host.button("되돌리기"));
    await isSeen(host.page.getByRole("article", { name: "손님1" }));
    expect(await statusesOf("손님")).toEqual([{ statusCode: "applied" }]);
    return input;
  },

  "On a phone: an earlier visit repeated next week, with those who came along": async () => {
    const came = { statusCode: "ended", enteredAt: new Date(Date.now() - 86_400_000) } as const;
    const times = { startDate: `${siteDay(-1)} 10:00`, endDate: `${siteDay(-1)} 11:00` };
    const { host, input, list, visit } = await onThePhone({ ...came, enteredFrom: "approved", ...times }, [
      "다솜",
    ]);
    await input.tap(list("지난 방문"), visit.getByRole("link", { name: "다시 초대" }));
    await input.tap(host.page.getByRole("group", { name: "빠른 선택" }).getByRole("button").last());
    await input.tap(host.button("예약"));
    await host.showsVisit("한가람");
    expect(await statusesOf("다솜")).toEqual([{ statusCode: "ended" }, { statusCode: "approved" }]);
    return input;
  },

  "On a phone: a visit moved by half an hour, and approved again": async () => {
    const { host, input, list, visit } = await onThePhone({ statusCode: "approved", ...later });
    await input.tap(list("예정 방문"), visit.getByRole("button", { name: "시간·장소" }));
    await input.tap(host.act("edit.later30"), host.act("edit.submit"), host.act("action.approve"));
    await isSeen(host.act("action.undo"));
    expect(await statusesOf("한가람")).toEqual([{ statusCode: "approved" }]);
    return input;
  },

  "On a phone: the visitor of a visit messaged": async () => {
    const { host, input, list, visit } = await onThePhone({ statusCode: "approved", ...later });
    await input.tap(list("예정 방문"), visit.getByRole("button", { name: "문자" }));
    await input.tap(host.drawer.getByRole("button", { name: "도착하시면 전화해 주십시오." }));
    await input.tap(host.act("compose.sendOne"));
    await host.showsVisit("한가람");
    return input;
  },
});

testTasks("Privacy officer", {
  "Monthly review of the access log": async () => {
    const { db } = suite.server;
    const by = await addStaff(suite.server, suite.site.company, "desk");
    const at = new Date(`${siteDay().slice(0, 7)}-01T12:00:00Z`);
    at.setUTCMonth(at.getUTCMonth() - 1);
    await db("accessLog").insert({
      hostUserId: by.id,
      at,
      action: "/dash/visits/:id",
      visitIds: [1],
      address: "10.0.0.7",
      reason: "",
    });
    const officer = await suite.staff("privacy");
    await officer.open("/dash");
    const month = at.toISOString().slice(0, 7);
    const input = new CountedInput(officer.page);
    await input.tap(officer.link("접속기록"));
    await input.tap(officer.page.getByText("월간 점검", { exact: true }));
    const months = officer.page.getByRole("navigation", { name: "점검할 달" });
    await input.tap(months.getByRole("link", { name: new RegExp(`^${month}`) }));
    await input.tap(officer.button(`${month} 점검 완료`));
    await isSeen(officer.toast("success", `${month}의 점검을 기록했습니다.`));
    return input;
  },

  "Erasure request: taken, found, erased": async () => {
    await addVisitToday(suite.server, suite.site, {
      name: "남궁표적",
      cellphone: "010-0000-7391",
      statusCode: "ended",
      startDate: `${siteDay(-30)} 10:00`,
      endDate: `${siteDay(-30)} 12:00`,
    });
    const officer = await suite.staff("privacy");
    await officer.open("/dash");
    await officer.waitForPath("/dash/visits");
    const dialog = officer.page.getByRole("dialog");
    const press = (name: string) => dialog.getByRole("button", { name, exact: true });
    const field = (name: string) => dialog.getByRole("textbox", { name, exact: true });
    const input = new CountedInput(officer.page);
    await input.tap(officer.link("삭제 요청"), officer.button("요청 등록"));
    await hasFocus(field("이름"));
    await input.type("남궁표적");
    await input.press("Tab");
    await input.type("01000007391");
    await input.press("Enter");
    await isSeen(dialog.getByText("조회된 방문 1건"));
    await input.tap(field("처리 사유"));
    await input.type("본인 확인함");
    await input.tap(press("모두 삭제"), press("삭제"));
    await isSeen(dialog.getByText("처리한 요청에는 요청자의 정보를 남기지 않습니다."));
    expect(await suite.server.db("erasureRequests").first()).toMatchObject({ state: "erased" });
    return input;
  },
});
