/** Terms: added, set up, ordered, written in versions, compared, deployed, and read by visitors. */
import { expect, test } from "vitest";
import { looks } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import { addDraft, editorOf, previewOf, writesAtEnd } from "../../../support/console/console-texts.ts";
import { signedIn } from "../../../support/console/staff.ts";
import { addTerms } from "../../../support/site.ts";
import { hasError, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const dialog = ({ page }: StaffPage, name: string) => page.getByRole("dialog", { name, exact: true });
const list = (one: StaffPage) => one.page.getByRole("list", { name: "약관", exact: true });
const titles = (one: StaffPage) => list(one).getByRole("link").allInnerTexts();
const rowOf = (one: StaffPage, version: number) => one.row(`버전 ${version}`);
const termsOf = (id: number) => suite.server.db("terms").where({ id }).first();
const versionsOf = (termsId: number) =>
  suite.server.db("termsVersions").where({ termsId }).orderBy("version");

test("terms from nothing to a visitor's screen: added from a template, written, deployed, read", async () => {
  const admin = await suite.staff("admin");
  await admin.open("/dash/terms");
  await admin.button("약관 추가").click();
  const adding = dialog(admin, "약관 추가");
  await adding.getByLabel("서식", { exact: true }).selectOption("출입 절차 안내");
  await adding.getByRole("textbox", { name: "제목", exact: true }).fill("정문 출입 안내");
  await adding.getByRole("button", { name: "추가하고 본문 작성", exact: true }).click();
  await isSeen(admin.toast("success", "정문 출입 안내 항목을 추가했습니다. 이어서 본문을 작성하십시오."));
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

  // the visitor's own form, where guides stand
  await visitor.page.goto("/form");
  await visitor.page.getByRole("button", { name: /모두 동의/ }).click();
  await visitor.page.getByRole("button", { name: "동의하고 계속" }).click();
  await isSeen(visitor.page.getByRole("heading", { name: "정문 출입 안내" }));
  await isSeen(visitor.text("정문은 북쪽에 있습니다."));
  await suite.server.db("terms").where({ title: "정문 출입 안내" }).update({ inUse: false });
});

test("the order is the visitors' order, changed with the keyboard", { tags: ["full"] }, async () => {
  const { db } = suite.server;
  const admin = await suite.staff("admin");
  await admin.open("/dash/terms");
  await expect.poll(() => titles(admin)).toContain("이용약관 제목");
  const before = await titles(admin);
  const first = before[0] ?? "";
  await admin.button(`${first} 순서 변경`).focus();
  await admin.page.keyboard.press("Space");
  await isSeen(admin.page.getByText(`${first}: ${before.length}개 중 1번째.`));
  await admin.page.keyboard.press("ArrowDown");
  await isSeen(admin.page.getByText(`${first}: ${before.length}개 중 2번째.`));
  await admin.page.keyboard.press("Space");
  await expect.poll(() => titles(admin)).toEqual([before[1], first, ...before.slice(2)]);
  await expect
    .poll(async () => (await db("terms").orderBy("dispOrder").orderBy("id")).map(({ title }) => title))
    .toEqual([before[1], first, ...before.slice(2)]);
});

test("settings are changed; a title that is missing is refused beside its field, and a fixed type stays", {
  tags: ["full"],
}, async () => {
  const { id } = await addTerms(suite.server.db, "선택동의", { title: "홍보 동의" });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/terms/${id}?edit=true`);
  const settings = dialog(officer, "설정");
  const title = settings.getByRole("textbox", { name: "제목", exact: true });
  await title.fill(" ");
  await settings.getByRole("button", { name: "저장", exact: true }).click();
  await hasError(title, "필수 입력 항목입니다");
  expect(await settings.getByLabel("종류").isDisabled()).toBe(true);
  await title.fill("소식 받기 동의");
  await settings.getByRole("switch", { name: "창으로 표시" }).check();
  await settings.getByRole("textbox", { name: "확인 문구", exact: true }).fill("소식을 받겠습니다.");
  await settings.getByRole("textbox", { name: "배경색" }).fill("#fff8e6");
  await officer.page.keyboard.press("Tab");
  await settings.getByRole("button", { name: "저장", exact: true }).click();
  await isSeen(officer.toast("success", "소식 받기 동의 설정을 저장했습니다."));
  expect(await termsOf(id)).toMatchObject({
    title: "소식 받기 동의",
    contentType: "선택동의",
    modalDisplay: true,
    confirmMsg: "소식을 받겠습니다.",
    bgColor: "#fff8e6",
  });
});

test("what the server alone knows to be wrong lands on its field", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const { id } = await suite.server
    .db("terms")
    .insert({ title: "점검표", contentType: "안내문" })
    .returning("id")
    .then(([row]) => row);
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/terms/${id}?edit=true`);
  const settings = dialog(officer, "설정");
  await settings.getByLabel("종류").selectOption("체크리스트");
  // deployed meanwhile by somebody else: the type is fixed now
  await suite.server
    .db("termsVersions")
    .insert({ termsId: id, version: 1, body: "가", deployedAt: new Date() });
  await settings.getByRole("button", { name: "저장", exact: true }).click();
  await hasError(settings.getByLabel("종류"), "배포된 본문이 있어 종류를 바꿀 수 없습니다.");
  expect((await termsOf(id)).contentType).toBe("안내문");
});

