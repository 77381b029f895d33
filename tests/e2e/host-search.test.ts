/** Finding whom one visits: the dialog, what it finds while one types, and what it says when it cannot. */
import { expect, test } from "vitest";
import { descriptionOf, hasFocus, hasValue, isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

async function openDialog(): Promise<Visitor> {
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.openHostSearch();
  return visitor;
}

const found = (visitor: Visitor) => visitor.hostDialog.getByRole("option");

const option = (visitor: Visitor, name: RegExp) => visitor.hostDialog.getByRole("option", { name });

/** What the form says of the chosen host: the name in the field, below it what tells namesakes apart. */
async function isChosen(visitor: Visitor, name: string, place: string): Promise<void> {
  await hasValue(visitor.host, name);
  await expect.poll(() => descriptionOf(visitor.host)).toBe(place);
}

/** What is asked of the server, as "text in company". */
function searches(visitor: Visitor): string[] {
  const asked: string[] = [];
  visitor.page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/visitor/findHostUsers")
      asked.push(`${searchParams.get("s")} in ${searchParams.get("company")}`);
  });
  return asked;
}

test.each([
  ["ko", "찾아갈 곳을 먼저 선택하세요"],
  ["en", "Select host's company first"],
] as const)(
  "without a company the search says to choose one first (%s)",
  { tags: ["full"] },
  async (lang, sentence) => {
    const visitor = await suite.visitor({ lang });
    await visitor.openForm();
    await visitor.button(visitor.say("request.hostSearchNamed")).click();
    await isSeen(visitor.toast("info", sentence));
    await hasFocus(visitor.choice("request.userCompany"));
    expect(await visitor.hostDialog.count()).toBe(0);
  },
);

test("people of one name are told apart, and a press takes one and closes the dialog", async () => {
  const visitor = await openDialog();
  await visitor.hostSearch.fill("김철수");
  await isSeen(visitor.hostDialog.getByText("검색 결과 2명"));
  // read out word by word, not run together
  await isSeen(option(visitor, /^김철수 Cheolsu Kim 가온정밀 설계팀 책임$/));
  await isSeen(option(visitor, /^김철수 가온정밀 품질팀 선임$/));
  await found(visitor).filter({ hasText: "품질팀" }).click();
  await isGone(visitor.hostDialog);
  await isChosen(visitor, "김철수", "가온정밀 · 품질팀 · 선임");
  await hasFocus(visitor.button("담당자 찾기"));
  await isSeen(visitor.button("김철수 님께 방문신청 보내기"));
});

test("beginnings and English names find too, only people who are there, in the chosen company", async () => {
  const visitor = await openDialog();
  const companies = visitor.choice("request.userCompany").getByRole("option", { includeHidden: true });
  expect(await companies.allTextContents()).toEqual(["선택해 주세요", "가온정밀", "가온바이오"]);
  const asked = searches(visitor);
  for (const text of ["김처", "cheol"]) {
    const answered = visitor.page.waitForResponse("**/visitor/findHostUsers?*");
    await visitor.hostSearch.fill(text);
    await answered;
    await isSeen(found(visitor).filter({ hasText: "설계팀" }));
  }
  for (const name of ["이영희", "박퇴사"]) {
    await visitor.hostSearch.fill(name);
    const none = visitor.hostDialog
      .getByRole("paragraph")
      .getByText(`‘${name}’에 해당하는 담당자가 없습니다.`);
    await isSeen(none);
    expect(await found(visitor).count()).toBe(0);
  }
  expect(asked).toEqual(
    ["김처", "cheol", "이영희", "박퇴사"].map((text) => `${text} in ${suite.site.company}`),
  );
});

