/** The lookup with a code. */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { cancelRequest, requestLookupCode, searchRequests } from "#contract/visits/requests.ts";
import { invalid, refused } from "#tests/support/component/network.ts";
import { lookupRow, outcomeOf } from "#tests/support/component/site/content.ts";
import { cancel, lookUp, write } from "#tests/support/component/site/form.ts";
import {
  button,
  errorOf,
  hasError,
  hasFocus,
  openSite,
  siteNetwork,
  textbox,
} from "#tests/support/component/site/site.tsx";

const right = "123456";
const row = lookupRow();
const field = () => textbox("인증번호");

async function requestCode() {
  const network = siteNetwork({ lookupCode: true });
  network.answer(requestLookupCode, undefined);
  network.answer(searchRequests, ({ body }) =>
    body.code === right ? [row] : invalid({ code: "lookupCodeWrong" }),
  );
  const user = await openSite("/result");
  await lookUp(user, "홍길동", "인증번호 받기");
  return { network, user };
}

test("a code is sent before the lookup, and an incomplete one has an error", async () => {
  const { network, user } = await requestCode();
  const code = await field();
  await hasFocus(code);
  screen.getByText(/^이 이름과 번호로 신청한 내역이 있으면 010-1234-5678 번호로/);
  expect(code.getAttribute("autocomplete")).toBe("one-time-code");
  expect(code.getAttribute("inputmode")).toBe("numeric");
  expect(network.asked(requestLookupCode).map(({ body }) => body)).toEqual([
    { name: "홍길동", cellPhone: "010-1234-5678" },
  ]);
  await user.type(code, "123-x");
  await user.click(await button("확인하기"));
  await hasError(code, "문자로 받은 숫자 6자리");
  await hasFocus(code);
  expect(network.asked(searchRequests)).toEqual([]);
  write(code, right);
  await user.type(code, "{Enter}");
  await screen.findByText(row.reserveNo);
  expect(location.href).toMatch(/\/result$/);
});

test("a wrong code has an error until another is typed, and the correct one shows the visits", async () => {
  const { user } = await requestCode();
  const code = await field();
  write(code, "654321");
  await user.type(code, "{Enter}");
  await hasError(code, "인증번호가 올바르지 않거나 시간이 지났습니다. 다시 확인해 주세요.");
  expect(screen.queryByText(row.reserveNo)).toBeNull();
  write(code, "12345");
  expect(errorOf(code)).toBe("");
  write(code, right);
  await user.click(await button("확인하기"));
  await screen.findByText(row.reserveNo);
});

test("another code can be requested, which empties the field", async () => {
  const { network, user } = await requestCode();
  const code = await field();
  write(code, "123");
  await user.click(await button("인증번호 다시 받기"));
  await button("인증번호 다시 받기");
  expect(code.value).toBe("");
  await hasFocus(code);
  expect(network.asked(requestLookupCode)).toHaveLength(2);
});

test("another name clears the code and the results", async () => {
  const { user } = await requestCode();
  write(await field(), right);
  await user.click(await button("확인하기"));
  await screen.findByText(row.reserveNo);
  write(await textbox("방문객명"), "다른 사람");
  expect(screen.queryByRole("textbox", { name: "인증번호" })).toBeNull();
  expect(screen.queryByText(row.reserveNo)).toBeNull();
});

test("a visit is cancelled with the same code", async () => {
  const { network, user } = await requestCode();
  network.answer(cancelRequest, outcomeOf("cancelled", row.reserveNo));
  write(await field(), right);
  await user.click(await button("확인하기"));
  await cancel(user);
  await screen.findByText("신청을 취소했습니다.");
  expect(network.asked(cancelRequest).map(({ body }) => body.code)).toEqual([right]);
});

test("too many codes for a number show the time to wait", async () => {
  const network = siteNetwork({ lookupCode: true });
  network.answer(requestLookupCode, refused(429, "x"));
  const user = await openSite("/result");
  await lookUp(user, "홍길동", "인증번호 받기");
  const again = await button("다시 시도하기");
  expect(screen.queryByRole("textbox", { name: "인증번호" })).toBeNull();
  network.answer(requestLookupCode, undefined);
  await user.click(again);
  await hasFocus(await field());
});

test("without the setting name and number are enough", async () => {
  const network = siteNetwork();
  network.answer(searchRequests, [row]);
  const user = await openSite("/result");
  await lookUp(user);
  await screen.findByText(row.reserveNo);
  expect(screen.queryByRole("textbox", { name: "인증번호" })).toBeNull();
  expect(network.asked(requestLookupCode)).toEqual([]);
});

test("a lookup by reservation number needs no code", async () => {
  const network = siteNetwork({ lookupCode: true });
  network.answer(searchRequests, [row]);
  const user = await openSite("/result");
  await user.click(await button("휴대전화번호가 없으면 예약번호로 조회하기"));
  write(await textbox("방문객명"), "홍길동");
  write(await textbox("예약번호"), row.reserveNo);
  await user.click(await button("조회하기"));
  await screen.findByText(row.reserveNo);
  expect(network.asked(requestLookupCode)).toEqual([]);
});