test("a new version starts from the one in force, and what visitors read stays until it is deployed", {
  tags: ["full"],
}, async () => {
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

test("a deployed version is read only; a draft below it can no longer be deployed, but deleted", {
  tags: ["full"],
}, async () => {
  const { id, versionId } = await addTerms(suite.server.db, "안내문", { title: "흡연 안내" });
  await addDraft(suite.server, id, 2, { body: "둘째" });
  await suite.server
    .db("termsVersions")
    .insert({ termsId: id, version: 3, body: "셋째", deployedAt: new Date() });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/terms/${id}`);
  await isSeen(rowOf(officer, 2).getByText("더 높은 버전이 이미 배포되어 배포할 수 없습니다."));
  await rowOf(officer, 2).getByRole("button", { name: "초안 삭제" }).click();
  await isSeen(officer.alert("버전 2의 초안을 삭제하시겠습니까? 되돌릴 수 없습니다."));
  await rowOf(officer, 2).getByRole("button", { name: "초안 삭제" }).click();
  await isSeen(officer.toast("success", "버전 2의 초안을 삭제했습니다."));
  expect((await versionsOf(id)).map(({ version }) => version)).toEqual([1, 3]);
  await isGone(officer.button("삭제"));
  await officer.open(`/dash/terms/${id}/versions/${versionId}`);
  await isSeen(officer.text(/변경하거나 삭제할 수 없습니다/));
  await isGone(officer.button("저장"));
  await isSeen(previewOf(officer).getByText("안내문 본문"));
});

test("terms that were never deployed are deleted after a question", { tags: ["full"] }, async () => {
  const [{ id }] = await suite.server
    .db("terms")
    .insert({ title: "잘못 만든 항목", contentType: "안내문" })
    .returning("id");
  await addDraft(suite.server, id, 1, { body: "초안" });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/terms/${id}`);
  await officer.button("삭제").click();
  await isSeen(officer.alert("잘못 만든 항목 항목과 그 초안을 모두 삭제하시겠습니까? 되돌릴 수 없습니다."));
  await officer.button("삭제").click();
  await officer.arrivesAt("/dash/terms");
  expect(await termsOf(id)).toBeUndefined();
  await isGone(officer.link("잘못 만든 항목"));
});

test("two versions are compared word by word in both languages", { tags: ["full"] }, async () => {
  const { id } = await addTerms(suite.server.db, "이용약관", {
    title: "약관 비교",
    renderHtml: true,
    body: "<p>빈 글</p>",
  });
  const before = await addDraft(suite.server, id, 2, {
    body: "<h2>제1조</h2><p>회사는 정보를 1년 동안 보관합니다.</p><p>그대로 둔 줄입니다.</p>",
    enBody: "<p>Kept for one year.</p>",
  });
  const after = await addDraft(suite.server, id, 3, {
    body: "<h2>제1조</h2><p>회사는 정보를 3년 동안 보관합니다.</p><p>그대로 둔 줄입니다.</p><ul><li>새로 넣은 항목</li></ul>",
    enBody: "<p>Kept for one year.</p>",
  });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/terms/${id}/compare?before=${before}&after=${after}`);
  const korean = officer.page.getByRole("region", { name: "한국어", exact: true });
  await isSeen(korean.getByText("삭제 1곳, 추가 2곳"));
  expect(await korean.getByRole("deletion").allInnerTexts()).toEqual(["1년"]);
  expect(await korean.getByRole("insertion").allInnerTexts()).toEqual(["3년", "새로 넣은 항목"]);
  await isSeen(
    officer.page.getByRole("region", { name: "English", exact: true }).getByText("두 본문이 같습니다."),
  );
  await korean.getByRole("switch", { name: "변경된 곳만 보기" }).check();
  await isGone(korean.getByText("그대로 둔 줄입니다.").first());
  await officer.page.getByLabel("이전 본문").selectOption(`버전 3`);
  await isSeen(korean.getByText("두 본문이 같습니다."));
});

test("a site without terms is told what to do, and a list that cannot be read offers again", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 503/);
  const officer = await suite.staff("privacy");
  const isList = (url: URL) => url.pathname === "/dash/terms" && url.search !== "";
  await officer.page.route(isList, (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({ id: "unavailable", message: "잠시 이용할 수 없습니다." }),
    }),
  );
  await officer.hearsNothing();
  await officer.open("/dash/terms");
  await isSeen(officer.alert("불러오지 못했습니다"));
  await officer.page.unroute(isList);
  await officer.page.route(isList, (route) =>
    route.fulfill({ json: { rows: [], total: 0, totalCapped: false } }),
  );
  await officer.button("다시 시도").click();
  await isSeen(officer.text("아직 약관이 없습니다."));
});

test("what a colleague changes shows by itself", { tags: ["full"] }, async () => {
  const { id } = await addTerms(suite.server.db, "안내문", { title: "바뀔 제목" });
  const officer = await suite.staff("privacy");
  await officer.open("/dash/terms");
  await isSeen(officer.link("바뀔 제목"));
  const colleague = await signedIn(suite.server, suite.site.company, "admin");
  await colleague.put(`/dash/terms/${id}`, { body: { title: "바뀐 제목" } });
  await isSeen(officer.link("바뀐 제목"));
});

test.each(["host", "desk"] as const)(
  "%s sees no terms, neither in the navigation nor by the address",
  { tags: ["full"] },
  async (role) => {
    const one = await suite.staff(role);
    await one.open("/dash/terms");
    await one.arrivesAt(role === "host" ? "/dash/approvals" : "/dash/today");
    await isGone(one.link("약관"));
  },
);

test.each(looks)(
  "list, item, settings and comparison are accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    const { id, versionId } = await addTerms(suite.server.db, "필수동의", {
      title: `접근성 ${opening.lang}`,
      enTitle: "Access",
    });
    await addDraft(suite.server, id, 2, { body: "필수동의 새 본문" });
    const officer = await suite.staff("privacy", opening);
    await officer.open("/dash/terms");
    await isSeen(officer.link(`접근성 ${opening.lang}`));
    await hasNoViolation(officer.page, "list");
    await officer.open(`/dash/terms/${id}`);
    await isSeen(officer.table(officer.say("terms.versions")));
    await hasNoViolation(officer.page, "item");
    await officer.button(officer.say("terms.change")).click();
    await isSeen(dialog(officer, officer.say("terms.settings")));
    await hasNoViolation(officer.page, "settings");
    await officer.open(`/dash/terms/${id}/compare`);
    await isSeen(officer.page.getByRole("insertion").first());
    await hasNoViolation(officer.page, "comparison");
    await officer.open(`/dash/terms/${id}/versions/${versionId}`);
    await isSeen(previewOf(officer).getByRole("checkbox").first());
    await hasNoViolation(officer.page, "deployed version");
  },
);
