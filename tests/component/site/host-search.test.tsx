/** The search for a host. */
import { screen, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { findHostUsers } from "#contract/people/host-search.ts";
import { HttpError, loseAnswer, refused } from "#tests/support/component/network.ts";
import { hosts } from "#tests/support/component/site/content.ts";
import {
  choose,
  chooseHost,
  hostField,
  openHostSearch,
  openRequest,
  searchHost,
  write,
} from "#tests/support/component/site/form.ts";
import {
  button,
  choice,
  descriptionOf,
  hasFocus,
  isGone,
  siteNetwork,
  toast,
} from "#tests/support/component/site/site.tsx";

async function openDialog() {
  const network = siteNetwork();
  const user = await openRequest();
  await choose(user, "찾아갈 곳", "가온정밀");
  const found = await openHostSearch(user);
  const searches = () => network.asked(findHostUsers).map(({ query }) => `${query.s} in ${query.company}`);
  return { network, user, found, shown: within(found), searches };
}

/** The form shows the host's name, and below it company, department and position. */
async function isChosen(name: string, place: string): Promise<void> {
  const field = await hostField();
  expect(field.value).toBe(name);
  expect(descriptionOf(field)).toBe(place);
}

test.each([
  ["ko", "담당자 찾기", "찾아갈 곳", "찾아갈 곳을 먼저 선택하세요"],
  ["en", /^Find/, "Host's company", "Select host's company first"],
] as const)("the search needs a company first (%s)", async (lang, search, field, text) => {
  siteNetwork();
  const user = await openRequest(lang);
  await user.click(await button(search));
  await toast("info", text);
  await hasFocus(await choice(field));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("namesakes can be told apart, and a click chooses one and closes the dialog", async () => {
  const { user, found, shown } = await openDialog();
  await searchHost(user, found, "김철수");
  await shown.findByText("검색 결과 2명");
  shown.getByRole("option", { name: /^김철수\s*Cheolsu Kim\s*가온정밀 설계팀 책임$/ });
  await user.click(shown.getByRole("option", { name: /^김철수\s*가온정밀 품질팀 선임$/ }));
  await isGone(() => screen.queryByRole("dialog"));
  await isChosen("김철수", "가온정밀 · 품질팀 · 선임");
  await button("김철수 님께 방문신청 보내기");
});

test("the search is limited to the chosen company, and shows when nothing is found", async () => {
  const { user, found, shown, searches } = await openDialog();
  for (const text of ["김철", "cheol"]) {
    await searchHost(user, found, text);
    await shown.findByRole("option", { name: /설계팀/ });
  }
  await searchHost(user, found, "이영희");
  await shown.findByText("‘이영희’에 해당하는 담당자가 없습니다.", { selector: "div p" });
  shown.getByText(/찾아갈 곳이 맞는지/);
  shown.getByText(/안내데스크에 문의해 주세요\.$/);
  expect(shown.queryByRole("option")).toBeNull();
  expect(searches()).toEqual(["김철 in 1", "cheol in 1", "이영희 in 1"]);
});

test("without the company field the search does not mention companies", async () => {
  siteNetwork({ requestInputUserCompany: false });
  const user = await openRequest();
  const found = await openHostSearch(user);
  await searchHost(user, found, "없는사람");
  await within(found).findByText("이름을 다시 확인해 주세요.");
});

test("the search waits for 300 ms without typing; the button searches at once", async () => {
  const { user, found, shown, searches } = await openDialog();
  const field = shown.getByRole("combobox");
  vi.useFakeTimers();
  for (const text of ["김", "김철", "김철수"]) {
    write(field, text);
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(searches()).toEqual([]);
  await vi.advanceTimersByTimeAsync(60);
  await vi.waitFor(() => expect(searches()).toEqual(["김철수 in 1"]));
  vi.useRealTimers();
  await searchHost(user, found, "김철");
  await shown.findByText("검색 결과 2명");
  expect(searches()).toEqual(["김철수 in 1", "김철 in 1"]);
});

test("fewer than two characters request and list nothing", async () => {
  const { user, found, shown, searches } = await openDialog();
  await searchHost(user, found, "김철수");
  await shown.findByText("검색 결과 2명");
  await searchHost(user, found, "김");
  await isGone(() => shown.queryByRole("option"));
  expect(shown.queryByText(/해당하는 담당자가 없습니다/)).toBeNull();
  expect(searches()).toHaveLength(1);
});

test.each([
  ["the server", new HttpError(500, ""), /^내용을 불러오지 못했습니다$/],
  ["too many calls", refused(429, "x"), /^내용을 불러오지 못했습니다$/],
  ["a missing network", loseAnswer, /인터넷에 연결되어 있지 않은 것 같습니다/],
] as const)("a search that fails by %s shows an error and can be retried", async (_, answer, sentence) => {
  const { network, user, found, shown } = await openDialog();
  network.answer(findHostUsers, answer);
  await searchHost(user, found, "김철수");
  const failure = within(await shown.findByRole("alert"));
  failure.getByText(sentence);
  network.answer(findHostUsers, [hosts.host]);
  await user.click(failure.getByRole("button", { name: "다시 시도하기" }));
  await shown.findByRole("option");
  expect(shown.queryByRole("alert")).toBeNull();
});

test("another company clears the host with a notice", async () => {
  siteNetwork();
  const user = await openRequest();
  await choose(user, "찾아갈 곳", "가온정밀");
  await chooseHost(user, /설계팀/);
  await isChosen("김철수", "가온정밀 · 설계팀 · 책임");
  await choose(user, "찾아갈 곳", "가온바이오");
  await toast("info", "찾아갈 곳이 바뀌어 담당자 선택이 해제되었습니다. 다시 선택해 주세요.");
  expect((await hostField()).value).toBe("");
  await chooseHost(user, /이영희/, "이영희");
  await isChosen("이영희", "가온바이오");
});
