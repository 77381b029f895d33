/** Writing to visitors. */
import { beforeEach, expect, test } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { recipientOf } from "../../../support/messages.ts";
import { hasError, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

beforeEach(() => suite.server.db.raw("TRUNCATE messages, sms_templates"));

async function opens(opening?: StaffOpening, role: "desk" | "host" = "desk"): Promise<StaffPage> {
  const staff = await suite.staff(role, opening);
  await staff.open("/dash/messages/new");
  return staff;
}

const today = () => ({ startDate: `${siteDay()} 10:00`, endDate: `${siteDay()} 12:00` });
const visiting = (name: string, cellphone: string, more = {}) =>
  addVisiting(suite.server, suite.site, { name, cellphone, ...today(), ...more });

const stored = () => suite.server.db("messages").orderBy("id");
const words = (staff: StaffPage) => staff.textbox(staff.say("compose.words"));
const choice = ({ page }: StaffPage, name: string) =>
  page.getByRole("checkbox", { name: new RegExp(`^${name} `) });
const preview = ({ page, say }: StaffPage) =>
  page.getByRole("figure", { name: say("compose.preview"), exact: true });
const chosen = ({ page, say }: StaffPage) =>
  page.getByRole("list", { name: say("compose.recipients"), exact: true });
test("the desk writes to two of today's visitors, with variables, and sees the state of each message", async () => {
  const first = await visiting("홍길동", "010-0000-1234");
  const second = await visiting("이수민", "010-0000-5678");
  await visiting("번호없음", "", { cellphone: undefined });
  const desk = await opens();
  await isSeen(desk.text("내용을 입력하면 여기에 표시됩니다."));
  await expect.poll(() => choice(desk, "번호없음").isDisabled()).toBe(true);
  await choice(desk, "홍길동").check();
  await choice(desk, "이수민").check();
  await words(desk).fill("{name}(은/는) {startDate}에 {place}(으로/로) 오십시오. {reserveNo}");
  await isSeen(
    preview(desk).getByText(`홍길동은 ${siteDay()} 10:00에 본관으로 오십시오. ${first.reserveNo}`),
  );
  await isSeen(preview(desk).getByText("홍길동 (1/2)"));
  await preview(desk).getByRole("button", { name: "다음 수신자" }).click();
  await isSeen(
    preview(desk).getByText(`이수민은 ${siteDay()} 10:00에 본관으로 오십시오. ${second.reserveNo}`),
  );
  await isSeen(preview(desk).getByText(/^SMS · \d+바이트 · 한국어$/));
  await desk.button("2명에게 보내기").click();
  await isSeen(desk.toast("success", "2명에게 문자를 보냅니다."));
  const result = desk.table("2명에게 보낸 문자");
  await isSeen(result.getByRole("row").filter({ hasText: "홍길동" }).getByText("대기"));
  const rows = await stored();
  expect(rows.map(({ visitId, event, sentBy }) => ({ visitId, event, sentBy }))).toEqual([
    { visitId: first.id, event: "manual", sentBy: desk.person.id },
    { visitId: second.id, event: "manual", sentBy: desk.person.id },
  ]);
  expect(rows[1].text).toBe(`이수민은 ${siteDay()} 10:00에 본관으로 오십시오. ${second.reserveNo}`);
  await sendDue(suite.server.deps);
  await isSeen(result.getByRole("row").filter({ hasText: "홍길동" }).getByText("미발송"));
  await isSeen(result.getByRole("row").filter({ hasText: "이수민" }).getByText("미발송"));
  await isSeen(desk.text("발송 처리가 끝났습니다."));
  await desk.button("새 문자 작성").click();
  await hasValue(words(desk), "");
  await isGone(chosen(desk));
});

test("typed numbers are added once, and refused for a variable that needs a visit", async () => {
  suite.tolerate(/status of 400/);
  const desk = await opens();
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
  await hasNoViolation(desk.page, "refused recipient");
  expect(await stored()).toEqual([]);
  await words(desk).fill("{name}(은/는) 안내데스크로 오십시오.");
  await isSeen(preview(desk).getByText("이몽룡은 안내데스크로 오십시오."));
  await desk.button("1명에게 보내기").click();
  await isSeen(desk.toast("success", "1명에게 문자를 보냅니다."));
  const [message] = await stored();
  expect(message).toMatchObject({ visitId: null, toName: "이몽룡", text: "이몽룡은 안내데스크로 오십시오." });
  expect(recipientOf(suite.server, message)).toBe("010-0000-4321");
});
