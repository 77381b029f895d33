/** The list of terms: what can be done with each from its row. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { changeTerms, listTerms, removeTerms, type Terms } from "#contract/texts/managed-terms.ts";
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

/** The list with these terms, and the actions of the first. By their words: without a layout jsdom takes a panel for unseen. */
async function opens(first: Terms) {
  const network = consoleNetwork(person("admin"));
  network.answer(listTerms, { ...emptyPage, rows: [first], total: 1 });
  const user = openConsole("/dash/terms");
  await heading("약관");
  const more = await button(`${first.title} 다음 작업`);
  await user.click(more);
  const press = async (words: string) => user.click(await screen.findByText(words));
  return { network, user, more, press };
}

test("terms are taken from visitors, and given back, from their row", async () => {
  const { network, user, more, press } = await opens(guide);
  const hidden = { ...guide, inUse: false };
  network.answer(changeTerms, hidden);
  network.answer(listTerms, { ...emptyPage, rows: [hidden], total: 1 });
  await press("사용 중지");
  await toast("success", "출입 안내 설정을 저장했습니다.");
  await screen.findByText("사용 안 함");
  await waitFor(() => expect(screen.queryByText("설정 변경")).toBeNull());

  await user.click(more);
  await press("다시 사용");
  await waitFor(() =>
    expect(network.asked(changeTerms)).toMatchObject([
      { params: { id: 7 }, body: { inUse: false } },
      { params: { id: 7 }, body: { inUse: true } },
    ]),
  );
});

test("terms that nobody could agree to yet are deleted from their row, after a question", async () => {
  const { network, press } = await opens(guide);
  network.answer(removeTerms, undefined);
  await press("삭제");
  await screen.findByText(/^출입 안내 항목과 그 초안을 모두 삭제하시겠습니까/);
  expect(network.asked(removeTerms)).toEqual([]);
  network.answer(listTerms, emptyPage);
  await press("삭제");
  await toast("success", "출입 안내 항목을 삭제했습니다.");
  expect(network.asked(removeTerms)).toMatchObject([{ params: { id: 7 } }]);
});

test("terms with a deployed version are not offered for deletion, and their settings are a press away", async () => {
  await opens({ ...guide, deployedVersion: 2 });
  const settings = (await screen.findByText("설정 변경")).closest("a");
  expect(settings?.getAttribute("href")).toBe("/dash/terms/7?edit=true");
  expect(screen.queryByText("삭제")).toBeNull();
});
