/** Settings of the account page. */
import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { changeOwnPublicSearch, getCurrentUser } from "#contract/people/account.ts";
import { changeHostUserProfile } from "#contract/people/host-users.ts";
import { savePreferences } from "#contract/people/preferences.ts";
import {
  answerAccount,
  button,
  consoleNetwork,
  openConsole,
  person,
} from "#tests/support/component/console.tsx";
import { answerHostUser, hostUserAnswer } from "#tests/support/component/host-users.ts";
import { refused } from "#tests/support/component/network.ts";

const choice = () => screen.findByRole<HTMLInputElement>("switch", { name: /^방문객의 담당자 검색에 표시/ });
const isChecked = (checked: boolean) => waitFor(async () => expect((await choice()).checked).toBe(checked));

test("a user hides from the public search, and shows again", async () => {
  const me = person("host");
  const network = consoleNetwork(me);
  answerAccount(network);
  network.answer(changeOwnPublicSearch, ({ body }) => {
    const after = { ...me, ...body };
    network.answer(getCurrentUser, after);
    return after;
  });
  const user = openConsole("/dash/account");
  await isChecked(true);
  await user.click(await choice());
  expect(await screen.findByText("저장했습니다.")).toBeDefined();
  await isChecked(false);
  await user.click(await choice());
  await isChecked(true);
  expect(network.asked(changeOwnPublicSearch).map(({ body }) => body)).toEqual([
    { inPublicSearch: false },
    { inPublicSearch: true },
  ]);
});

test("a user chooses the channel of notifications", async () => {
  const network = consoleNetwork(person("host"));
  answerAccount(network);
  const user = openConsole("/dash/account");
  const ways = within(await screen.findByRole("radiogroup", { name: "알림을 받는 방법" }));
  expect(ways.getByRole<HTMLInputElement>("radio", { name: "문자" }).checked).toBe(true);
  await user.click(ways.getByRole("radio", { name: "이메일" }));
  await screen.findByText("저장했습니다.");
  expect(network.asked(savePreferences)).toMatchObject([{ body: { messageChannel: "email" } }]);
});

test("a refused change is reported, and the switch stays", async () => {
  const network = consoleNetwork(person("host"));
  answerAccount(network);
  network.answer(changeOwnPublicSearch, refused(503, "잠시 후 다시 시도해 주십시오."));
  const user = openConsole("/dash/account");
  await user.click(await choice());
  expect(await screen.findByText(/서버에 저장하지 못했습니다/)).toBeDefined();
  await isChecked(true);
});

test("an administrator sets it for a user, and nothing else is sent", async () => {
  const network = consoleNetwork(person("admin"));
  const shown = hostUserAnswer();
  answerHostUser(network, shown);
  network.answer(changeHostUserProfile, { ...shown, inPublicSearch: false });
  const user = openConsole("/dash/host-users?user=7");
  await user.click(await button("정보 수정"));
  await isChecked(true);
  await user.click(await choice());
  await user.click(await button("저장"));
  await waitFor(() =>
    expect(network.asked(changeHostUserProfile).map(({ body }) => body)).toEqual([
      { id: 7, inPublicSearch: false },
    ]),
  );
});
