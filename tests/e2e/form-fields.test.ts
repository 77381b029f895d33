/** The request form's fields: what is required, how the number is written, which fields a site asks for. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { languages } from "../support/browser/looks.ts";
import {
  errorOf,
  hasError,
  hasFocus,
  hasValue,
  isGone,
  isSeen,
} from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { resetConfiguration, siteDay, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const required = "필수 입력 항목입니다";
const review = "입력 항목을 검토하십시오.";

/** Counts what goes to the server as a submission. */
function submissions(visitor: Visitor): { count: number } {
  const sent = { count: 0 };
  visitor.page.on("request", (request) => {
    if (request.url().includes("/api/request/simple/save")) sent.count += 1;
  });
  return sent;
}

test("every required field says so, the first takes the focus, and filling one takes its error away", async () => {
  const visitor = await suite.visitor();
  const sent = submissions(visitor);
  await visitor.openForm();
  await visitor.tickChecklists();
  await visitor.moment("start", "date").fill("");
  await visitor.moment("end", "date").fill("");
  await visitor.submit.click();
  await isSeen(visitor.toast("info", review));
  const fields = [
    visitor.choice("request.userCompany"),
    visitor.host,
    visitor.choice("request.location"),
    visitor.choice("request.purpose"),
    visitor.moment("start", "date"),
    visitor.moment("end", "date"),
    visitor.textbox("request.name"),
    visitor.textbox("request.cellphone"),
    visitor.textbox("request.company"),
  ];
  for (const field of fields) expect(await errorOf(field)).toContain(required);
  expect(await errorOf(visitor.carNumber)).toBe("");
  expect(await visitor.text(required).count()).toBe(fields.length);
  await hasFocus(visitor.choice("request.userCompany"));
  const first = await visitor.choice("request.userCompany").boundingBox();
  expect(first?.y).toBeGreaterThan(64);
  expect(first?.y).toBeLessThan(800);

  await visitor.textbox("request.name").fill("홍");
  expect(await errorOf(visitor.textbox("request.name"))).toBe("");
  await visitor.choice("request.purpose").selectOption("회의");
  expect(await errorOf(visitor.choice("request.purpose"))).toBe("");
  expect(sent.count).toBe(0);
});

test("the number writes its hyphens while it is typed, wherever one types", async () => {
  const visitor = await suite.visitor();
  await visitor.openForm();
  const phone = visitor.textbox("request.cellphone");
  expect(await phone.getAttribute("inputmode")).toBe("tel");
  await isSeen(visitor.text("예: 010-1234-1234 (해외 번호는 +국가번호부터)"));
  await phone.pressSequentially("01");
  await hasValue(phone, "01");
  await phone.pressSequentially("0");
  await hasValue(phone, "010-");
  await phone.press("Backspace");
  await hasValue(phone, "010");
  await phone.pressSequentially("ab1234");
  await hasValue(phone, "010-1234-");
  await phone.press("Backspace");
  await hasValue(phone, "010-1234");
  await phone.pressSequentially("567890");
  await hasValue(phone, "010-1234-5678");

  // a digit in the middle is mended without the caret running to the end
  await phone.press("Home");
  for (const _ of "010-12") await phone.press("ArrowRight");
  await phone.press("Backspace");
  await hasValue(phone, "010-1345-678");
  await phone.pressSequentially("9");
  await hasValue(phone, "010-1934-5678");

  await phone.fill("");
  await phone.pressSequentially("0111234567");
  await hasValue(phone, "011-123-4567");
  await phone.fill("+82 10 9876 5432");
  await hasValue(phone, "010-9876-5432");
});

