/** Looking up where the site asks for a code, which comes by message. */
import { beforeEach, expect, test } from "vitest";
import { hasError, hasFocus, isGone, isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { addVisit, type Somebody, somebody } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite();

beforeEach(async () => {
  await suite.server.db("messages").del();
  await suite.server.db("lookupCodes").del();
  await suite.server.db("configuration").update({ lookupCode: true });
});

const messages = () => suite.server.db("messages").where({ event: "lookupCode" }).orderBy("id");

/** The code of the newest message, as its receiver reads it. */
async function codeSent(): Promise<string> {
  await expect.poll(async () => (await messages()).length).toBe(1);
  return /\d{6}/.exec((await messages()).at(-1)?.text)?.[0] ?? "";
}

async function ask(visitor: Visitor, { name, cellphone }: Somebody): Promise<void> {
  await visitor.open("/result");
  await visitor.textbox("result.name").fill(name);
  await visitor.textbox("result.cellPhone").fill(cellphone);
  await visitor.button(visitor.say("result.codeSend")).click();
}

test("a code proves the number before anything is shown", { tags: ["full"] }, async () => {
  const { server, site } = suite;
  const who = somebody();
  const reserveNo = await addVisit(server, site, who);
  const visitor = await suite.visitor();
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
