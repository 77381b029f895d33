/** What a visitor agreed to, in the drawer of the visit. */
import { expect, test } from "vitest";
import { floorToStep } from "#contract/dates.ts";
import { detailHasNoViolation, hasNoViolation } from "../../../support/browser/axe.ts";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { koreanApplication } from "../../../support/site.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteTime } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** A visitor's own application, as the public site sends it. */
async function apply(): Promise<number> {
  const { server, site } = suite;
  const times = { startDate: floorToStep(siteTime(60)), endDate: floorToStep(siteTime(120)) };
  const body = koreanApplication(site, { ...times, name: "차도윤" });
  const answer = await server.post("/api/request/simple/save/", { body, lang: "ko" });
  expect(answer.status, answer.text).toBe(200);
  return (await server.db("visits").where({ reserveNo: answer.body.reserveNo }).first("id")).id;
}

const show = (one: StaffPage) =>
  one.drawer.getByRole("button", { name: one.say("consents.show"), exact: true }).click();
const text = (one: StaffPage, title: string) => one.drawer.getByRole("button", { name: new RegExp(title) });

test("a host sees the consents of own visitors, in English on a phone, too", { tags: ["full"] }, async () => {
  const id = await apply();
  const { host } = suite.site;
  const own = await suite.staff("host", { lang: "en", width: 360, colours: "dark" });
  await suite.server.db("visits").where({ id, hostUserId: host }).update({ hostUserId: own.person.id });
  await own.open(`/dash/approvals?visit=${id}`);
  await show(own);
  await isSeen(text(own, "Terms of use · version 1"));
  await isGone(own.drawer.getByRole("link", { name: "Who viewed this visit" }));
  await hasNoViolation(own.page, "consents");
});

test("each text is told with its kind, version, language, answer and time, and as it was; reading it is recorded", async () => {
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
  await detailHasNoViolation(officer.page, "consents");
});

test("a visit that the desk took without a consent says that it is missing", { tags: ["full"] }, async () => {
  const { id } = await addVisiting(suite.server, suite.site, { name: "차도윤", origin: "console" });
  const desk = await suite.staff("desk");
  await desk.open(`/dash/visits?visit=${id}`);
  await show(desk);
  await isSeen(desk.drawer.getByText("아직 동의를 받지 않았습니다."));
  await isGone(desk.drawer.getByRole("link", { name: "이 방문의 조회 기록" }));
});
