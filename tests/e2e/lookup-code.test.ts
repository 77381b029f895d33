/** Looking up where the site asks for a code: asked for, sent by message, typed, wrong, asked for again. */
import { beforeEach, expect, test } from "vitest";
import {
  errorOf,
  hasError,
  hasFocus,
  hasValue,
  isGone,
  isSeen,
} from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, type Somebody, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

beforeEach(async () => {
  await suite.server.db("smsMessages").del();
  await suite.server.db("lookupCodes").del();
  await suite.server.db("configuration").update({ lookupCode: true });
});

const messages = () => suite.server.db("smsMessages").where({ event: "lookupCode" }).orderBy("id");

/** The code of the newest message, as its receiver reads it. */
async function codeSent(count = 1): Promise<string> {
  await expect.poll(async () => (await messages()).length).toBe(count);
  return /\d{6}/.exec((await messages()).at(-1)?.text)?.[0] ?? "";
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function ask(visitor: Visitor, { name, cellphone }: Somebody): Promise<void> {
  await visitor.open("/result");
  await visitor.textbox("result.name").fill(name);
  await visitor.textbox("result.cellPhone").fill(cellphone);
  await visitor.button(visitor.say("result.codeSend")).click();
}

test.each([
  ["ko", {}],
  ["ko", { width: 1440, height: 900 }],
  ["en", { width: 1440, height: 900 }],
] as const)("a code proves the number before anything is shown (%s, %j)", async (lang, opening) => {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await suite.visitor({ lang, ...opening });
  await ask(visitor, who);
  const field = visitor.textbox("result.code");
  await hasFocus(field);
  await isSeen(visitor.text(visitor.say("result.codeSent", { cellPhone: who.cellphone })));
  await isGone(visitor.text(reserveNo));
  expect(await field.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await field.getAttribute("inputmode")).toBe("numeric");

  await field.pressSequentially(`${(await codeSent()).slice(0, 3)}-x`);
  await visitor.button(visitor.say("result.codeConfirm")).click();
  await hasError(field, visitor.say("result.codeHint"));
  await hasFocus(field);
  await field.fill(await codeSent());
  await field.press("Enter");
  await isSeen(visitor.text(reserveNo));
  expect(visitor.page.url()).toMatch(/\/result$/);
});

test("a wrong code is said beside its field until another is typed, and then the right one shows", async () => {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  suite.tolerate(/400 \(Bad Request\)/);
  const visitor = await suite.visitor();
  await ask(visitor, who);
  const field = visitor.textbox("result.code");
  const code = await codeSent();
  await field.fill(other(code));
  await field.press("Enter");
  await hasError(field, "인증번호가 올바르지 않거나 시간이 지났습니다. 다시 확인해 주십시오.");
  await isGone(visitor.text(reserveNo));
  await field.fill(code.slice(0, 5));
  expect(await errorOf(field)).toBe("");
  await field.fill(code);
  await visitor.button("확인하기").click();
  await isSeen(visitor.text(reserveNo));
});

test("another code can be had, and the one before stays good", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await suite.visitor();
  await ask(visitor, who);
  const field = visitor.textbox("result.code");
  const first = await codeSent();
  await field.fill("123");
  await visitor.button("인증번호 다시 받기").click();
  await codeSent(2);
  await hasValue(field, "");
  await hasFocus(field);
  await field.fill(first);
  await field.press("Enter");
  await isSeen(visitor.text(reserveNo));
});

test("somebody unknown is told the same, and gets no message", { tags: ["full"] }, async () => {
  const visitor = await suite.visitor();
  const nobody = somebody();
  await ask(visitor, nobody);
  await hasFocus(visitor.textbox("result.code"));
  await isSeen(visitor.text(visitor.say("result.codeSent", { cellPhone: nobody.cellphone })));
  expect(await messages()).toEqual([]);
});

test("another name or number takes the code, and what it showed, away", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await suite.visitor();
  await ask(visitor, who);
  const field = visitor.textbox("result.code");
  await field.fill(await codeSent());
  await field.press("Enter");
  await isSeen(visitor.text(reserveNo));
  await visitor.textbox("result.name").fill("다른 사람");
  await isGone(field);
  await isGone(visitor.text(reserveNo));
});

test("a visit that was found can be cancelled", async () => {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await suite.visitor();
  await ask(visitor, who);
  await visitor.textbox("result.code").fill(await codeSent());
  await visitor.textbox("result.code").press("Enter");
  await isSeen(visitor.text(reserveNo));
  await visitor.button("신청 취소하기").first().click();
  await visitor.page.getByRole("dialog").getByRole("button", { name: "신청 취소하기" }).click();
  await isSeen(visitor.text("신청을 취소했습니다."));
  const { statusCode } = await server.db("visits").where({ reserveNo }).first();
  expect(statusCode).toBe("cancelled");
});

test("a number that asks too often is told to wait, and can try again", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const who = somebody();
  await addVisit(server, site, who);
  suite.tolerate(/429 \(Too Many Requests\)/);
  const visitor = await suite.visitor();
  await visitor.page.route("**/api/request/code", (route) =>
    route.fulfill({
      status: 429,
      headers: { "Retry-After": "1" },
      json: { id: "tooManyRequests", message: "x" },
    }),
  );
  await ask(visitor, who);
  await isSeen(visitor.button("다시 시도하기"));
  await isGone(visitor.textbox("result.code"));
  await visitor.page.unroute("**/api/request/code");
  await visitor.button("다시 시도하기").click();
  await hasFocus(visitor.textbox("result.code"));
});

test("where the site asks for none, name and number are enough", async () => {
  const { server, site } = suite;
  await server.db("configuration").update({ lookupCode: false });
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await suite.visitor();
  await visitor.lookUp(who);
  await isSeen(visitor.text(reserveNo));
  expect(await messages()).toEqual([]);
});
