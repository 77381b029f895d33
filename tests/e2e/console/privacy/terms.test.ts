/** Terms and their versions. */
import { expect, test } from "vitest";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { editorOf, previewOf, writesAtEnd } from "../../../support/console/console-texts.ts";
import { addTerms } from "../../../support/site.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const dialog = ({ page }: StaffPage, name: string) => page.getByRole("dialog", { name, exact: true });
const rowOf = (one: StaffPage, version: number) => one.row(`버전 ${version}`);
const versionsOf = (termsId: number) =>
  suite.server.db("termsVersions").where({ termsId }).orderBy("version");

test("terms are added from a template, written, deployed and read by a visitor", async () => {
  const admin = await suite.staff("admin");
  await admin.open("/dash/terms");
  await admin.button("약관 추가").click();
  const adding = dialog(admin, "약관 추가");
  await adding.getByLabel("서식", { exact: true }).selectOption("출입 절차 안내");
  await adding.getByRole("textbox", { name: "제목", exact: true }).fill("정문 출입 안내");
  await adding.getByRole("button", { name: "추가하고 본문 작성", exact: true }).click();
  await isSeen(admin.toast("success", "정문 출입 안내 항목을 추가했습니다. 이어서 본문을 작성해 주십시오."));
  await isSeen(admin.heading("정문 출입 안내 새 버전"));
  await writesAtEnd(admin, "정문은 북쪽에 있습니다.");
  await admin.button("초안으로 저장").click();
  await isSeen(admin.heading("정문 출입 안내 버전 1"));
  const visitor = await suite.guest();
  const readsNothing = async () => {
    const answer = await suite.server.get("/api/terms/deployed");
    return answer.body.every(({ title }: { title: string }) => title !== "정문 출입 안내");
  };
  expect(await readsNothing()).toBe(true);

  await admin.button("배포").click();
  await isSeen(
    admin.alert(
      "정문 출입 안내 버전 1 본문을 배포하시겠습니까? 지금부터 방문객은 이 본문에 새로 동의합니다.",
    ),
  );
  await admin.button("네, 배포합니다").click();
  await isSeen(admin.toast("success", "버전 1 본문을 배포했습니다."));
  await isGone(admin.button("배포"));
  const [version] = await versionsOf(
    (await suite.server.db("terms").where({ title: "정문 출입 안내" }).first()).id,
  );
  expect(version).toMatchObject({ version: 1, body: expect.stringContaining("정문은 북쪽에 있습니다.") });
  expect(version.deployedAt).not.toBeNull();

  await visitor.page.goto("/form");
  await visitor.page.getByRole("button", { name: /모두 동의/ }).click();
  await visitor.page.getByRole("button", { name: "동의하고 계속" }).click();
  await isSeen(visitor.page.getByRole("heading", { name: "정문 출입 안내" }));
  await isSeen(visitor.text("정문은 북쪽에 있습니다."));
  await suite.server.db("terms").where({ title: "정문 출입 안내" }).update({ inUse: false });
});

test("a new version starts from the one in force, which visitors read until it is deployed", async () => {
  const { id } = await addTerms(suite.server.db, "안내문", { title: "주차 안내", body: "지하 1층" });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/terms/${id}`);
  await isSeen(rowOf(officer, 1).getByText("시행 중"));
  await officer.button("새 버전").click();
  await officer.page.getByRole("menuitem", { name: "시행 중인 버전 1에서" }).click();
  await expect.poll(() => editorOf(officer).inputValue()).toBe("지하 1층");
  await editorOf(officer).fill("지하 2층");
  await isSeen(previewOf(officer).getByText("지하 2층"));
  await officer.button("초안으로 저장").click();
  await isSeen(officer.heading("주차 안내 버전 2"));
  await officer.link("주차 안내").click();
  await isSeen(rowOf(officer, 2).getByText("초안", { exact: true }));
  await rowOf(officer, 2).getByRole("button", { name: "배포" }).click();
  await officer.button("네, 배포합니다").click();
  await isSeen(officer.toast("success", "버전 2 본문을 배포했습니다."));
  await isSeen(rowOf(officer, 1).getByText("지난 본문"));
  const deployed = (await suite.server.get("/api/terms/deployed")).body;
  expect(deployed.find((terms: { id: number }) => terms.id === id).currentVersion).toEqual({
    version: 2,
    body: "지하 2층",
  });
});