test("a character that shows nothing is refused beside its field, which is named", {
  tags: ["full"],
}, async () => {
  const visitor = await suite.visitor();
  const sent = submissions(visitor);
  await visitor.openForm();
  await visitor.fill({ name: "홍\u200b길동" });
  await visitor.submit.click();
  await isSeen(visitor.toast("info", review));
  await hasFocus(visitor.textbox("request.name"));
  expect(await errorOf(visitor.textbox("request.name"))).toContain("이름에 보이지 않는 문자");
  expect(sent.count).toBe(0);
});

test("a number that is not whole is said to be of the wrong form", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  const sent = submissions(visitor);
  await visitor.openForm();
  await visitor.fill({ cellphone: "010-1234" });
  await visitor.submit.click();
  await isSeen(visitor.toast("info", review));
  await hasError(visitor.textbox("request.cellphone"), "올바른 형식이 아닙니다.");
  await hasFocus(visitor.textbox("request.cellphone"));
  expect(await visitor.text(required).count()).toBe(0);
  expect(sent.count).toBe(0);
});

test("each checklist has to be ticked whole: its title and what to do are said, and nothing is sent", async () => {
  const visitor = await suite.visitor();
  const sent = submissions(visitor);
  await visitor.openForm();
  const list = visitor.page.getByRole("group", { name: /체크리스트 제목/ });
  expect(await list.getByRole("paragraph").allInnerTexts()).toEqual(["안전 수칙"]);
  const [helmet, photos] = await list.getByRole("checkbox").all();
  await helmet?.check();
  await visitor.submit.click();
  const message = visitor.page.getByRole("region", { name: "알림" }).getByRole("status");
  await isSeen(message.getByText("체크리스트 제목"));
  await isSeen(message.getByText("모든 항목을 확인하십시오."));
  if (photos) await hasFocus(photos);
  // what is still to be ticked stays marked when the message has gone
  expect(await helmet?.getAttribute("aria-invalid")).toBeNull();
  expect(await photos?.getAttribute("aria-invalid")).toBe("true");
  await photos?.check();
  await visitor.submit.click();
  await isSeen(visitor.toast("info", "반입 물품"));
  const goods = visitor.page.getByRole("checkbox", { name: "노트북은 안내데스크에 알립니다" });
  await hasFocus(goods);
  await goods.check();
  await visitor.submit.click();
  await isSeen(visitor.toast("info", review));
  expect(sent.count).toBe(0);
});

test("guide texts stand in the form as they were written, folded at first on a phone", {
  tags: ["full"],
}, async () => {
  const visitor = await suite.visitor();
  await visitor.openForm();
  const text = visitor.page.getByRole("paragraph").and(visitor.text("안내"));
  expect(await text.count()).toBe(0);
  await visitor.button("방문 안내 펼쳐 보기").click();
  await isSeen(visitor.page.getByRole("heading", { name: "안내문 제목" }));
  await isSeen(text);
  await visitor.button("방문 안내 접기").click();
  await isGone(text);

  await visitor.page.setViewportSize({ width: 1440, height: 900 });
  await isSeen(text);
  expect(await visitor.button("방문 안내 접기").count()).toBe(0);
});

const switches = {
  requestInputUserCompany: "찾아갈 곳",
  requestInputPlace: "방문 장소",
  requestInputVisitorCompany: "소속 회사",
  useCar: "차량번호",
};

test("each switch of the configuration takes its field away, and no other", async () => {
  const { db } = suite.server;
  const visitor = await suite.visitor();
  await visitor.openForm();
  const field = (label: string) => visitor.page.getByRole("main").getByLabel(label);
  const shown = async () => {
    await isSeen(visitor.submit);
    const seen = await Promise.all(Object.values(switches).map((label) => field(label).isVisible()));
    return Object.keys(switches).filter((_, index) => seen[index]);
  };
  expect(await shown()).toEqual(Object.keys(switches));
  for (const name of Object.keys(switches)) {
    await resetConfiguration(db);
    await db("configuration").update({ [name]: false });
    await visitor.page.reload();
    expect(await shown()).toEqual(Object.keys(switches).filter((other) => other !== name));
  }
});

