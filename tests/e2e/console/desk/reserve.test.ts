/** Reserving a visit. */
import { expect, test } from "vitest";
import { Visit } from "#db/models/visits/visit.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { hasFocus, hasValue, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const host = "김철수 (가온정밀 설계팀 책임)";

async function opensReserve(role: "desk" | "host", opening?: StaffOpening): Promise<StaffPage> {
  const staff = await suite.staff(role, opening);
  await staff.open("/dash/reserve");
  return staff;
}

const hostField = ({ page, say }: StaffPage) =>
  page.getByRole("combobox", { name: say("visit.host"), exact: true });
const purposeField = ({ page, say }: StaffPage) =>
  page.getByRole("combobox", { name: say("visit.purpose"), exact: true });
const nameField = ({ page, say }: StaffPage) =>
  page.getByRole("combobox", { name: say("person.name"), exact: true });
const choice = ({ page }: StaffPage, name: string) =>
  page.getByRole("listbox").getByRole("option", { name, exact: true });
const companion = ({ page, say }: StaffPage, number: number, field: string) =>
  page
    .getByRole("group", { name: say("reserve.companion", { number }), exact: true })
    .getByRole("textbox", { name: say(`person.${field}`), exact: true });
const submit = (staff: StaffPage) => staff.button(staff.say("reserve.submit"));

async function choosesPurpose(staff: StaffPage): Promise<void> {
  await purposeField(staff).click();
  await choice(staff, "회의").click();
}

async function fills(desk: StaffPage, name = "한가람"): Promise<void> {
  await hostField(desk).fill("김철");
  await choice(desk, host).click();
  await choosesPurpose(desk);
  await nameField(desk).fill(name);
}

const stored = () => Visit.query(suite.server.db).orderBy("id");

test("the desk reserves for a walk-in with a companion, and the drawer opens to issue passes", async () => {
  const desk = await opensReserve("desk");
  await fills(desk);
  await desk.textbox("휴대전화").first().pressSequentially("01000001234");
  await hasValue(desk.textbox("휴대전화").first(), "010-0000-1234");
  await desk.button("동행 추가").click();
  await hasFocus(companion(desk, 1, "name"));
  await desk.page.keyboard.type("다솜");
  await submit(desk).click();
  await isSeen(desk.toast("success", "한가람 님 외 1명의 방문을 예약했습니다."));
  // just before midnight the visit is tomorrow's
  await desk.page.waitForURL(/\/dash\/(today|visits)\?visit=\d+/);
  await desk.showsVisit("한가람");
  await isSeen(desk.drawer.getByRole("button", { name: /명 발급$/ }));

  const [leader, other, ...more] = await stored();
  expect(leader).toMatchObject({
    name: "한가람",
    statusCode: "approved",
    hostUserId: suite.site.host,
    purposeId: suite.site.purpose,
    origin: "console",
  });
  expect(other).toMatchObject({ name: "다솜", leaderId: leader?.id, statusCode: "approved" });
  expect(more).toEqual([]);
});
