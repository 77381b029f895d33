/** The editor of texts: nothing stored is lost in it, and visitors read what it makes. */
import { expect, test } from "vitest";
import { looks, sampleOf } from "../../../support/browser/appearance.ts";
import { hasNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import {
  addDraft,
  caretAtEnd,
  editorOf,
  ownTexts,
  previewOf,
  withoutBreaks,
  writesAtEnd,
} from "../../../support/console/console-texts.ts";
import { password } from "../../../support/console/staff.ts";
import { addTerms } from "../../../support/site.ts";
import { hasError, hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** Terms with a deployed first version and a draft, and somebody who opens the draft. */
async function opensDraft(
  texts: { body: string; enBody?: string },
  more: Parameters<typeof addTerms>[2] = { renderHtml: true },
) {
  const { id } = await addTerms(suite.server.db, "안내문", more);
  const versionId = await addDraft(suite.server, id, 2, texts);
  const officer = await suite.staff("privacy");
  const address = `/dash/terms/${id}/versions/${versionId}`;
  await officer.open(address);
  const stored = () => suite.server.db("termsVersions").where({ id: versionId }).first();
  return { officer, id, versionId, address, stored };
}

/** Tag by tag, with the words behind each: what differs is named. */
const tagsOf = (html: string) => withoutBreaks(html).split(/(?=<)/);

const save = async (officer: StaffPage) => {
  await officer.button("저장").click();
  await isSeen(officer.toast("success", "버전 2의 초안을 저장했습니다."));
};

test("everything that the product brings along comes through the editor without loss", {
  tags: ["full"],
}, async () => {
  const own = { body: ownTexts("ko"), enBody: ownTexts("en") };
  const { officer, stored } = await opensDraft(own);
  await writesAtEnd(officer, "덧붙인 한 줄");
  await officer.page.getByText("English", { exact: true }).click();
  await writesAtEnd(officer, "One more line", "English");
  await save(officer);
  const { body, enBody } = await stored();
  expect(tagsOf(body)).toEqual(tagsOf(`${own.body}<p>덧붙인 한 줄</p>`));
  expect(tagsOf(enBody)).toEqual(tagsOf(`${own.enBody}<p>One more line</p>`));
});

test("what the tools make is stored as it was made, and shown to visitors", { tags: ["full"] }, async () => {
  const { officer, stored } = await opensDraft({ body: "<p>처음</p>" });
  /** The editor takes the focus back, and hears where the caret went, with the next frame: sooner than anybody types. */
  const nextFrame = () =>
    officer.page.evaluate(
      "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))",
    );
  const tool = async (name: string) => {
    await officer.button(name).click();
    await hasFocus(editorOf(officer));
    await nextFrame();
  };
  const { keyboard } = officer.page;
  await caretAtEnd(officer);
  await keyboard.press("ControlOrMeta+A");
  await keyboard.type("제목입니다");
  await tool("제목 2");
  await tool("가운데 맞춤");
  await keyboard.press("Enter");
  await tool("왼쪽 맞춤");
  await tool("굵게");
  await keyboard.type("굵은 글");
  await tool("굵게");
  await officer.button("글자색").click();
  await tool("글자색 #b3261e");
  await keyboard.type("붉은 글");
  await keyboard.press("Enter");
  await tool("서식 지우기");
  await tool("번호 목록");
  await keyboard.type("하나");
  await keyboard.press("Enter");
  await keyboard.type("둘");
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await keyboard.type("누리집");
  await keyboard.press("Shift+Home");
  await nextFrame();
  await officer.button("링크").click();
  await officer.textbox("링크 주소").fill("https://example.com/guide");
  await tool("링크 삽입");
  await isSeen(editorOf(officer).getByRole("link", { name: "누리집" }));
  await keyboard.press("End");
  await nextFrame();
  await keyboard.press("Enter");
  await officer.button("표 삽입").click();
  await tool("2열 2행 표");
  for (const words of ["항목", "기간", "이름", "1년"]) {
    await keyboard.type(words);
    if (words !== "1년") await keyboard.press("Tab");
  }
  await save(officer);
  const { body } = await stored();
  expect(body).toContain('<h2 style="text-align:center">제목입니다</h2>');
  expect(body).toContain("<strong>굵은 글</strong>");
  expect(body).toContain('<span style="color:#b3261e">붉은 글</span>');
  expect(body).toContain("<ol><li>하나</li><li>둘</li></ol>");
  expect(body).toContain(
    '<a rel="noopener noreferrer" href="https://example.com/guide" target="_blank">누리집</a>',
  );
  expect(body).toContain(
    '<table><thead><tr><th scope="col">항목</th><th scope="col">기간</th></tr></thead><tbody><tr><td>이름</td><td>1년</td></tr></tbody></table>',
  );
  const preview = previewOf(officer);
  await isSeen(preview.getByRole("heading", { name: "제목입니다" }));
  await isSeen(preview.getByRole("columnheader", { name: "기간" }));
  await isSeen(preview.getByRole("link", { name: "누리집" }));
});

test("formatting that the editor does not know is shown as HTML and stays", { tags: ["full"] }, async () => {
  const body = "<p>글</p><dl><dt>용어</dt><dd>뜻</dd></dl>";
  const { officer, stored } = await opensDraft({ body });
  const source = officer.textbox("본문 (한국어) HTML");
  await isSeen(officer.text(/편집기가 지원하지 않는 서식이 있어/));
  await source.fill(`${body}<p>더</p>`);
  await save(officer);
  expect((await stored()).body).toBe(`${body}<p>더</p>`);
});

test("a text of which nothing may be shown is refused beside its field", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 400/);
  const { officer, stored } = await opensDraft({ body: "<p>글</p>" });
  await officer.button("HTML로 보기").click();
  const source = officer.textbox("본문 (한국어) HTML");
  await source.fill("<script>x()</script>");
  await officer.button("저장").click();
  await isSeen(officer.text("필수 입력 항목입니다"));
  expect((await stored()).body).toBe("<p>글</p>");
});

