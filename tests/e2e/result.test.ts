/** Looking up: what has to be typed, how each row is shown, what can be done with it. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { signedIn } from "../support/console/staff.ts";
import {
  hasError,
  hasFocus,
  hasValue,
  isGone,
  isSeen,
  styleOf,
} from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, setStatus, siteDay, somebody, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

const bothNeeded = "방문객명과 휴대전화번호를 모두 입력해 주십시요.";
const wide = { width: 1440, height: 900 };

async function openLookup(opening = {}): Promise<Visitor> {
  const visitor = await suite.visitor(opening);
  await visitor.open("/result");
  return visitor;
}

const rowOf = (visitor: Visitor, text: string): Locator =>
  visitor.page.getByRole("row").filter({ hasText: text }).first();

test("both name and number are asked for, and nothing is asked of the server before", {
  tags: ["full"],
}, async () => {
  const visitor = await openLookup();
  let asked = 0;
  visitor.page.on("request", (request) => {
    if (request.url().includes("/api/request/search")) asked += 1;
  });
  const [name, number] = [visitor.textbox("result.name"), visitor.textbox("result.cellPhone")];
  const search = visitor.button("조회하기");
  await search.click();
  await isSeen(visitor.toast("info", bothNeeded));
  await hasFocus(name);
  await visitor.page.getByRole("region", { name: "알림" }).getByRole("button", { name: "닫기" }).click();
  await isGone(visitor.toast("info", bothNeeded));

  await name.fill("홍길동");
  await search.click();
  await isSeen(visitor.toast("info", bothNeeded));
  await hasFocus(number);
  await name.fill("  ");
  await number.fill("01012345678");
  await number.press("Enter");
  await hasFocus(name);
  await name.fill("홍길동");
  await number.fill("010-1234");
  await search.click();
  await hasError(number, "올바른 형식이 아닙니다.");
  await hasFocus(number);
  expect(asked).toBe(0);
  await number.pressSequentially("5678");
  await hasValue(number, "010-1234-5678");
  await search.click();
  await isSeen(visitor.text("방문신청 내역이 없습니다."));
  expect(asked).toBe(1);
});

test("a wrong name and an unknown number are told alike", async () => {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await openLookup();
  for (const wrong of [{ ...who, name: "아무개" }, somebody()]) {
    await visitor.lookUp(wrong);
    await isSeen(visitor.text("방문신청 내역이 없습니다."));
    await isSeen(visitor.text("이름과 번호를 신청할 때와 똑같이 적었는지 확인해 주세요."));
  }
  await visitor.lookUp(who);
  await isSeen(visitor.text(reserveNo));
  expect(visitor.page.url()).not.toMatch(/5000|%/);
});

test.each([
  ["a table", wide],
  ["cards", {}],
])(
  "a companion's row names the leader, a leader's the size of the party (%s)",
  { tags: ["full"] },
  async (_, opening) => {
    const { server, site } = suite;
    const [leader, companion, another] = [somebody(), somebody(), somebody()];
    const leaderNo = await addVisit(server, site, leader, { position: "부장", phone: "031-123-4567" });
    const companionNo = await addVisit(server, site, companion, { leader: leaderNo });
    await addVisit(server, site, another, { leader: leaderNo });
    const visitor = await openLookup(opening);
    await visitor.lookUp(leader);
    await isSeen(visitor.text(leaderNo));
    const results = visitor.page.getByRole("region", { name: "신청내역" });
    await isSeen(results.getByText("외 2명"));
    expect(await visitor.page.getByTitle("인솔자").innerText()).toContain("외 2명");
    expect(await results.innerText()).toContain("나래상사 부장");
    expect(await results.innerText()).toContain("031-1**-*567");

    await visitor.lookUp(companion);
    await isSeen(results.getByText(`${leader.name} 동행`));
    expect(await results.innerText()).not.toContain(companionNo);
    expect(await visitor.page.getByTitle("인솔자").count()).toBe(0);
  },
);

test("newest first; a visit of several days names both; place and purpose stand together", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  const who = somebody();
  const createdAt = new Date(Date.now() - 60_000);
  const older = await addVisit(server, site, who, { createdAt, locationId: null });
  const newer = await addVisit(server, site, who, { endAt: new Date(`${siteDay(3)}T11:30:00+09:00`) });
  const visitor = await openLookup(wide);
  await visitor.lookUp(who);
  await isSeen(visitor.text("2건을 찾았습니다"));
  const numbers = visitor.page.getByRole("rowheader");
  expect(await numbers.allInnerTexts()).toEqual([newer, older]);
  const words = async (text: string) => (await rowOf(visitor, text).innerText()).replace(/\s+/g, " ");
  expect(await words(newer)).toMatch(
    new RegExp(`본관 회의 ${siteDay(1)} \\(.\\) 14:00 ~ ${siteDay(3)} \\(.\\) 11:30 김철수 책임 신청`),
  );
  expect(await words(older)).toContain("회의");
  expect(await words(older)).not.toContain("본관");
});

test("every status has its word, its colour, its way and what can be done", async () => {
  const { server, site } = suite;
  const who = somebody();
  const codes = ["applied", "cancelled", "ended", "approved", "entered", "exited", "rejected"] as const;
  const shown = ["신청", "취소", "종료", "승인", "입문", "출문", "반려"];
  const actions = {
    신청: ["캘린더에 추가하기", "신청 취소하기"],
    취소: [],
    종료: [],
    승인: ["출입 QR 보기", "캘린더에 추가하기", "신청 취소하기"],
    입문: ["출입 QR 보기", "캘린더에 추가하기"],
    출문: ["출입 QR 보기"],
    반려: [],
  };
  for (const [index, statusCode] of codes.entries()) {
    const createdAt = new Date(Date.now() - index * 60_000);
    await addVisit(server, site, who, { statusCode, createdAt });
  }
  const visitor = await openLookup(wide);
  await visitor.lookUp(who);
  const visits = visitor.page.getByRole("rowgroup").filter({ has: visitor.page.getByRole("rowheader") });
  await isSeen(visits.first());
  const seen: Record<string, string[]> = {};
  const colours: Record<string, string> = {};
  for (const visit of await visits.all()) {
    const status = visit.getByRole("cell").nth(5);
    const word = await status.innerText();
    seen[word] = await visit.getByRole("button").allInnerTexts();
    expect(await visit.locator("[aria-current=step]").innerText()).toBe(word);
    const label = status.locator("span");
    colours[word] = `${await styleOf(label, "color")} on ${await styleOf(label, "backgroundColor")}`;
  }
  expect(Object.keys(seen)).toEqual(shown);
  expect(seen).toEqual(actions);
  expect(colours.취소).toBe(colours.종료);
  expect(new Set(Object.values(colours)).size).toBe(6);
});

test.each([
  ["a card", {}],
  ["a table", wide],
])(
  "a rejected visitor reads the reason only where the host allowed it (%s)",
  {
    tags: ["full"],
  },
  async (_, opening) => {
    const { server, site } = suite;
    const desk = await signedIn(server, site.company, "desk");
    const reject = async (showReason: boolean) => {
      const who = somebody();
      const reserveNo = await addVisit(server, site, who);
      const { id } = await server.db("visits").where({ reserveNo }).first("id");
      const body = { reason: "시설 점검 중입니다.", showReason };
      expect((await desk.put(`/dash/user/reject/${id}`, { body })).status).toBe(200);
      return who;
    };
    const visitor = await openLookup(opening);
    const told = visitor.page.getByText("반려 사유 시설 점검 중입니다.");
    await visitor.lookUp(await reject(true));
    await isSeen(told);
    await visitor.lookUp(await reject(false));
    await isGone(told);
    await isSeen(visitor.text("반려").first());
  },
);

test("a cancellation that comes too late says why and changes nothing", async () => {
  suite.tolerate(/status of 405/);
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who, { statusCode: "approved" });
  const visitor = await openLookup();
  await visitor.lookUp(who);
  await visitor.button("신청 취소하기").click();
  await setStatus(server, reserveNo, "entered");
  const dialog = visitor.dialog("이 방문신청을 취소하시겠습니까?");
  await dialog.getByRole("button", { name: "신청 취소하기" }).click();
  await isGone(dialog);
  await isSeen(
    visitor.page
      .getByRole("article")
      .getByRole("alert")
      .getByText(/이미 처리된|할 수 없는/),
  );
  expect(await storedVisits(server, who.name)).toMatchObject([{ statusCode: "entered" }]);
});

test("a leader's cancellation covers the companions", async () => {
  const { server, site } = suite;
  const [leader, companion] = [somebody(), somebody()];
  const leaderNo = await addVisit(server, site, leader);
  await addVisit(server, site, companion, { leader: leaderNo });
  const visitor = await openLookup();
  await visitor.lookUp(leader);
  await visitor.button("신청 취소하기").click();
  const dialog = visitor.dialog("이 방문신청을 취소하시겠습니까?");
  await dialog.getByRole("button", { name: "신청 취소하기" }).click();
  await isSeen(visitor.text("신청을 취소했습니다."));
  expect(await storedVisits(server, companion.name)).toMatchObject([{ statusCode: "cancelled" }]);
});

test("neither the address nor the device keeps who was looked up", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const who = somebody();
  await addVisit(server, site, who);
  const visitor = await openLookup();
  await visitor.lookUp(who);
  await isSeen(visitor.page.getByRole("article"));
  const kept = await visitor.page.evaluate<string>(
    "JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, history.state])",
  );
  for (const trace of [who.name, who.cellphone, encodeURIComponent(who.name)])
    expect(kept).not.toContain(trace);
  await visitor.page.reload();
  await hasValue(visitor.textbox("result.name"), "");
  expect(await visitor.page.getByRole("article").count()).toBe(0);
});

test("a visit without a Korean mobile number is found and cancelled by its reservation number", {
  tags: ["full"],
}, async () => {
  const { server, site } = suite;
  const reserveNo = await addVisit(server, site, { name: "Ada Abroad", cellphone: "+12025550100" });
  const visitor = await openLookup();
  await visitor.button("휴대전화번호가 없으면 예약번호로 조회하기").click();
  const number = visitor.page.getByRole("textbox", { name: "예약번호" });
  await hasFocus(number);
  await visitor.textbox("result.name").fill("Ada Abroad");
  await visitor.button("조회하기").click();
  await isSeen(visitor.toast("info", "방문객명과 예약번호를 모두 입력해 주십시오."));
  await number.fill(reserveNo.toLowerCase());
  await visitor.button("조회하기").click();
  await isSeen(visitor.text(reserveNo));
  await visitor.button("신청 취소하기").click();
  await visitor.page.getByRole("dialog").getByRole("button", { name: "신청 취소하기" }).click();
  await isSeen(visitor.text("신청을 취소했습니다."));
});

test("a number of another country is typed as it is, and finds its visit", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const reserveNo = await addVisit(server, site, { name: "Jane Abroad", cellphone: "+14155550100" });
  const visitor = await openLookup();
  await visitor.textbox("result.name").fill("Jane Abroad");
  const number = visitor.textbox("result.cellPhone");
  await number.pressSequentially("+1 415 555 0100");
  await hasValue(number, "+1 415 555 0100");
  await visitor.button("조회하기").click();
  await isSeen(visitor.text(reserveNo));
  await isSeen(visitor.text(/\*\*\*$/));
});

test("nobody else's visits are shown while the next answer is on its way", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const [first, second] = [somebody(), somebody()];
  const firstNo = await addVisit(server, site, first);
  const secondNo = await addVisit(server, site, second);
  const visitor = await openLookup();
  await visitor.lookUp(first);
  await isSeen(visitor.text(firstNo));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await visitor.page.route("**/api/request/search", async (route) => {
    await held;
    await route.continue();
  });
  await visitor.lookUp(second);
  await isGone(visitor.text(firstNo));
  letGo();
  await isSeen(visitor.text(secondNo));
});
