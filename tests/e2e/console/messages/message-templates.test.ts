/** Templates of automatic messages. */
import { beforeEach, expect, test } from "vitest";
import { addVisitToday } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { signedIn } from "../../../support/console/staff.ts";
import { messagesOf } from "../../../support/messages.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(() => suite.server.db.raw("TRUNCATE messages, sms_templates"));

async function opens(options?: StaffOptions): Promise<StaffPage> {
  const admin = await suite.staff("admin", options);
  await admin.open("/dash/messages/templates");
  return admin;
}

const card = ({ page }: StaffPage, name: string) => page.getByRole("region", { name, exact: true });
const form = ({ page, t }: StaffPage) => page.getByRole("dialog", { name: t("wording.title"), exact: true });
const field = (admin: StaffPage, name: string) => form(admin).getByRole("textbox", { name, exact: true });
const press = (admin: StaffPage, name: string) =>
  form(admin).getByRole("button", { name, exact: true }).click();
const stored = () => suite.server.db("smsTemplates").orderBy("event");

test("an administrator writes the template of the approval: counted, previewed, and sent from then on", async () => {
  const { id } = await addVisitToday(suite.server, suite.site, {
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
