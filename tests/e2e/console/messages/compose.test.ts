/** Writing to visitors. */
import { beforeEach, expect, test } from "vitest";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { recipientOf } from "../../../support/messages.ts";
import { hasError, hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

beforeEach(() => suite.server.db.raw("TRUNCATE messages, sms_templates"));

const stored = () => suite.server.db("messages").orderBy("id");
const words = (staff: StaffPage) => staff.textbox(staff.t("compose.words"));
const preview = ({ page, t }: StaffPage) =>
  page.getByRole("figure", { name: t("compose.preview"), exact: true });
const chosen = ({ page, t }: StaffPage) =>
  page.getByRole("list", { name: t("compose.recipients"), exact: true });

test("typed numbers are added once, and refused for a variable that needs a visit", async () => {
  suite.allowErrors(/status of 400/);
  const desk = await suite.staff("desk");
  await desk.open("/dash/messages/new");
  const number = desk.textbox("휴대전화");
  await number.fill("010-12");
  await desk.button("번호 추가").click();
  await hasError(number, "올바른 형식이 아닙니다.");
  await number.fill("01000004321");
  await hasValue(number, "010-0000-4321");
  await desk.textbox("이름").fill("이몽룡");
  await desk.textbox("이름").press("Enter");
  await isSeen(chosen(desk).getByText("010-0000-4321"));
  await number.fill("01000004321");
  await number.press("Enter");
  await hasError(number, "같은 수신자가 중복되었습니다.");
  await words(desk).fill("{name}(은/는) {place}(으로/로) 오십시오.");
  await desk.button("1명에게 보내기").click();
  await isSeen(chosen(desk).getByRole("alert").filter({ hasText: "{place} 변수를 사용할 수 없습니다." }));
  await expectNoViolation(desk.page, "refused recipient");
  expect(await stored()).toEqual([]);
  await words(desk).fill("{name}(은/는) 안내데스크로 오십시오.");
  await isSeen(preview(desk).getByText("이몽룡은 안내데스크로 오십시오."));
  await desk.button("1명에게 보내기").click();
  await isSeen(desk.toast("success", "1명에게 문자를 보냅니다."));
  const [message] = await stored();
  expect(message).toMatchObject({ visitId: null, toName: "이몽룡", text: "이몽룡은 안내데스크로 오십시오." });
  expect(recipientOf(suite.server, message)).toBe("010-0000-4321");
});
