/** Privacy policies: written, previewed, compared, put in force, and read by visitors. */
import { expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { editorOf, previewOf, writesAtEnd } from "../../../support/console/console-texts.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const addPolicy = async (more: object = {}): Promise<number> => {
  const text = { title: "새 방침 초안", content: "<p>새 방침</p>", enContent: "<p>New policy</p>", ...more };
  const [row] = await suite.server.db("privacyPolicies").insert(text).returning("id");
  return row.id;
};
const stored = (id: number) => suite.server.db("privacyPolicies").where({ id }).first();

test("a policy from a template to a visitor's screen: written, previewed, put in force, read", async () => {
  const officer = await suite.staff("privacy");
  await officer.open("/dash/policies");
  await isSeen(officer.row("처리방침").getByText("시행 중"));
  await officer.button("새 방침").click();
  await officer.page.getByRole("menuitem", { name: "서식에서: 개인정보 처리방침" }).click();
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
  await isSeen(officer.alert("2027년 개정 방침을 시행하시겠습니까? 시행 중인 방침을 대체하고"));
  await officer.button("네, 시행합니다").click();
  await isSeen(officer.toast("success", "2027년 개정 방침을 시행했습니다."));
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

test("an earlier policy is put in force again, and a new one starts from it", {
  tags: ["full"],
}, async () => {
  const id = await addPolicy({ title: "예전 방침", applied: false, appliedAt: new Date(1_000) });
  const admin = await suite.staff("admin");
  await admin.open(`/dash/policies/${id}`);
  await isSeen(admin.text(/변경하거나 삭제할 수 없습니다/));
  await isSeen(previewOf(admin).getByText("새 방침"));
  await admin.button("시행").click();
  await admin.button("네, 시행합니다").click();
  await isSeen(admin.toast("success", "예전 방침 방침을 시행했습니다."));
  expect((await stored(id)).applied).toBe(true);
  await admin.link("이 본문으로 새 방침").click();
  await isSeen(admin.heading("새 개인정보처리방침"));
  await isSeen(editorOf(admin).getByText("새 방침"));
  await suite.server.db("privacyPolicies").where({ id }).update({ applied: false });
  await suite.server.db("privacyPolicies").where({ id: suite.site.policy }).update({ applied: true });
});

test("what is missing is refused beside its field, also where only the server knows", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 400/);
  const id = await addPolicy();
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/policies/${id}`);
  await officer.textbox("이름").fill("");
  await officer.button("저장").click();
  await hasError(officer.textbox("이름"), "필수 입력 항목입니다");
  await officer.textbox("이름").fill("고친 방침");
  await isSeen(editorOf(officer));
  await officer.button("HTML로 보기").click();
  await officer.textbox("본문 (한국어) HTML").fill("<script>x()</script>");
  await officer.button("저장").click();
  await isSeen(officer.text("필수 입력 항목입니다"));
  expect(await stored(id)).toMatchObject({ title: "새 방침 초안", content: "<p>새 방침</p>" });
});

test("a policy that could not be saved survives a reload, and is saved once the line is back", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/ERR_INTERNET_DISCONNECTED/);
  const officer = await suite.staff("privacy");
  await officer.open("/dash/policies/new");
  await officer.textbox("이름").fill("끊긴 방침");
  await writesAtEnd(officer, "오래 쓴 글");
  await officer.page.context().setOffline(true);
  await officer.button("초안으로 저장").click();
  await isSeen(officer.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
  await officer.page.context().setOffline(false);
  await officer.open("/dash/policies/new");
  await isSeen(editorOf(officer).getByText("오래 쓴 글"));
  await expect.poll(() => officer.textbox("이름").inputValue()).toBe("끊긴 방침");
  await officer.button("초안으로 저장").click();
  await isSeen(officer.toast("success", "끊긴 방침 초안을 저장했습니다."));
  expect(await suite.server.db("privacyPolicies").where({ title: "끊긴 방침" })).toMatchObject([
    { content: expect.stringContaining("오래 쓴 글"), applied: false },
  ]);
});

test("a draft is deleted after a question, and an address that leads nowhere says so", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 404/);
  const id = await addPolicy({ title: "지울 방침" });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/policies/${id}`);
  await officer.button("삭제").click();
  await isSeen(officer.alert("지울 방침 초안을 삭제하시겠습니까? 되돌릴 수 없습니다."));
  await officer.button("삭제").click();
  await isSeen(officer.toast("success", "지울 방침 초안을 삭제했습니다."));
  await officer.arrivesAt("/dash/policies");
  expect(await stored(id)).toBeUndefined();
  await officer.open(`/dash/policies/${id}`);
  await isSeen(officer.text("존재하지 않는 방침입니다."));
});

test.each(looks)(
  "list and editor are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    const id = await addPolicy({ title: "접근성" });
    const officer = await suite.staff("privacy", opening);
    await officer.open("/dash/policies");
    await isSeen(officer.link("접근성").first());
    await hasNoViolation(officer.page, "list");
    await officer.open(`/dash/policies/${id}`);
    await isSeen(previewOf(officer).getByText("새 방침"));
    await isSeen(editorOf(officer));
    await hasNoViolation(officer.page, "editor");
  },
);
