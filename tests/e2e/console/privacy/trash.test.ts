/** Visits pending deletion. */
import { expect, test } from "vitest";
import { addGroup, type VisitFields } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffOptions, type StaffPage } from "../../../support/console/console-suite.ts";
import { findInDatabase } from "../../../support/database/find-in-database.ts";
import { hasError, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** A visit whose retention ended so many days ago. */
const kept = (days: number, more: VisitFields = {}): VisitFields => ({
  statusCode: "ended",
  startDate: `${siteDay(-400)} 10:00`,
  endDate: `${siteDay(-400)} 12:00`,
  destroyOn: siteDay(-days),
  ...more,
});

async function opens(path = "/dash/trash", options?: StaffOptions): Promise<StaffPage> {
  const officer = await suite.staff("privacy", options);
  await officer.open(path);
  return officer;
}

const numberField = (officer: StaffPage, people: number) =>
  officer.textbox(`확인을 위해 파기할 인원수를 입력해 주십시오 (${people})`);
const visitOf = (id: number) => suite.server.db("visits").where({ id }).first();
const register = () => suite.server.db("destructionRegister").orderBy("id", "desc");

test("destroying asks for the number of people and leaves only counts", async () => {
  const { leader, companions } = await addGroup(
    suite.server,
    suite.site,
    ["동방삭이", "서문경희"],
    kept(2, { name: "남궁표적", cellphone: "010-0000-7391" }),
  );
  const officer = await opens();
  await officer.page.getByRole("checkbox", { name: "현재 페이지 전체" }).check();
  await officer.button("파기 3").click();
  await isSeen(officer.text("방문객 3명의 개인정보를 파기합니다. 되돌릴 수 없습니다."));
  await officer.button("3명 파기").click();
  await hasError(numberField(officer, 3), "파기하려면 3 숫자를 그대로 입력해 주십시오.");
  expect(await visitOf(leader.id)).toBeDefined();
  await numberField(officer, 3).fill("3");
  await officer.button("3명 파기").click();
  await isSeen(officer.text("방문 3건(3명)을 파기했습니다."));
  await isSeen(officer.text("파기 대기 중인 방문이 없습니다."));
  for (const { id } of [leader, ...companions]) expect(await visitOf(id)).toBeUndefined();
  expect((await register())[0]).toMatchObject({ reason: "officer", hostUserId: officer.person.id });
  expect(await findInDatabase(suite.server.db, ["남궁표적", "동방삭이", "서문경희", "7391"])).toEqual([]);
  await officer.link("파기 대장 보기").click();
  await officer.waitForPath("/dash/register");
  await isSeen(officer.row("개인정보 담당자 파기").first());
});
