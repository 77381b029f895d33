/** What was sent: the list and its filters, one message, sending it once more, and word of every change. */
import { beforeEach, expect, test } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { looks } from "../../../support/browser/looks.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { type AddedMessage, addMessage, messageOf } from "../../../support/messages.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

beforeEach(() => suite.server.db.raw("TRUNCATE sms_messages, sms_templates"));

/** A message of a moment ago; one by hand is from the site's host. */
const adds = (more: AddedMessage = {}) => {
  const { db, cipher } = suite.server;
  const by = more.event === "manual" && { sentBy: suite.site.host };
  return addMessage({ db, cipher, now: new Date() }, { ...by, ...more });
};

async function opens(address = "/dash/messages", opening?: StaffOpening): Promise<StaffPage> {
  const desk = await suite.staff("desk", opening);
  await desk.open(address);
  return desk;
}

const drawer = ({ page, say }: StaffPage) =>
  page.getByRole("dialog", { name: say("messages.title"), exact: true });
/** That of a row's actions has no text. */
const names = async ({ page }: StaffPage) =>
  (await page.getByRole("cell").getByRole("button").allInnerTexts()).filter(Boolean);
const shows = (staff: StaffPage, ...wanted: string[]) => expect.poll(() => names(staff)).toEqual(wanted);

test("the list shows whom, what and how it went, the newest first; a message opens beside it", async () => {
  const visit = await addVisiting(suite.server, suite.site, { name: "홍길동", cellphone: "010-0000-1234" });
  await adds({ toName: "이수민", status: "sent", event: "manual", text: "안내 문자입니다." });
  await adds({ toName: "홍길동", visitId: visit.id, status: "failed", error: "2230 없는 번호", attempts: 1 });
  const desk = await opens();
  await shows(desk, "홍길동", "이수민");
  await isSeen(desk.row("이수민").getByText("발송", { exact: true }));
  await isSeen(desk.row("이수민").getByText("직접 발송"));
  await isSeen(desk.row("홍길동").getByText("010-00**-*234"));
  await desk.button("홍길동").click();
  await isSeen(drawer(desk).getByText("2230 없는 번호"));
  await isSeen(drawer(desk).getByText("방문이 승인되었습니다."));
  await drawer(desk)
    .getByRole("button", { name: `홍길동 (${visit.reserveNo})` })
    .click();
  await desk.showsVisit("홍길동");
  await isGone(drawer(desk));
});

test("state, kind, days and words narrow the list and stand in the address", { tags: ["full"] }, async () => {
  await adds({ toName: "이수민", status: "sent", event: "manual" });
  await adds({ toName: "홍길동", status: "failed" });
  await adds({ toName: "성춘향", status: "failed", createdAt: new Date(Date.now() - 3 * 24 * 3600_000) });
  const desk = await opens(`/dash/messages?status=failed&from=${siteDay()}`);
  await shows(desk, "홍길동");
  await desk.page.getByLabel("시작일").fill("");
  await shows(desk, "홍길동", "성춘향");
  await desk.textbox("문자 검색").fill("춘향");
  await shows(desk, "성춘향");
  await expect.poll(() => desk.search().get("q")).toBe("춘향");
  await desk.page.reload();
  await shows(desk, "성춘향");
  await desk.textbox("문자 검색").fill("없는 사람");
  await isSeen(desk.text("조건에 맞는 문자가 없습니다."));
});

test("a message that failed is sent once more", async () => {
  const { id } = await adds({ status: "failed", error: "2230 없는 번호", attempts: 1 });
  const desk = await opens(`/dash/messages?message=${id}`);
  await drawer(desk).getByRole("button", { name: "다시 보내기" }).click();
  await isSeen(desk.toast("success", "다시 발송합니다."));
  await isSeen(drawer(desk).getByText("발송 대기 중입니다."));
  expect(await messageOf(suite.server.db, id)).toMatchObject({ status: "queued", error: "" });
  await sendDue(suite.server.deps);
  await isSeen(drawer(desk).getByText("연결된 발송 업체가 없어 발송하지 않고 기록만 남겼습니다."));
  await isGone(drawer(desk).getByRole("button", { name: "다시 보내기" }));
});

