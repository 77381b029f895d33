/** Companions of a request. */
import { screen, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import {
  applyForVisit,
  type CompanionView,
  requestCompanionLink,
  searchRequests,
} from "#contract/visits/requests.ts";
import { refused } from "#tests/support/component/network.ts";
import { lookupRow } from "#tests/support/component/site/content.ts";
import {
  isSent,
  openFilled,
  send,
  typed,
  lookUp as typeLookUp,
  write,
} from "#tests/support/component/site/form.ts";
import {
  button,
  hasError,
  hasFocus,
  openSite,
  reloadSite,
  siteNetwork,
  textbox,
  toast,
} from "#tests/support/component/site/site.tsx";

const group = (number: number) => screen.findByRole("group", { name: `동행 ${number}` });
const fieldOf = async (number: number, name: string) =>
  within(await group(number)).findByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${name}`) });

test("without the setting the form has no companion fields and sends none", async () => {
  const network = siteNetwork({ companions: false });
  const user = await openFilled({ companions: [{ key: 1, name: "강보람" }] });
  expect(screen.queryByRole("button", { name: "동행 추가" })).toBeNull();
  await send(user);
  await isSent();
  expect(network.asked(applyForVisit)[0]?.body).toMatchObject({ companions: [] });
});

test("each companion has a name, and a number or address if known", async () => {
  const network = siteNetwork({ companions: true });
  const user = await openFilled();
  await user.click(await button("동행 추가"));
  await hasFocus(await fieldOf(1, "이름"));
  await user.keyboard("강보람");
  const number = await fieldOf(1, "휴대전화번호");
  // the browser would suggest the visitor's own number
  expect(number.autocomplete).toBe("off");
  write(number, "01000005678");
  await user.click(await button("동행 추가"));
  await hasFocus(await fieldOf(2, "이름"));
  await user.keyboard("Jane Doe");
  write(await fieldOf(2, "이메일"), "jane@visitor.example");
  await user.click(await button("동행 추가"));
  await user.keyboard("이보람");
  await user.click(await button("동행 추가"));
  await user.click(await button("동행 4 삭제"));
  await hasFocus(await button("동행 추가"));
  await reloadSite();
  expect((await fieldOf(3, "이름")).value).toBe("이보람");
  await send(user);
  await isSent();
  expect(network.asked(applyForVisit)[0]?.body).toMatchObject({
    companions: [
      { name: "강보람", cellphone: "010-0000-5678" },
      { name: "Jane Doe", email: "jane@visitor.example" },
      { name: "이보람" },
    ],
  });
});

test("errors are shown at the companion's field, and disappear with the companion", async () => {
  const network = siteNetwork({ companions: true });
  const user = await openFilled({
    companions: [
      { key: 1, name: "" },
      { key: 2, name: "강보람", cellphone: "010-12", email: "no" },
    ],
  });
  await send(user);
  await toast("info", "입력 항목을 검토하십시오.");
  await hasFocus(await fieldOf(1, "이름"));
  await hasError(await fieldOf(1, "이름"), "필수 입력 항목입니다");
  await hasError(await fieldOf(2, "휴대전화번호"), "올바른 형식이 아닙니다.");
  await hasError(await fieldOf(2, "이메일"), "올바른 형식이 아닙니다.");
  await user.click(await button("동행 1 삭제"));
  expect((await fieldOf(1, "이름")).getAttribute("aria-invalid")).toBeNull();
  expect(typed().companions?.map(({ name }) => name)).toEqual(["강보람"]);
  expect(network.asked(applyForVisit)).toEqual([]);
});

test("at most twenty companions can be added", async () => {
  siteNetwork({ companions: true });
  await openFilled({ companions: Array.from({ length: 20 }, (_, n) => ({ key: n + 1, name: `동행${n}` })) });
  expect((await button("동행 추가")).hasAttribute("disabled")).toBe(true);
});

const companionView = (name: string, more: Partial<CompanionView> = {}): CompanionView => ({
  reserveNo: "261122-00C01",
  name,
  statusCode: "applied",
  status: { code: "applied", name: "신청" },
  hasAnswered: false,
  needsLink: true,
  ...more,
});

async function lookUp() {
  const network = siteNetwork({ companions: true });
  const row = lookupRow({
    followersCnt: 2,
    companions: [
      companionView("강*람"),
      companionView("J**e D*e", { reserveNo: "261122-00C02", hasAnswered: true, needsLink: false }),
    ],
  });
  network.answer(searchRequests, [row]);
  const user = await openSite("/result");
  await typeLookUp(user);
  const list = await screen.findByRole("region", { name: "동행" });
  return { network, user, row, list };
}

test("the leader sees which companions agreed, and gets the link of one without a message", async () => {
  const { network, user, row, list } = await lookUp();
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["강*람아직 동의하지 않음링크 받기", "J**e D*e동의 완료"]);
  network.answer(requestCompanionLink, { link: `/v#${"t".repeat(43)}` });
  await user.click(await button("강*람 님의 링크 받기"));
  const link = await textbox("강*람 님의 링크");
  expect(link.value).toBe(`${location.origin}/v#${"t".repeat(43)}`);
  expect(network.asked(requestCompanionLink).map(({ body }) => body)).toEqual([
    { name: "홍길동", cellPhone: "010-1234-5678", reserveNo: row.reserveNo, companion: "261122-00C01" },
  ]);
  const copied = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(await button("복사"));
  await toast("info", "강*람 님의 링크를 복사했습니다.");
  expect(copied).toHaveBeenCalledWith(link.value);
});

test("a link that is no longer available is reported", async () => {
  const { network, user } = await lookUp();
  network.answer(requestCompanionLink, refused(404, "찾을 수 없습니다."));
  await user.click(await button("강*람 님의 링크 받기"));
  await screen.findByText(/이미 안내를 받았거나 방문이 끝난 분입니다/);
});
