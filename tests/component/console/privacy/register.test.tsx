/** The destruction register. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { type Destruction, getDestructionRegister } from "#contract/privacy/privacy-trash.ts";
import { consoleNetwork, openConsole, person, textbox } from "#tests/support/component/console.tsx";
import { isGone, param } from "#tests/support/component/drawer.tsx";
import type { Network } from "#tests/support/component/network.ts";
import { pageOf } from "#tests/support/component/visits.ts";

let destructions = 0;

const destruction = (more: Partial<Destruction> = {}): Destruction => ({
  id: ++destructions,
  at: "2031-03-10 10:00",
  by: { kind: "job", id: null, name: "" },
  why: "due",
  visitIds: [11, 12, 13, 20],
  visits: 4,
  persons: 3,
  messages: 2,
  retentionDays: [365],
  ...more,
});

const answerRegister = (network: Network, ...rows: Destruction[]): void =>
  network.answer(getDestructionRegister, ({ query: { why, q, to } }) =>
    pageOf(
      rows.filter(
        (row) =>
          (!why || why.includes(row.why)) && (!q || row.by.name.includes(q)) && (!to || row.at <= `${to} 24`),
      ),
    ),
  );

function keeps(...rows: Destruction[]): Network {
  const network = consoleNetwork(person("privacy"));
  network.answer(getSavedViews, []);
  answerRegister(network, ...rows);
  return network;
}

const lines = () => screen.getAllByRole("row").filter((row) => within(row).queryAllByRole("cell").length > 0);
const isNoRow = (name: RegExp) => isGone(() => screen.queryByRole("row", { name }));
const row = (name: RegExp) => screen.findByRole("row", { name });

test("each destruction has time, reason, user and counts, and no visitor's name", async () => {
  keeps(
    destruction({
      at: "2031-05-01 12:00",
      why: "officer",
      by: { kind: "staff", id: 9, name: "한보람" },
      visitIds: [7],
      visits: 1,
    }),
    destruction(),
  );
  openConsole("/dash/register");
  await screen.findByText("2건");
  expect(lines().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^2031-05-01 12:00\s*제\d+호\s*개인정보 담당자 파기\s*한보람\s*1\s*3\s*2\s*365\s*7$/,
    ),
    expect.stringMatching(
      /^2031-03-10 10:00\s*제\d+호\s*보유 기간 만료\s*시스템\s*4\s*3\s*2\s*365\s*11–13, 20$/,
    ),
  ]);
});

test("period, reason and user narrow the register and are in the address", async () => {
  const network = keeps(
    destruction({ at: "2031-05-01 12:00", why: "request", by: { kind: "staff", id: 9, name: "한보람" } }),
    destruction(),
  );
  const user = openConsole("/dash/register");
  await row(/본인 삭제 요청/);
  const last = await screen.findByLabelText("종료일");
  await user.click(last);
  await user.paste("2031-04-01");
  await user.tab();
  await isNoRow(/본인 삭제 요청/);
  await row(/보유 기간 만료/);
  expect(param("to")).toBe("2031-04-01");
  await user.click(await textbox("처리자"));
  await user.paste("없는이름");
  await screen.findByText("조건에 맞는 기록이 없습니다.");
  expect(network.asked(getDestructionRegister).at(-1)?.query).toMatchObject({
    to: "2031-04-01",
    q: "없는이름",
  });
});

test("the reason in the address narrows the register", async () => {
  keeps(destruction({ why: "request" }), destruction());
  openConsole("/dash/register?why=request");
  await row(/본인 삭제 요청/);
  await screen.findByText("1건");
  expect(screen.queryByRole("row", { name: /보유 기간 만료/ })).toBeNull();
});
