/** Privacy policies. */
import { screen, within } from "@testing-library/dom";
import { describe, expect, test } from "vitest";
import { getSetUp, getTemplates } from "#contract/site/set-up.ts";
import { applyPolicy, getPolicy, listPolicies, type Policy } from "#contract/texts/privacy-policies.ts";
import { noTemplates, setUp } from "#tests/support/component/configuration.ts";
import {
  button,
  consoleNetwork,
  openConsole,
  person,
  textbox,
  toast,
} from "#tests/support/component/console.tsx";
import { param } from "#tests/support/component/drawer.tsx";
import { type Network, refused } from "#tests/support/component/network.ts";
import { pageOf } from "#tests/support/component/visits.ts";

let policies = 0;

const policy = (more: Partial<Policy> = {}): Policy => ({
  id: ++policies,
  title: "예전 방침",
  applied: false,
  appliedAt: "2025-01-01 09:00",
  periods: [{ from: "2025-01-01 09:00", until: "2026-01-01 09:00" }],
  editable: false,
  createdAt: "2025-01-01 08:00",
  updatedAt: "2025-01-01 08:00",
  content: "<p>방침</p>",
  enContent: "",
  revision: "r1",
  ...more,
});

function answerPolicies(network: Network, ...rows: Policy[]): Network {
  network.answer(getTemplates, noTemplates);
  network.answer(listPolicies, ({ query: { q } }) =>
    pageOf(rows.filter(({ title }) => !q || title.includes(q))),
  );
  network.answer(
    getPolicy,
    ({ params }) => rows.find(({ id }) => id === params.id) ?? refused(404, "찾을 수 없습니다."),
  );
  return network;
}

test("two policies are compared word by word", async () => {
  const before = policy({ title: "가", content: "<p>1년 보관</p>" });
  const after = policy({ title: "나", content: "<p>2년 보관</p>" });
  answerPolicies(consoleNetwork(person("privacy")), before, after);
  openConsole(`/dash/policies/compare?before=${before.id}&after=${after.id}`);
  const korean = within(await screen.findByRole("region", { name: "한국어" }));
  await korean.findByText("삭제 1곳, 추가 1곳");
  expect(korean.getAllByRole("insertion").map(({ textContent }) => textContent)).toEqual(["2년"]);
});

test("a policy is published from its row after confirmation", async () => {
  const one = policy();
  const network = answerPolicies(consoleNetwork(person("admin")), one);
  network.answer(applyPolicy, { ...one, applied: true });
  const user = openConsole("/dash/policies");
  await user.click(await button("예전 방침 다음 작업"));
  await user.click(await button("시행"));
  expect(network.asked(applyPolicy)).toEqual([]);
  await user.click(await button("네, 시행합니다"));
  await toast("success", "‘예전 방침’ 본문을 시행했습니다.");
  expect(network.asked(applyPolicy).map(({ params }) => params.id)).toEqual([one.id]);
});

describe("the set-up list, while the policy in force has placeholders", () => {
  const open = (...rows: Policy[]) => {
    const network = answerPolicies(consoleNetwork(person("admin")), ...rows);
    const texts = [{ id: 99, title: "", placeholders: 2 }];
    const step = { key: "policy", done: false, needed: true, count: 0, texts } as const;
    network.answer(getSetUp, { ...setUp, steps: [step] });
    openConsole("/dash/set-up");
    return screen.findByText("입력하지 않은 곳 2개");
  };

  test("shows the draft that fills them", async () => {
    const draft = policy({ title: "고친 방침", editable: true });
    await open(draft);
    const link = await screen.findByRole("link", { name: "고친 방침" });
    expect(link.getAttribute("href")).toBe(`/dash/policies/${draft.id}`);
    await button("처리방침 시행");
  });

  test("does not offer a draft older than it", async () => {
    await open(policy({ applied: true }), policy({ title: "옛 초안", editable: true }));
    await button("서식으로 초안 만들기");
    expect(screen.queryByRole("link", { name: "옛 초안" })).toBeNull();
  });
});

test("the search is in the address, and a search without results shows a text", async () => {
  answerPolicies(consoleNetwork(person("privacy")), policy());
  const user = openConsole("/dash/policies");
  await user.click(await textbox("방침 검색"));
  await user.paste("없는 이름");
  await screen.findByText("조건에 맞는 방침이 없습니다.");
  expect(param("q")).toBe("없는 이름");
});