test("one of which nobody knows whether it went out is sent again only after a warning", async () => {
  const { id } = await adds({ status: "unknown", error: "noAnswer", attempts: 1 });
  const desk = await opens(`/dash/messages?message=${id}`);
  await isSeen(drawer(desk).getByText("발송 업체의 응답이 없어 전달 여부를 알 수 없습니다."));
  await drawer(desk).getByRole("button", { name: "다시 보내기" }).click();
  await isSeen(drawer(desk).getByText(/이미 전달되었을 수 있습니다/));
  expect(await messageOf(suite.server.db, id)).toMatchObject({ status: "unknown" });
  await hasNoViolation(desk.page, "question before sending again");
  await drawer(desk).getByRole("button", { name: "다시 보내기" }).click();
  await isSeen(desk.toast("success", "다시 발송합니다."));
  expect(await messageOf(suite.server.db, id)).toMatchObject({ status: "queued" });
});

test("one that somebody else had sent meanwhile is refused with the server's sentence", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 405/);
  const { id } = await adds({ status: "failed", attempts: 1 });
  const desk = await suite.staff("desk");
  await desk.hearsNothing();
  await desk.open(`/dash/messages?message=${id}`);
  await isSeen(drawer(desk).getByRole("button", { name: "다시 보내기" }));
  await suite.server.db("smsMessages").update({ status: "sent", sentAt: new Date() });
  await drawer(desk).getByRole("button", { name: "다시 보내기" }).click();
  await isSeen(desk.page.locator(".Toastify__toast--warning"));
  await isSeen(drawer(desk).getByText("발송 업체가 접수했습니다."));
});

test("a host sees messages about own visits only, and hears of them as they happen", async () => {
  const host = await suite.staff("host");
  const own = await addVisiting(suite.server, suite.site, {
    name: "내손님",
    cellphone: "010-0000-1111",
    hostUserId: host.person.id,
  });
  const other = await addVisiting(suite.server, suite.site, { name: "남의손님", cellphone: "010-0000-2222" });
  await adds({ toName: "남의손님", visitId: other.id });
  await host.open("/dash/messages");
  await isSeen(host.text("아직 보낸 문자가 없습니다."));
  await isGone(host.link("자동 문자"));
  const desk = await suite.staff("desk");
  await desk.open(`/dash/messages/new?visit=${own.id}`);
  await desk.textbox("메시지 내용").fill("안내");
  await desk.button("1명에게 보내기").click();
  await isSeen(host.row("내손님").getByText("대기"));
  await sendDue(suite.server.deps);
  await isSeen(host.row("내손님").getByText("미발송"));
  await shows(host, "내손님");
});

test("a message of somebody else's visit, or none, says so instead of showing it", {
  tags: ["full"],
}, async () => {
  const host = await suite.staff("host");
  const { id } = await adds({ toName: "남의손님" });
  await host.open(`/dash/messages?message=${id}`);
  await isSeen(drawer(host).getByText("볼 수 없는 문자입니다."));
});

test("a privacy officer has no messages, neither in the navigation nor by the address", {
  tags: ["full"],
}, async () => {
  const officer = await suite.staff("privacy");
  await officer.open("/dash/messages");
  await isGone(officer.link("보낸 문자"));
  expect(officer.path()).not.toBe("/dash/messages");
});

test("a list that cannot be read says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  await adds({ toName: "홍길동" });
  const desk = await suite.staff("desk");
  // whose first word would have it read again
  await desk.hearsNothing();
  const isAway = (url: URL) => url.pathname === "/dash/sms";
  await desk.page.route(isAway, (route) =>
    route.fulfill({ status: 503, json: { id: "unavailable", message: "잠시 이용할 수 없습니다." } }),
  );
  await desk.open("/dash/messages");
  await isSeen(desk.alert("불러오지 못했습니다"));
  await desk.page.unroute(isAway);
  await desk.button("다시 시도").click();
  await shows(desk, "홍길동");
});

test.each(looks)("list and message are accessible in $lang at $width, $colours", async (opening) => {
  for (const status of ["queued", "sent", "kept", "failed", "unknown", "withdrawn"] as const)
    await adds({ toName: status, status, event: "manual", text: "안내 문자입니다." });
  const desk = await opens("/dash/messages", opening);
  await isSeen(desk.button("unknown"));
  await hasNoViolation(desk.page, "messages");
  await desk.button("unknown").click();
  await isSeen(drawer(desk).getByRole("button", { name: desk.say("messages.retry") }));
  await hasNoViolation(desk.page, "one message");
});
