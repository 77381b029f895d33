/** Requests that the server rejects or does not answer. */
import { screen, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { getAppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { getDeployedTerms } from "#contract/texts/terms.ts";
import { applyForVisit } from "#contract/visits/requests.ts";
import { HttpError, invalid, loseAnswer, refused } from "#tests/support/component/network.ts";
import { nextVersion, outcomeOf, policy, terms } from "#tests/support/component/site/content.ts";
import {
  chooseHost,
  hostField,
  isSent,
  moment,
  openFilled,
  send,
  shownMoment,
  siteDay,
} from "#tests/support/component/site/form.ts";
import {
  button,
  checkbox,
  choice,
  errorOf,
  hasError,
  hasFocus,
  heading,
  reloadSite,
  siteNetwork,
  textbox,
  toast,
} from "#tests/support/component/site/site.tsx";

const review = "입력 항목을 검토하십시오.";
const failed = "서버에서 요청을 처리하지 못했습니다.";
const inputStays = "입력한 내용은 그대로 있습니다. 잠시 뒤 다시 보내 주세요.";

const outcome = outcomeOf("applied");

const valueIn = async (name: string) => (await textbox(name)).value;

test("a resigned host and a disabled place have errors at their fields, the first focused", async () => {
  const network = siteNetwork();
  network.answer(applyForVisit, invalid({ hostUser: "hostResigned", location: "locationUnavailable" }));
  const user = await openFilled();
  await send(user);
  await toast("info", review);
  await hasError(await hostField(), "퇴사한 직원이어서 선택할 수 없습니다.");
  await hasError(await choice("방문 장소"), "지금은 선택할 수 없는 장소입니다.");
  await hasFocus(await hostField());
  expect(errorOf(await textbox("이름"))).toBe("");

  await user.selectOptions(await choice("언어 선택 (Language)"), "English");
  await user.click(await button("Agree and continue"));
  await hasError(await textbox("Host"), "This person no longer works here. Choose another host.");
  await user.selectOptions(await choice("Language (언어 선택)"), "한국어");
  await heading("방문 정보를 알려 주세요");

  network.answer(applyForVisit, outcome);
  await chooseHost(user, /품질팀/);
  expect(errorOf(await hostField())).toBe("");
  await user.selectOptions(await choice("방문 장소"), "본관");
  await send(user);
  await isSent();
  expect(network.asked(applyForVisit).map(({ body }) => body.hostUser)).toEqual([31, 32]);
});

test("every error of the server is shown at its field", async () => {
  const network = siteNetwork();
  const user = await openFilled();
  const fields = {
    userCompany: await choice("찾아갈 곳"),
    hostUser: await hostField(),
    location: await choice("방문 장소"),
    purpose: await choice("방문 목적"),
    startDate: moment("시작일시", "날짜"),
    endDate: moment("종료일시", "날짜"),
    name: await textbox("이름"),
    cellphone: await textbox("휴대전화번호"),
    company: await textbox("소속 회사"),
    carNumber: await textbox(/^차량번호/),
  };
  const sentences = Object.fromEntries(Object.keys(fields).map((name) => [name, `${name} 문제입니다.`]));
  network.answer(applyForVisit, new HttpError(400, sentences));
  await send(user);
  for (const [name, field] of Object.entries(fields)) await hasError(field, `${name} 문제입니다.`);
  await hasFocus(fields.userCompany);
  expect(screen.getAllByText(/ 문제입니다\.$/)).toHaveLength(Object.keys(fields).length);

  network.answer(applyForVisit, new HttpError(400, { carNumber: "번호판을 확인해 주십시오." }));
  await send(user);
  await hasError(fields.carNumber, "번호판을 확인해 주십시오.");
  await hasFocus(fields.carNumber);
  for (const [name, field] of Object.entries(fields))
    if (name !== "carNumber") expect(errorOf(field), name).toBe("");
});

test("a form from before an update asks for a reload and keeps the typed text", async () => {
  const network = siteNetwork();
  const user = await openFilled({ name: "한지민" });
  network.answer(applyForVisit, invalid({ formerField: "unknownField" }));
  await send(user);
  await screen.findByText(/화면을 새로고침해 주십시오/);
  await reloadSite();
  expect(await valueIn("이름")).toBe("한지민");
});

test("a disabled choice is no longer offered", async () => {
  const network = siteNetwork();
  const user = await openFilled();
  network.answer(applyForVisit, invalid({ purpose: "purposeUnavailable" }));
  network.answer(getCodesInUse, [{ id: 22, name: "견학" }]);
  await send(user);
  const purpose = await choice("방문 목적");
  await hasError(purpose, "지금은 선택할 수 없는 방문 목적입니다.");
  await vi.waitFor(() =>
    expect(Array.from(purpose.options, ({ text }) => text)).toEqual(["선택해 주세요", "견학"]),
  );
  network.answer(applyForVisit, outcome);
  await user.selectOptions(purpose, "견학");
  expect(errorOf(purpose)).toBe("");
});

test("changed terms lead back to the terms step, and the form is kept", async () => {
  const network = siteNetwork();
  const user = await openFilled({ name: "한지민" });
  const moved = nextVersion(terms.required, "필수동의 새 본문");
  network.answer(getDeployedTerms, Object.values({ ...terms, required: moved }));
  network.answer(applyForVisit, invalid({ _: "textMoved" }));
  await send(user);
  await heading("약관을 확인해 주세요");
  const notice = within(await within(screen.getByRole("main")).findByRole("alert"));
  notice.getByText("약관 내용이 바뀌었습니다. 새 내용을 확인하고 다시 동의해 주세요.");
  notice.getByText("약관을 다시 확인해 주세요. 입력한 내용은 그대로 있습니다.");
  screen.getByText("필수동의 새 본문");
  expect((await checkbox(/이용약관 제목/)).checked).toBe(true);
  const box = await checkbox(/필수동의 제목/);
  expect(box.checked).toBe(false);
  await user.click(box);
  await user.click(await button("동의하고 계속하기"));

  await heading("방문 정보를 알려 주세요");
  expect(await valueIn("이름")).toBe("한지민");
  expect(await valueIn("휴대전화번호")).toBe("010-1234-5678");
  expect(await valueIn("담당자")).toBe("김철수");
  expect(shownMoment("시작일시")).toBe(`${siteDay(1)} 14:00`);
  expect(within(screen.getByRole("main")).queryByRole("alert")).toBeNull();
  network.answer(applyForVisit, outcome);
  await send(user);
  await isSent();
  expect(network.asked(applyForVisit).at(-1)?.body.agreements).toContainEqual({
    termsId: terms.required.id,
    version: 2,
    agreed: true,
  });
});

test.each([
  ["ko", "약관을 확인해 주세요", "동의하고 계속하기"],
  ["en", "Please read the privacy policy", "Agree and continue"],
] as const)("a changed policy leads back to the policy step (%s)", async (language, title, agree) => {
  const network = siteNetwork();
  const user = await openFilled({}, language);
  network.answer(getAppliedPolicy, { ...policy, id: 2, enContent: "<p>The new policy</p>" });
  network.answer(applyForVisit, invalid({ _: "textMoved" }));
  await send(user);
  await heading(title);
  expect(network.asked(applyForVisit)[0]?.body.privacyPolicyId).toBe(policy.id);
  if (language === "en") await screen.findByText("The new policy");
  await screen.findByText(/Everything you entered is still here\.|입력한 내용은 그대로/);
  network.answer(applyForVisit, outcome);
  await user.click(await button(agree));
  await send(user);
  await isSent();
  expect(network.asked(applyForVisit).at(-1)?.body.privacyPolicyId).toBe(2);
});

test.each([
  ["server error", new HttpError(500, { message: "" }), inputStays],
  [
    "too many submissions, with the time to wait",
    refused(429, "요청이 너무 많습니다. 42초 뒤에 다시 시도해 주십시오."),
    "요청이 너무 많습니다. 42초 뒤에 다시 시도해 주십시오.",
  ],
  ["no network", loseAnswer, "인터넷 연결을 확인한 뒤 다시 보내 주세요. 입력한 내용은 그대로 있습니다."],
] as const)("a failed submission keeps the form and can be repeated: %s", async (_, answer, sentence) => {
  const network = siteNetwork();
  network.answer(applyForVisit, answer);
  const user = await openFilled();
  await send(user);
  await toast("warning", failed);
  await toast("warning", sentence);
  expect(await valueIn("이름")).toBe("홍길동");
  expect(await valueIn("담당자")).toBe("김철수");
  network.answer(applyForVisit, outcome);
  await send(user);
  await isSent();
});

test("a request times out after 15 seconds and can be repeated", async () => {
  const network = siteNetwork();
  const user = await openFilled();
  network.answer(applyForVisit, () => new Promise(() => {}));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await send(user);
  await vi.waitFor(() => expect(network.asked(applyForVisit)).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(15_100);
  await toast("warning", failed);
  network.answer(applyForVisit, outcome);
  await send(user);
  await isSent();
});