test("nothing is asked until 300 ms of rest, then once; the button asks at once", async () => {
  const visitor = await suite.visitor();
  await visitor.page.clock.install();
  await visitor.openForm();
  await visitor.choice("request.userCompany").selectOption("가온정밀");
  await visitor.openHostSearch();
  const asked = searches(visitor);
  await visitor.page.clock.pauseAt(Date.now() + 60_000);
  for (const key of "김철수") {
    await visitor.page.keyboard.insertText(key);
    await visitor.page.clock.runFor(250);
  }
  expect(asked).toEqual([]);
  const resting = visitor.page.waitForRequest("**/visitor/findHostUsers?*");
  await visitor.page.clock.runFor(60);
  await resting;
  await visitor.hostSearch.fill("김철");
  const pressed = visitor.page.waitForRequest("**/visitor/findHostUsers?*");
  await visitor.hostDialog.getByRole("button", { name: "찾기" }).click();
  await pressed;
  expect(asked).toEqual(["김철수", "김철"].map((text) => `${text} in ${suite.site.company}`));
});

test("under two characters nothing is asked and nobody is listed", { tags: ["full"] }, async () => {
  const visitor = await openDialog();
  const asked = searches(visitor);
  await visitor.hostSearch.fill("김철수");
  await isSeen(found(visitor).first());
  await visitor.hostSearch.fill("김");
  await visitor.hostDialog.getByRole("button", { name: "찾기" }).click();
  await expect.poll(() => found(visitor).count()).toBe(0);
  expect(await visitor.hostDialog.getByText("해당하는 담당자가 없습니다").count()).toBe(0);
  expect(asked).toHaveLength(1);
});

test("a search that fails says so and can be tried again", { tags: ["full"] }, async () => {
  suite.tolerate(/status of 500/, /ERR_INTERNET_DISCONNECTED/);
  const visitor = await openDialog();
  const { page } = visitor;
  await page.route("**/visitor/findHostUsers?*", (route) => route.fulfill({ status: 500 }), { times: 1 });
  await visitor.hostSearch.fill("김철수");
  const failure = visitor.hostDialog.getByRole("alert");
  await isSeen(failure.getByText("서버에 잠시 문제가 있습니다. 잠시 뒤 다시 시도해 주세요."));
  await failure.getByRole("button", { name: "다시 시도하기" }).click();
  await isSeen(found(visitor).first());
  await isGone(failure);

  await page.context().setOffline(true);
  await visitor.hostSearch.fill("철수");
  await isSeen(failure.getByText(/인터넷에 연결되어 있지 않은 것 같습니다/));
  await page.context().setOffline(false);
  await failure.getByRole("button", { name: "다시 시도하기" }).click();
  await isSeen(found(visitor).first());
});

test("it closes by its button, by Escape and by a press outside, and keeps who was chosen", {
  tags: ["full"],
}, async () => {
  const visitor = await openDialog();
  await visitor.hostSearch.fill("김철수");
  await found(visitor).filter({ hasText: "설계팀" }).click();
  const opener = visitor.button("담당자 찾기");
  await opener.click();
  await visitor.hostDialog.getByRole("button", { name: "닫기" }).last().click();
  await isGone(visitor.hostDialog);
  await hasFocus(opener);
  await visitor.host.click();
  await hasFocus(visitor.hostSearch);
  await visitor.page.keyboard.press("Escape");
  await isGone(visitor.hostDialog);
  await hasFocus(visitor.host);
  await opener.click();
  await visitor.page.mouse.click(180, 8);
  await isGone(visitor.hostDialog);
  await isChosen(visitor, "김철수", "가온정밀 · 설계팀 · 책임");
});

test("another company clears the host and says so", { tags: ["full"] }, async () => {
  const visitor = await openDialog();
  await visitor.hostSearch.fill("김철수");
  await found(visitor).first().click();
  await visitor.choice("request.userCompany").selectOption("가온바이오");
  await isSeen(visitor.toast("info", "찾아갈 곳이 바뀌어 담당자 선택이 해제되었습니다. 다시 선택해 주세요."));
  await hasValue(visitor.host, "");
  await visitor.chooseHost("이영희", "이영희");
  await isChosen(visitor, "이영희", "가온바이오");
});
