/** Requests for erasure. */
import { expect, test } from "vitest";
import { addVisiting, type Visiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOpening, type StaffPage } from "../../../support/console/console-suite.ts";
import { findInDatabase } from "../../../support/database/find-in-database.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

const person = { name: "남궁표적", cellphone: "010-0000-7391" };
const over: Visiting = {
  ...person,
  statusCode: "ended",
  startDate: `${siteDay(-30)} 10:00`,
  endDate: `${siteDay(-30)} 12:00`,
};

async function opens(path = "/dash/erasure-requests", opening?: StaffOpening): Promise<StaffPage> {
  await suite.server.db("erasureRequests").del();
  const officer = await suite.staff("privacy", { person: { name: "한보람" }, ...opening });
  await officer.open(path);
  return officer;
}

const dialog = ({ page }: StaffPage, name: string) => page.getByRole("dialog", { name, exact: true });
const one = (officer: StaffPage) => dialog(officer, officer.say("erasure.one"));
const field = (officer: StaffPage, name: string) =>
  officer.page.getByRole("dialog").getByRole("textbox", { name, exact: true });
const press = (officer: StaffPage, name: string) =>
  officer.page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
const requests = () => suite.server.db("erasureRequests").orderBy("id");

test("a request erases a person from the database and all screens, and is in register and access log", async () => {
  suite.tolerate(/status of 404/);
  const { server, site } = suite;
  const leader = await addVisiting(server, site, over);
  const { cellphone: _, ...same } = over;
  const companion = await addVisiting(server, site, { ...same, name: "동방삭이", leaderId: leader.id });
  await addVisiting(server, site, { ...over, name: "다른사람" });
  const officer = await opens();
  await isSeen(officer.text("아직 삭제 요청이 없습니다."));

  await officer.button("요청 등록").click();
  await field(officer, "이름").fill("남궁 표적");
  await field(officer, "휴대전화").fill("+82 10 0000 7391");
  await field(officer, "메모").fill("전화로 요청, 예약번호로 확인");
  await press(officer, "등록하고 방문 조회");
  await isSeen(one(officer).getByText("조회된 방문 1건"));
  await isSeen(one(officer).getByRole("link", { name: leader.reserveNo }));
  await isSeen(one(officer).getByText("010-00**-*391"));
  await isSeen(one(officer).getByText("D-10", { exact: true }));
  const [{ requestNo }] = await requests();
  await isSeen(one(officer).getByRole("heading", { name: requestNo }));

  await press(officer, "모두 삭제");
  await isSeen(
    one(officer).getByText("조회된 방문 1건과 동행의 정보를 모두 삭제합니다. 되돌릴 수 없습니다."),
  );
  await press(officer, "삭제");
  await hasError(field(officer, "처리 사유"), "필수 입력 항목입니다");
  await field(officer, "처리 사유").fill("남궁표적 님 본인 확인함");
  await press(officer, "모두 삭제");
  await press(officer, "삭제");
  await isSeen(one(officer).getByText("○○○ 님 본인 확인함"));
  await isSeen(one(officer).getByText("처리한 요청에는 요청자의 정보를 남기지 않습니다."));
  expect(await requests()).toMatchObject([{ state: "erased", erasedVisits: 2, name: "", note: "" }]);
  const ids = [leader.id, companion.id];
  expect(await server.db("visits").whereIn("id", ids)).toEqual([]);

  await one(officer).getByRole("link", { name: "파기 대장 보기" }).click();
  await isSeen(officer.row("본인 삭제 요청").filter({ hasText: "한보람" }).first());
  await officer.goTo("nav.accessLog");
  await isSeen(officer.row("삭제 요청").filter({ hasText: "한보람" }).first());
  await officer.movesTo(`/dash/visits?visit=${leader.id}`);
  await isSeen(officer.drawer.getByRole("alert"));

  // the database below says that no other screen can show anything, either
  for (const screen of ["register", "visits", "access-log", "trash", "print/register"]) {
    await officer.movesTo(`/dash/${screen}`);
    await isGone(officer.page.locator(".mantine-Skeleton-root"));
    expect(await officer.page.locator("body").innerText(), screen).not.toMatch(/남궁|동방삭이|7391|\*391/);
  }
  expect(await findInDatabase(server.db, ["남궁표적", "남궁 표적", "동방삭이", "7391"])).toEqual([]);
});