test("the preview is the visitor's page in both languages, sanitised, and keeps nothing", {
  tags: ["full"],
}, async () => {
  const { officer, stored, id } = await opensDraft({ body: "<p>처음</p>" });
  const preview = previewOf(officer);
  await isSeen(preview.getByRole("heading", { name: "안내문 제목" }));
  await officer.button("HTML로 보기").click();
  await officer
    .textbox("본문 (한국어) HTML")
    .fill('<h3 onclick="x()">쓰는 중</h3><script>document.title = "attacked"</script>');
  await isSeen(preview.getByRole("heading", { name: "쓰는 중" }));
  expect(await preview.locator("[onclick], main script").count()).toBe(0);
  await officer.page.getByText("English", { exact: true }).click();
  // what English lacks is read in Korean
  await isSeen(preview.getByRole("heading", { name: "쓰는 중" }));
  await writesAtEnd(officer, "In English", "English");
  await isSeen(preview.getByText("In English"));
  await isGone(preview.getByRole("heading", { name: "쓰는 중" }));
  expect((await stored()).body).toBe("<p>처음</p>");
  expect(await suite.server.db("termsVersions").where({ termsId: id })).toHaveLength(2);
  // the frame has an origin of its own: nothing of the console can be reached from it
  const frame = officer.page.frames().find((one) => one.url().endsWith("/preview"));
  expect(await frame?.evaluate("origin")).toBe("null");
});

test("a preview that does not come says so and offers again", { tags: ["full"] }, async () => {
  suite.tolerate(/ERR_FAILED/);
  const { id } = await addTerms(suite.server.db, "안내문", { body: "안내합니다" });
  const versionId = await addDraft(suite.server, id, 2, { body: "새로 안내합니다" });
  const officer = await suite.staff("privacy");
  await officer.page.clock.install();
  const isPage = ({ pathname }: URL) => pathname === "/preview";
  await officer.page.route(isPage, (route) => route.abort());
  await officer.open(`/dash/terms/${id}/versions/${versionId}`);
  await isSeen(editorOf(officer));
  await officer.page.clock.fastForward(11_000);
  await isSeen(officer.alert("미리보기 화면을 불러오지 못했습니다."));
  await officer.page.unroute(isPage);
  await officer.button("다시 시도").click();
  await isSeen(previewOf(officer).getByText("새로 안내합니다"));
});

test("a checklist is written line by line, and previewed as boxes", { tags: ["full"] }, async () => {
  const { id } = suite.site.terms.checklist;
  const versionId = await addDraft(suite.server, id, 2, { body: "읽어 주십시오\n[] 안전모를 씁니다" });
  const officer = await suite.staff("privacy");
  await officer.open(`/dash/terms/${id}/versions/${versionId}`);
  await writesAtEnd(officer, "[] 장갑을 낍니다");
  await isSeen(previewOf(officer).getByRole("checkbox", { name: "장갑을 낍니다" }));
  await save(officer);
  const { body } = await suite.server.db("termsVersions").where({ id: versionId }).first();
  expect(body).toBe("읽어 주십시오\n[] 안전모를 씁니다\n[] 장갑을 낍니다");
  await suite.server.db("termsVersions").where({ id: versionId }).del();
});

test("a text that could not be saved survives a reload, and is saved once the line is back", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/ERR_INTERNET_DISCONNECTED/);
  const { officer, address, stored } = await opensDraft({ body: "<p>처음</p>" });
  await writesAtEnd(officer, "오래 쓴 글");
  await officer.page.context().setOffline(true);
  await officer.button("저장").click();
  await isSeen(officer.toast("warning", "서버에 연결할 수 없습니다. 네트워크를 확인해 주십시오."));
  await isSeen(editorOf(officer).getByText("오래 쓴 글"));
  await officer.page.context().setOffline(false);
  await officer.open(address);
  await isSeen(editorOf(officer).getByText("오래 쓴 글"));
  await isSeen(officer.text("저장하지 않은 내용을 복원했습니다."));
  await save(officer);
  expect((await stored()).body).toBe("<p>처음</p><p>오래 쓴 글</p>");
  await officer.open(address);
  await isSeen(editorOf(officer).getByText("오래 쓴 글"));
  await isGone(officer.text("저장하지 않은 내용을 복원했습니다."));
});

