/** Privacy policies. */
import { expect, test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { previewOf, writesAtEnd } from "../../../support/console/console-texts.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("a policy is written from a template, previewed, put in force and read by a visitor", async () => {
  const officer = await suite.staff("privacy");
  await officer.open("/dash/policies");
  await isSeen(officer.row("처리방침").getByText("시행 중"));
  await officer.button("새 방침").click();
  await officer.page.getByRole("menuitem", { name: "서식에서: 개인정보처리방침" }).click();
  await isSeen(officer.heading("새 개인정보처리방침"));
  await isSeen(officer.text(/입력하지 않은 곳이 \d+개 있습니다/));
  await officer.textbox("이름").fill("2027년 개정");
  await writesAtEnd(officer, "2027년 1월 1일부터 적용합니다.");
  await isSeen(previewOf(officer).getByText("2027년 1월 1일부터 적용합니다."));
  await officer.page.getByText("English", { exact: true }).click();
  await writesAtEnd(officer, "In force from 1 January 2027.", "English");
  await isSeen(previewOf(officer).getByText("In force from 1 January 2027."));
  await officer.button("초안으로 저장").click();
  await isSeen(officer.heading("2027년 개정"));
  await officer.button("시행").click();
  await isSeen(officer.alert("‘2027년 개정’ 본문을 시행하시겠습니까? 시행 중인 방침을 대체하고"));
  await officer.button("네, 시행합니다").click();
  await isSeen(officer.toast("success", "‘2027년 개정’ 본문을 시행했습니다."));
  await isGone(officer.button("저장"));
  await isGone(officer.button("삭제"));

  const visitor = await suite.guest();
  await visitor.page.goto("/privacy");
  await isSeen(visitor.text("2027년 1월 1일부터 적용합니다."));
  const rows = await suite.server.db("privacyPolicies").where({ applied: true });
  expect(rows.map(({ title }) => title)).toEqual(["2027년 개정"]);
  await officer.link("개인정보처리방침").first().click();
  await isSeen(officer.row("2027년 개정").getByText("시행 중"));
  await isSeen(officer.row("처리방침").filter({ hasNotText: "2027년" }).getByText("지난 본문").first());
  await suite.server.db("privacyPolicies").where({ applied: true }).update({ applied: false });
  await suite.server.db("privacyPolicies").where({ id: suite.site.policy }).update({ applied: true });
});
