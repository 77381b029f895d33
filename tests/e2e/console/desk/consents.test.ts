/** Consents in the drawer of a visit. */
import { expect, test } from "vitest";
import { floorToStep } from "#contract/dates.ts";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { koreanApplication } from "../../../support/site.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteTime } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** A request as the public site sends it. */
async function apply(): Promise<number> {
  const { server, site } = suite;
  const times = { startDate: floorToStep(siteTime(60)), endDate: floorToStep(siteTime(120)) };
  const body = koreanApplication(site, { ...times, name: "차도윤" });
  const answer = await server.post("/api/request/simple/save/", { body, lang: "ko" });
  expect(answer.status, answer.text).toBe(200);
  return (await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first("id")).id;
}

const show = (one: StaffPage) =>
  one.drawer.getByRole("button", { name: one.t("consents.show"), exact: true }).click();
const text = (one: StaffPage, title: string) => one.drawer.getByRole("button", { name: new RegExp(title) });

test("a privacy officer reads each text as it was agreed to, and the reading is logged", async () => {
  const id = await apply();
  await suite.server.db("termsVersions").insert({
    termsId: suite.site.terms.use.id,
    version: 2,
    body: "새 이용약관",
    deployedAt: new Date(),
  });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/visits?visit=${id}`);
  const logged = () =>
    suite.server
      .db("accessLog")
      .where({ hostUserId: officer.person.id, action: "/dash/visits/:id/consents" });
  await isSeen(officer.drawer.getByRole("button", { name: "동의 내역 보기" }));
  expect(await logged()).toEqual([]);
  await show(officer);
  await isSeen(
    text(
      officer,
      "이용약관 제목\\s*이용약관 · 버전 1\\s*동의함 · \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d · 한국어",
    ),
  );
  await isSeen(text(officer, "선택동의 제목[\\s\\S]*동의하지 않음"));
  await text(officer, "이용약관 제목").click();
  await isSeen(officer.drawer.getByText("이용약관 본문", { exact: true }));
  await text(officer, "처리방침").click();
  await isSeen(officer.drawer.getByText("개인정보 처리방침", { exact: true }));
  await isGone(officer.drawer.getByText("새 이용약관"));
  expect(await logged()).toMatchObject([{ visitIds: [id] }]);
  await expectNoViolation(officer.page, "consents");
});