test("a session that ends in the middle of typing loses nothing, and nobody else finds it", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 401/);
  const { officer, address, stored } = await opensDraft({ body: "<p>처음</p>" });
  await writesAtEnd(officer, "쓰던 글");
  await suite.server.db("sessions").where({ hostUserId: officer.person.id }).del();
  await officer.button("저장").click();
  await officer.arrivesAt("/dash/login");
  await officer.logIn(officer.person.loginId, password);
  await officer.arrivesAt(address);
  await isSeen(editorOf(officer).getByText("쓰던 글"));
  await save(officer);
  expect((await stored()).body).toBe("<p>처음</p><p>쓰던 글</p>");
});

/** A colleague saves the draft that the officer has open. */
async function isSavedByColleague(id: number, versionId: number, body: string) {
  const colleague = await suite.staff("admin");
  const answer = await colleague.page.request.put(`/dash/terms/${id}/versions/${versionId}`, {
    data: { body },
    headers: { Origin: suite.server.url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test("what a colleague saves shows where nothing is typed, and is not overwritten unseen where something is", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 405/);
  const { officer, id, versionId, stored, address } = await opensDraft({ body: "<p>처음</p>" });
  await isSeen(editorOf(officer).getByText("처음"));
  await isSavedByColleague(id, versionId, "<p>동료의 글</p>");
  await isSeen(editorOf(officer).getByText("동료의 글"));
  const asked = officer.alert("다른 사용자가 먼저 저장했습니다. 사용할 본문을 선택하십시오.");
  await isGone(asked);

  await writesAtEnd(officer, "내 글");
  await isSavedByColleague(id, versionId, "<p>동료의 둘째 글</p>");
  await isSeen(asked);
  await officer.button("저장").click();
  await isSeen(
    officer.toast("warning", "다른 사람이 먼저 저장했습니다. 바뀐 내용을 확인하고 다시 저장해 주십시오."),
  );
  expect((await stored()).body).toBe("<p>동료의 둘째 글</p>");
  await isSeen(editorOf(officer).getByText("내 글"));
  // a reload forgets neither the words nor what they began from
  await officer.open(address);
  await isSeen(editorOf(officer).getByText("내 글"));
  await hasNoViolation(officer.page, "a choice between two texts");
  await asked.getByRole("button", { name: "내 본문으로 덮어쓰기" }).click();
  await isGone(asked);
  await save(officer);
  expect((await stored()).body).toBe("<p>동료의 글</p><p>내 글</p>");

  await writesAtEnd(officer, "더 쓴 글");
  await isSavedByColleague(id, versionId, "<p>동료의 셋째 글</p>");
  await asked.getByRole("button", { name: "저장된 본문 불러오기" }).click();
  await isSeen(editorOf(officer).getByText("동료의 셋째 글"));
  await isGone(editorOf(officer).getByText("더 쓴 글"));
  await expect.poll(() => officer.button("저장").isDisabled()).toBe(true);
});

test("leaving with something unsaved is asked about, and what is thrown away is gone", {
  tags: ["full"],
}, async () => {
  const { officer, address } = await opensDraft({ body: "<p>처음</p>" });
  await writesAtEnd(officer, "쓰던 글");
  await officer.page.getByRole("navigation").getByRole("link", { name: "개인정보처리방침" }).click();
  await isSeen(officer.text("저장하지 않은 내용이 있습니다. 나가면 사라집니다."));
  await officer.button("계속 작성").click();
  await isSeen(editorOf(officer).getByText("쓰던 글"));
  await officer.page.getByRole("navigation").getByRole("link", { name: "개인정보처리방침" }).click();
  await officer.button("저장하지 않고 나가기").click();
  await officer.arrivesAt("/dash/policies");
  await officer.open(address);
  await isSeen(editorOf(officer).getByText("처음"));
  await isGone(editorOf(officer).getByText("쓰던 글"));
});

test("an empty Korean text is refused beside its field", { tags: ["full"] }, async () => {
  const { officer, stored } = await opensDraft({ body: "<p>처음</p>" });
  await caretAtEnd(officer);
  await officer.page.keyboard.press("ControlOrMeta+A");
  await officer.page.keyboard.press("Delete");
  await officer.button("저장").click();
  await hasError(editorOf(officer), "필수 입력 항목입니다");
  expect((await stored()).body).toBe("<p>처음</p>");
});

test.each(sampleOf(looks))(
  "the editor is accessible in $lang at $width, $colours",
  { tags: ["full"] },
  async (opening) => {
    const { id } = await addTerms(suite.server.db, "필수동의", { renderHtml: true, body: "<p>동의</p>" });
    const versionId = await addDraft(suite.server, id, 2, { body: ownTexts("ko") });
    const officer = await suite.staff("privacy", opening);
    await officer.open(`/dash/terms/${id}/versions/${versionId}`);
    await isSeen(editorOf(officer));
    await isSeen(previewOf(officer).getByRole("list").first());
    await hasNoViolation(officer.page, "editor");
  },
);
