/** Fields of the request form. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { applyForVisit } from "#contract/visits/requests.ts";
import {
  choose,
  hostField,
  moment,
  openFilled,
  openRequest,
  send,
  submit,
  tickEverything,
  write,
} from "#tests/support/component/site/form.ts";
import {
  button,
  checkbox,
  choice,
  errorOf,
  hasError,
  hasFocus,
  siteNetwork,
  textbox,
  toast,
} from "#tests/support/component/site/site.tsx";

const required = "필수 입력 항목입니다";
const review = "입력 항목을 검토하십시오.";

const carNumber = () => textbox(/^차량번호/);

test("required fields have errors, the first gets the focus, and filling a field removes its error", async () => {
  const network = siteNetwork();
  tickEverything();
  const user = await openRequest();
  write(moment("시작일시", "날짜"), "");
  write(moment("종료일시", "날짜"), "");
  await send(user);
  await toast("info", review);
  const fields = [
    await choice("찾아갈 곳"),
    await hostField(),
    await choice("방문 장소"),
    await choice("방문 목적"),
    moment("시작일시", "날짜"),
    moment("종료일시", "날짜"),
    await textbox("이름"),
    await textbox("휴대전화번호"),
    await textbox("소속 회사"),
  ];
  for (const field of fields) expect(errorOf(field)).toContain(required);
  expect(errorOf(await carNumber())).toBe("");
  expect(screen.getAllByText(required)).toHaveLength(fields.length);
  await hasFocus(await choice("찾아갈 곳"));

  write(await textbox("이름"), "홍");
  expect(errorOf(await textbox("이름"))).toBe("");
  await choose(user, "방문 목적", "회의");
  expect(errorOf(await choice("방문 목적"))).toBe("");
  expect(network.asked(applyForVisit)).toEqual([]);
});

test("hyphens are added to the number while typing at any position", async () => {
  siteNetwork();
  const user = await openRequest();
  const phone = await screen.findByRole<HTMLInputElement>("textbox", { name: "휴대전화번호" });
  const types = async (keys: string, value: string) => {
    await user.keyboard(keys);
    expect(phone.value).toBe(value);
  };
  expect(phone.getAttribute("inputmode")).toBe("tel");
  screen.getByText("예: 010-1234-1234 (해외 번호는 +국가번호부터)");
  await user.click(phone);
  await types("01", "01");
  await types("0", "010-");
  await types("{Backspace}", "010");
  await types("ab1234", "010-1234-");
  await types("{Backspace}", "010-1234");
  await types("567890", "010-1234-5678");

  // editing in the middle keeps the caret
  phone.setSelectionRange("010-12".length, "010-12".length);
  await types("{Backspace}", "010-1345-678");
  await types("9", "010-1934-5678");

  write(phone, "");
  await user.click(phone);
  await types("0111234567", "011-123-4567");
  write(phone, "+82 10 9876 5432");
  expect(phone.value).toBe("010-9876-5432");
});

test.each([
  ["an invisible character", "이름", { name: "홍\u200b길동" }, "이름에 사용할 수 없는 문자"],
  ["an incomplete number", "휴대전화번호", { cellphone: "010-1234" }, "올바른 형식이 아닙니다."],
])("%s has an error at its field", async (_, field, wrong, sentence) => {
  const network = siteNetwork();
  const user = await openFilled(wrong);
  await send(user);
  await toast("info", review);
  await hasError(await textbox(field), sentence);
  await hasFocus(await textbox(field));
  expect(screen.queryByText(required)).toBeNull();
  expect(network.asked(applyForVisit)).toEqual([]);
});

test("requesting a code without a number shows an error and focuses the field", async () => {
  siteNetwork({ submitCode: true });
  const user = await openRequest();
  await user.click(await button("인증번호 받기"));
  const number = await textbox("휴대전화번호");
  await hasError(number, required);
  await hasFocus(number);
});

test("incomplete checklists have an error with their name, and nothing is sent", async () => {
  const network = siteNetwork();
  const user = await openRequest();
  const list = within(screen.getByRole("group", { name: /체크리스트 제목/ }));
  expect(list.getAllByRole("paragraph").map(({ textContent }) => textContent)).toEqual(["안전 수칙"]);
  const helmet = list.getByRole("checkbox", { name: "안전모를 씁니다" });
  const photos = list.getByRole("checkbox", { name: "사진을 찍지 않습니다" });
  await user.click(helmet);
  await send(user);
  await toast("info", "체크리스트 제목");
  await toast("info", "모든 항목을 확인하십시오.");
  await hasFocus(photos);
  expect(helmet.getAttribute("aria-invalid")).toBeNull();
  expect(photos.getAttribute("aria-invalid")).toBe("true");
  await user.click(photos);
  await send(user);
  await toast("info", "반입 물품");
  // the earlier message is gone
  expect(within(screen.getByRole("region", { name: "알림" })).queryByText("체크리스트 제목")).toBeNull();
  const goods = await checkbox("노트북은 안내데스크에 알립니다");
  await hasFocus(goods);
  await user.click(goods);
  await send(user);
  await toast("info", review);
  expect(network.asked(applyForVisit)).toEqual([]);
});

const switches = {
  requestInputUserCompany: "찾아갈 곳",
  requestInputPlace: "방문 장소",
  requestInputVisitorCompany: "소속 회사",
  useCar: /^차량번호/,
};

test.each([undefined, ...Object.keys(switches)])("each setting hides only its field: %s", async (off) => {
  siteNetwork(off ? { [off]: false } : {});
  await openRequest();
  await submit();
  const main = within(screen.getByRole("main"));
  const shown = Object.entries(switches).filter(([, label]) => main.queryByLabelText(label));
  expect(shown.map(([name]) => name)).toEqual(Object.keys(switches).filter((name) => name !== off));
});

test("a completed checklist collapses, and the focus moves to its heading", async () => {
  siteNetwork();
  const user = await openRequest();
  for (const name of ["안전모를 씁니다", "사진을 찍지 않습니다"]) {
    (await checkbox(name)).focus();
    await user.keyboard(" ");
  }
  const again = await button(/체크리스트 제목 다시 보기$/);
  await hasFocus(again);
  expect(again.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("checkbox", { name: "안전모를 씁니다" })).toBeNull();
  await user.keyboard("{Enter}");
  const fold = await button(/체크리스트 제목 접기$/);
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  await user.click(await checkbox("안전모를 씁니다"));
  expect((await checkbox("안전모를 씁니다")).checked).toBe(false);
  expect(screen.queryByRole("button", { name: /체크리스트 제목 접기$/ })).toBeNull();
});