test("with every switch off a visit is asked for without those fields", { tags: ["full"] }, async () => {
  const { db } = suite.server;
  await db("configuration").update(Object.fromEntries(Object.keys(switches).map((name) => [name, false])));
  const visitor = await suite.visitor();
  const who = somebody();
  await visitor.openForm();
  await visitor.tickChecklists();
  await visitor.chooseHost(/이영희/, "이영희");
  await visitor.choice("request.purpose").selectOption("회의");
  await visitor.setMoment("start", `${siteDay(1)} 10:00`);
  await visitor.textbox("request.name").fill(who.name);
  await visitor.textbox("request.cellphone").fill(who.cellphone);
  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toMatchObject([
    { hostUserId: suite.site.otherHost, locationId: null, company: "", carNumber: "" },
  ]);
});

test("a purpose or place that ran out is said, and what cannot be loaded can be tried again", {
  tags: ["full"],
}, async () => {
  suite.tolerate(/status of 500/);
  const visitor = await suite.visitor();
  await visitor.page.route("**/api/user-code/9003/inuse", (route) => route.fulfill({ status: 500 }));
  await visitor.page.route("**/api/user-code/9002/inuse", (route) => route.fulfill({ json: [] }));
  await visitor.openForm();
  await isSeen(visitor.text("지금 선택할 수 있는 항목이 없습니다. 안내데스크에 문의해 주세요."));
  const purpose = visitor.choice("request.purpose");
  await hasError(purpose, "내용을 불러오지 못했습니다");
  expect(await purpose.isDisabled()).toBe(true);
  await visitor.page.unroute("**/api/user-code/9003/inuse");
  await visitor.button("다시 시도하기").click();
  await purpose.selectOption("회의");
  expect(await errorOf(purpose)).toBe("");
});

/** The lower edge of what is on the screen without scrolling. */
const bottomOf = async (locator: Locator): Promise<number> => {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
};

test.each(languages)("on a small phone what is first to do is on the screen (%s)", async (lang) => {
  const visitor = await suite.visitor({ lang, width: 360, height: 640 });
  await visitor.open("/form");
  await isSeen(visitor.agree);
  if (lang === "ko") {
    expect(await bottomOf(visitor.agreeAll)).toBeLessThan(640);
    expect(await bottomOf(visitor.checkbox("이용약관 제목"))).toBeLessThan(640);
    await visitor.agreeAll.click();
  }
  await visitor.agree.click();
  await isSeen(visitor.heading("request.heading"));
  const box = visitor.page.getByRole("main").getByRole("checkbox").first();
  const first = visitor.choice("request.userCompany");
  await expect.poll(() => bottomOf(box)).toBeLessThan(640);
  await expect.poll(() => bottomOf(first)).toBeLessThan(640);
  await visitor.tickChecklists();
  await expect.poll(() => bottomOf(first)).toBeLessThan(640);
});

test("a ticked checklist folds, and opens again by key and for the ear", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  await visitor.openForm();
  const boxes = visitor.page.getByRole("main").getByRole("checkbox");
  await visitor.tickChecklists();
  expect(await boxes.count()).toBe(0);
  // whoever ticked the last box by key goes on from its heading
  const again = visitor.page.getByRole("button", { name: /다시 보기$/ });
  await hasFocus(again.last());
  expect(await again.last().getAttribute("aria-expanded")).toBe("false");
  await visitor.page.keyboard.press("Enter");
  const fold = visitor.page.getByRole("button", { name: /접기$/ });
  await hasFocus(fold);
  expect(await fold.getAttribute("aria-expanded")).toBe("true");
  expect(await boxes.count()).toBeGreaterThan(0);
  await visitor.page.keyboard.press("Tab");
  await hasFocus(boxes.first());
  await visitor.page.keyboard.press("Space");
  await isGone(fold);
  expect(await boxes.first().isChecked()).toBe(false);
});
