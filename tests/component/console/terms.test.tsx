/** Actions in the list of terms. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSetUp, getTemplates } from "#contract/site/set-up.ts";
import {
  changeTerms,
  listTerms,
  listVersions,
  removeTerms,
  type Terms,
} from "#contract/texts/managed-terms.ts";
import { noTemplates, setUp } from "#tests/support/component/configuration.ts";
import {
  button,
  consoleNetwork,
  emptyPage,
  heading,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";

const guide: Terms = {
  id: 7,
  title: "출입 안내",
  enTitle: "",
  contentType: "안내문",
  renderHtml: false,
  modalDisplay: false,
  requestAgree: false,
  bgColor: "",
  confirmMsg: "",
  enConfirmMsg: "",
  inUse: true,
  dispOrder: 1,
  deployedVersion: null,
  createdAt: "2026-11-01 09:00",
  updatedAt: "2026-11-01 09:00",
};

const actionsOf = async ({ title }: Terms) =>
  within(await screen.findByRole("dialog", { name: `${title} 다음 작업` }));

async function opens(first: Terms) {
  const network = consoleNetwork(person("admin"));
  network.answer(listTerms, { ...emptyPage, rows: [first], total: 1 });
  const user = openConsole("/dash/terms");
  await heading("약관");
  const more = await button(`${first.title} 다음 작업`);
  await user.click(more);
  return { network, user, more, actions: await actionsOf(first) };
}

test("terms are disabled and enabled in their row", async () => {
  const { network, user, more, actions } = await opens(guide);
  const hidden = { ...guide, inUse: false };
  network.answer(changeTerms, hidden);
  network.answer(listTerms, { ...emptyPage, rows: [hidden], total: 1 });
  await user.click(actions.getByRole("button", { name: "사용 중지" }));
  await toast("success", "출입 안내 설정을 저장했습니다.");
  await screen.findByText("사용 안 함");
  await waitFor(() => expect(screen.queryByText("설정 변경")).toBeNull());

  await user.click(more);
  await user.click((await actionsOf(guide)).getByRole("button", { name: "사용 재개" }));
  await waitFor(() =>
    expect(network.asked(changeTerms)).toMatchObject([
      { params: { id: 7 }, body: { inUse: false } },
      { params: { id: 7 }, body: { inUse: true } },
    ]),
  );
});

test("terms without a published version are deleted from their row after confirmation", async () => {
  const { network, user, actions } = await opens(guide);
  network.answer(removeTerms, undefined);
  const remove = () => user.click(actions.getByRole("button", { name: "삭제" }));
  await remove();
  await screen.findByText(/^출입 안내 항목과 그 초안을 모두 삭제하시겠습니까/);
  expect(network.asked(removeTerms)).toEqual([]);
  network.answer(listTerms, emptyPage);
  await remove();
  await toast("success", "출입 안내 항목을 삭제했습니다.");
  expect(network.asked(removeTerms)).toMatchObject([{ params: { id: 7 } }]);
});

test("terms with a published version cannot be deleted, and their row opens the settings", async () => {
  const { actions } = await opens({ ...guide, deployedVersion: 2 });
  expect(actions.getByRole("link", { name: "설정 변경" }).getAttribute("href")).toBe(
    "/dash/terms/7?edit=true",
  );
  expect(actions.queryByRole("button", { name: "삭제" })).toBeNull();
});

test("the set-up list offers a new version of unfinished terms only", async () => {
  const network = consoleNetwork(person("admin"));
  const rows = [7, 8].map((id) => ({ ...guide, id, deployedVersion: 1 }));
  network.answer(listTerms, { ...emptyPage, rows, total: 2 });
  const draft = { ...guide, version: 2, body: "<p>안내</p>", enBody: "", deployedAt: null, revision: "r1" };
  network.answer(listVersions, ({ params: { id } }) => [{ ...draft, id, termsId: id }]);
  network.answer(getTemplates, noTemplates);
  const texts = [{ id: 8, title: guide.title, placeholders: 2 }];
  const step = { key: "terms", done: false, needed: true, count: 0, texts } as const;
  network.answer(getSetUp, { ...setUp, steps: [step] });
  openConsole("/dash/set-up");
  // in one row only
  await screen.findByText("입력할 곳이 없습니다.");
});
