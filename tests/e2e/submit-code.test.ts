/** Applying where the site asks for proof of the number, from an address whose browser is asked to work for it. */
import { beforeEach, expect, test } from "vitest";
import { hasError, hasFocus, isSeen } from "../support/visitor/visitor-locators.ts";
import { newVisitor, storedVisits } from "../support/visitor/visitor-site.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite({ limits: { unchallenged: 0 } });

beforeEach(async () => {
  await suite.server.db("messages").del();
  await suite.server.db("configuration").update({ submitCode: true });
});

const codeSent = async (): Promise<string> => {
  const sent = () => suite.server.db("messages").where({ event: "lookupCode" });
  await expect.poll(async () => (await sent()).length).toBe(1);
  return /\d{6}/.exec((await sent())[0].text)?.[0] ?? "";
};

test("a code proves the number of a request, and the browser solves the challenge by itself", async () => {
  suite.allowErrors(/status of 4(00|28)/);
  const who = newVisitor();
  const visitor = await suite.visitor();
  await visitor.openForm();
  await visitor.fill(who);
  const code = visitor.textbox("result.code");
  expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
  await visitor.submit.click();
  await hasError(code, "필수 입력 항목입니다");

  await visitor.button("인증번호 받기").click();
  await hasFocus(code);
  await isSeen(visitor.page.getByRole("status").getByText(who.cellphone));
  const right = await codeSent();
  await code.fill(String((Number(right) + 1) % 1_000_000).padStart(6, "0"));
  await visitor.submit.click();
  await hasError(code, "인증번호가 올바르지 않거나 시간이 지났습니다. 다시 확인해 주세요.");
  expect(await storedVisits(suite.server, who.name)).toEqual([]);
  await code.fill(right);
  await visitor.submit.click();
  await visitor.isSent();
  expect(await storedVisits(suite.server, who.name)).toHaveLength(1);
});
