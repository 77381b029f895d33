/** The editor of texts. */
import { expect, test } from "vitest";
import { expectNoViolation } from "../../../support/browser/axe.ts";
import { consoleSuite, type StaffPage } from "../../../support/console/console-suite.ts";
import {
  addDraft,
  bundledTexts,
  caretAtEnd,
  editorOf,
  previewOf,
  withoutBreaks,
  writesAtEnd,
} from "../../../support/console/console-texts.ts";
import { addTerms } from "../../../support/site.ts";
import { hasFocus, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

/** Opens the draft of terms with a deployed first version. */
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

/** Split at each tag, for a readable difference. */
const tagsOf = (html: string) => withoutBreaks(html).split(/(?=<)/);

const save = async (officer: StaffPage) => {
  await officer.button("저장").click();
  await isSeen(officer.toast("success", "버전 2의 초안을 저장했습니다."));
};

test("the texts of the product pass the editor without loss", async () => {
  const own = { body: bundledTexts("ko"), enBody: bundledTexts("en") };
  const { officer, stored } = await opensDraft(own);
  await writesAtEnd(officer, "덧붙인 한 줄");
  await officer.page.getByText("English", { exact: true }).click();
  await writesAtEnd(officer, "One more line", "English");
  await save(officer);
  const { body, enBody } = await stored();
  expect(tagsOf(body)).toEqual(tagsOf(`${own.body}<p>덧붙인 한 줄</p>`));
  expect(tagsOf(enBody)).toEqual(tagsOf(`${own.enBody}<p>One more line</p>`));
});

test("the tools format a text, which is stored and previewed", async () => {
  const { officer, stored } = await opensDraft({ body: "<p>처음</p>" });
  /** The editor reads focus and caret with the next frame. */
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

test("the preview shows the visitor's page in both languages, sanitised, and stores nothing", async () => {
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
  // without English the Korean text is shown
  await isSeen(preview.getByRole("heading", { name: "쓰는 중" }));
  await writesAtEnd(officer, "In English", "English");
  await isSeen(preview.getByText("In English"));
  await isGone(preview.getByRole("heading", { name: "쓰는 중" }));
  expect((await stored()).body).toBe("<p>처음</p>");
  expect(await suite.server.db("termsVersions").where({ termsId: id })).toHaveLength(2);
  // the frame has an opaque origin: it cannot reach the console
  const frame = officer.page.frames().find((one) => one.url().endsWith("/preview"));
  expect(await frame?.evaluate("origin")).toBe("null");
});

test("a text that could not be saved survives a reload, and is saved when the server is back", async () => {
  suite.allowErrors(/ERR_INTERNET_DISCONNECTED/);
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

/** A colleague saves the draft that the officer has open. */
async function isSavedByColleague(id: number, versionId: number, body: string) {
  const colleague = await suite.staff("admin");
  const answer = await colleague.page.request.put(`/dash/terms/${id}/versions/${versionId}`, {
    data: { body },
    headers: { Origin: suite.server.url },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

test("a colleague's text replaces an unchanged one, and is not overwritten by a changed one", async () => {
  suite.allowErrors(/status of 405/);
  const { officer, id, versionId, stored, address } = await opensDraft({ body: "<p>처음</p>" });
  await isSeen(editorOf(officer).getByText("처음"));
  await isSavedByColleague(id, versionId, "<p>동료의 글</p>");
  await isSeen(editorOf(officer).getByText("동료의 글"));
  const asked = officer.alert("다른 사용자가 먼저 저장했습니다. 사용할 본문을 선택해 주십시오.");
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
  // a reload keeps the text and the revision it started from
  await officer.open(address);
  await isSeen(editorOf(officer).getByText("내 글"));
  await expectNoViolation(officer.page, "a choice between two texts");
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
