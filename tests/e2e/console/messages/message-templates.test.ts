/** Automatic messages: worded and switched by administrators, counted and shown as they read. */
import { beforeEach, expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { signedIn } from "../../../support/console/staff.ts";
import { messagesOf } from "../../../support/messages.ts";
import { hasError, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(() => suite.server.db.raw("TRUNCATE messages, sms_templates"));

async function opens(opening?: StaffOpening): Promise<StaffPage> {
  const admin = await suite.staff("admin", opening);
  await admin.open("/dash/messages/templates");
  return admin;
}

const card = ({ page }: StaffPage, name: string) => page.getByRole("region", { name, exact: true });
const form = ({ page, say }: StaffPage) =>
  page.getByRole("dialog", { name: say("wording.title"), exact: true });
const field = (admin: StaffPage, name: string) => form(admin).getByRole("textbox", { name, exact: true });
const press = (admin: StaffPage, name: string) =>
  form(admin).getByRole("button", { name, exact: true }).click();
const stored = () => suite.server.db("smsTemplates").orderBy("event");

test("an administrator words the approval; it is counted, shown as it reads, and sent from then on", async () => {
  const { id } = await addVisiting(suite.server, suite.site, {
    name: "차도윤",
    statusCode: "applied",
    cellphone: "010-0000-1234",
  });
  const admin = await opens();
  await isSeen(card(admin, "승인 안내").getByText("사용", { exact: true }));
  await admin.button("승인 안내 수정").click();
  await field(admin, "한국어 템플릿").fill("{name}(을/를) {place}에서 뵙겠습니다.");
  await isSeen(form(admin).getByText("홍길동을 본관에서 뵙겠습니다."));
  await isSeen(form(admin).getByText("29 / 90바이트 · 단문(SMS)"));
  await press(admin, "저장");
  await isSeen(admin.toast("success", "승인 안내 템플릿을 저장했습니다."));
  await isGone(form(admin));
  await isSeen(card(admin, "승인 안내").getByText("{name}(을/를) {place}에서 뵙겠습니다."));
  await isSeen(card(admin, "승인 안내").getByText("수정됨"));
  expect(await stored()).toMatchObject([
    { event: "approve", enabled: true, text: "{name}(을/를) {place}에서 뵙겠습니다.", enText: "" },
  ]);
  const desk = await signedIn(suite.server, suite.site.company, "desk");
  expect((await desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(200);
  expect((await messagesOf(suite.server.db, id)).map(({ text }) => text)).toEqual([
    "차도윤을 본관에서 뵙겠습니다.",
  ]);
});

test.each([
  ["ko", 360],
  ["en", 360],
  ["en", 1440],
] as const)("an event is worded in %s at %i", { tags: ["full"] }, async (lang, width) => {
  const admin = await opens({ lang, width });
  const { say } = admin;
  const name = say("messages.event_approve");
  const words = { ko: "{place}에서 뵙겠습니다.", en: "See you at {place}." }[lang];
  await admin.button(say("wording.changeOf", { name })).click();
  await field(admin, say(`wording.words_${lang}`)).fill(words);
  await isSeen(form(admin).getByText(words.replace("{place}", say(`wording.place_${lang}`))));
  await press(admin, say("wording.save"));
  await isSeen(admin.toast("success", say("wording.saved", { name })));
  await isSeen(card(admin, name).getByText(words));
  const text = { ko: { text: words, enText: "" }, en: { text: "", enText: words } }[lang];
  expect(await stored()).toMatchObject([{ event: "approve", enabled: true, ...text }]);
});

test("switched off, an event is told to nobody; the usual words come back", { tags: ["full"] }, async () => {
  await suite.server
    .db("smsTemplates")
    .insert({ event: "cancel", enabled: true, text: "취소", enText: "Off", updatedAt: new Date() });
  const admin = await opens();
  await admin.button("취소 안내 수정").click();
  await form(admin)
    .getByRole("switch", { name: /^자동 발송/ })
    .press("Space");
  await press(admin, "한국어 기본값 복원");
  await isGone(form(admin).getByRole("button", { name: "한국어 기본값 복원" }));
  await press(admin, "저장");
  await isSeen(card(admin, "취소 안내").getByText("미사용"));
  expect(await stored()).toMatchObject([{ event: "cancel", enabled: false, text: "", enText: "Off" }]);
});

test("a blank that an event does not know, and letters that no carrier shows, are said beside the field", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 400/);
  const admin = await opens();
  await admin.button("승인 안내 수정").click();
  await field(admin, "영어 템플릿").fill("{reason}");
  await hasError(field(admin, "영어 템플릿"), "사용할 수 없는 변수입니다: {reason}");
  await press(admin, "저장");
  await expect.poll(() => form(admin).isVisible()).toBe(true);
  await hasError(field(admin, "영어 템플릿"), "사용할 수 없는 변수입니다: {reason}");
  await field(admin, "영어 템플릿").fill("See you 😀");
  await hasError(field(admin, "영어 템플릿"), "문자 메시지로 보낼 수 없는 글자입니다: 😀");
  expect(await stored()).toEqual([]);
});

test("leaving asks before words are lost", { tags: ["full"] }, async () => {
  const admin = await opens();
  await admin.button("변경 안내 수정").click();
  await field(admin, "한국어 템플릿").fill("반만 쓴");
  await admin.page.keyboard.press("Escape");
  await isSeen(form(admin).getByRole("alertdialog"));
  await press(admin, "계속 작성");
  await hasValue(field(admin, "한국어 템플릿"), "반만 쓴");
  await press(admin, "취소");
  await press(admin, "저장하지 않고 나가기");
  await isGone(form(admin));
});

test("the desk, who sends these messages, does not word them", { tags: ["full"] }, async () => {
  const desk = await suite.staff("desk");
  await desk.open("/dash/messages/templates");
  await desk.arrivesAt("/dash/today");
  await desk.open("/dash/messages");
  await isGone(desk.link("자동 문자"));
});

test("words that cannot be read say so and offer again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 503/);
  const admin = await suite.staff("admin");
  // whose first word would have it read again
  await admin.hearsNothing();
  const isAway = (url: URL) => url.pathname === "/dash/sms/templates";
  await admin.page.route(isAway, (route) =>
    route.fulfill({ status: 503, json: { id: "unavailable", message: "잠시 이용할 수 없습니다." } }),
  );
  await admin.open("/dash/messages/templates");
  await isSeen(admin.alert("불러오지 못했습니다"));
  await admin.page.unroute(isAway);
  await admin.button("다시 시도").click();
  await isSeen(card(admin, "승인 안내"));
});

test.each(looks)(
  "cards and form are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    const admin = await opens(opening);
    const name = admin.say("messages.event_reject");
    await isSeen(card(admin, name));
    await hasNoViolation(admin.page, "automatic messages");
    await admin.button(admin.say("wording.changeOf", { name })).click();
    await isSeen(form(admin).getByRole("switch"));
    await hasNoViolation(admin.page, "words of an event");
  },
);
