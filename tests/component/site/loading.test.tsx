/** Pages whose content cannot be loaded. */
import { screen, within } from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { getCompaniesInUse } from "#contract/site/companies.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { getAppliedPolicy } from "#contract/texts/privacy-policies.ts";
import { getDeployedTerms } from "#contract/texts/terms.ts";
import { searchRequests } from "#contract/visits/requests.ts";
import { HttpError, refused } from "#tests/support/component/network.ts";
import {
  companies,
  configuration,
  lookupRow,
  policy,
  purposes,
  terms,
} from "#tests/support/component/site/content.ts";
import { choose, lookUp, openRequest } from "#tests/support/component/site/form.ts";
import {
  button,
  choice,
  errorOf,
  hasError,
  link,
  openSite,
  siteNetwork,
} from "#tests/support/component/site/site.tsx";

const load = "내용을 불러오지 못했습니다";
const troubled = "서버에 잠시 문제가 있습니다. 잠시 뒤 다시 시도해 주세요.";
const offline = "인터넷에 연결되어 있지 않은 것 같습니다. 연결을 확인해 주세요.";
const broken = new HttpError(500, "");

const failure = async () => {
  const found = (await screen.findAllByRole("alert")).find(({ textContent }) => textContent?.includes(load));
  if (found) return within(found);
  throw new Error("nothing has failed");
};
const failed = () => vi.waitFor(failure, 20_000);

async function retry(user: UserEvent): Promise<void> {
  const shown = await failed();
  shown.getByText(troubled);
  await user.click(shown.getByRole("button", { name: "다시 시도하기" }));
}

test.each(["/", "/form", "/privacy", "/result"])("%s without configuration can be retried", async (path) => {
  const network = siteNetwork();
  network.answer(getConfiguration, broken);
  const user = await openSite(path);
  await failed();
  network.answer(getConfiguration, configuration);
  await retry(user);
  within(await link(/가온정밀/)).getByText("가온정밀");
  await screen.findByRole("heading", { level: 1 });
  expect(location.pathname).toBe(path);
});

test.each([
  ["/form", "the terms", getDeployedTerms, Object.values(terms), "수집 항목"],
  ["/privacy", "the policy", getAppliedPolicy, policy, "방문객의 이름과 연락처를 방문 확인에 씁니다."],
] as const)("%s without %s can be retried", async (path, _, call, answer, words) => {
  const network = siteNetwork();
  network.answer<Endpoint>(call, broken);
  const user = await openSite(path);
  await failed();
  network.answer<Endpoint>(call, answer);
  await retry(user);
  await screen.findByText(words);
});

test("/form in English without the policy can be retried", async () => {
  const network = siteNetwork();
  network.answer(getAppliedPolicy, broken);
  const user = await openSite("/form", "en");
  await screen.findByText("The server has a problem right now. Please try again in a moment.");
  network.answer(getAppliedPolicy, policy);
  await user.click(await button("Try again"));
  await button("Agree and continue");
});

test("/form without host companies can be retried", async () => {
  const network = siteNetwork();
  network.answer(getCompaniesInUse, broken);
  const user = await openRequest();
  const company = await choice("찾아갈 곳");
  await hasError(company, load);
  expect(company.disabled).toBe(true);
  network.answer(getCompaniesInUse, companies.ko);
  await user.click(await button("다시 시도하기"));
  await choose(user, "찾아갈 곳", "가온정밀");
});

test("missing purposes or places are shown, and a failed load can be retried", async () => {
  const network = siteNetwork();
  network.answer(getCodesInUse, ({ params }) => (String(params.kind) === "9002" ? [] : broken));
  const user = await openRequest();
  await screen.findByText("지금 선택할 수 있는 항목이 없습니다. 안내데스크에 문의해 주세요.");
  const purpose = await choice("방문 목적");
  await hasError(purpose, load);
  expect(purpose.disabled).toBe(true);
  network.answer(getCodesInUse, purposes.ko);
  await user.click(await button("다시 시도하기"));
  await choose(user, "방문 목적", "회의");
  expect(errorOf(purpose)).toBe("");
});

test("a table of the policy can be scrolled by keyboard", async () => {
  const network = siteNetwork();
  const content = "<p>표를 보십시오.</p><table><tbody><tr><td>보유 기간</td></tr></tbody></table>";
  network.answer(getAppliedPolicy, { ...policy, content });
  await openSite("/privacy");
  const box = await screen.findByRole("group", { name: "표 (좌우로 이동)" });
  expect(box.tabIndex).toBe(0);
  within(box).getByRole("cell", { name: "보유 기간" });
});

test("/privacy without a published policy shows so", async () => {
  const network = siteNetwork();
  network.answer(getAppliedPolicy, refused(404, "x"));
  await openSite("/privacy");
  await screen.findByText("아직 공개된 개인정보처리방침이 없습니다.");
  await link(/홈으로/);
});

test("/result can be retried after a failed lookup, also without a network", async () => {
  const network = siteNetwork();
  network.answer(searchRequests, broken);
  const user = await openSite("/result");
  await lookUp(user);
  await failed();
  const row = lookupRow();
  network.answer(searchRequests, [row]);
  await retry(user);
  await screen.findByText(row.reserveNo);

  network.cut();
  await user.click(await button("조회하기"));
  await screen.findByText(offline);
  network.cut(false);
  await user.click(await button("조회하기"));
  await screen.findByText(row.reserveNo);
  expect(screen.queryByText(offline)).toBeNull();
});
