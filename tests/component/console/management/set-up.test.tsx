/** Warnings of the set-up page (OWASP ASVS 5.0, 4.1.3, 15.3.4). */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSetUp, type SetUpAnswer } from "#contract/site/set-up.ts";
import { setUp } from "#tests/support/component/configuration.ts";
import { consoleNetwork, openConsole, person } from "#tests/support/component/console.tsx";

const step = { key: "company" as const, done: true, needed: true, count: 0, texts: [] };
const answer: SetUpAnswer = { ...setUp, ready: false, steps: [step] };

async function warningsOf(warnings: Partial<SetUpAnswer>) {
  consoleNetwork(person("desk")).answer(getSetUp, { ...answer, ...warnings });
  openConsole("/dash/set-up");
  await screen.findByRole("progressbar");
  return screen.queryAllByRole("alert").map(({ textContent }) => textContent);
}

test("an untrusted proxy, a register inside FILES_DIR and overdue jobs are shown above the list", async () => {
  const late = { name: "clean-up", doneAt: "2026-03-09 22:12" };
  const overdueJobs = [late, { name: "end-visits", doneAt: null }];
  const all = { untrustedProxy: "10.0.0.9", erasureRegisterIn: "FILES_DIR", overdueJobs } as const;
  expect(await warningsOf(all)).toEqual([
    expect.stringMatching(/역방향 프록시를 신뢰하지 않고 있습니다.* 10\.0\.0\.9 /),
    expect.stringContaining("ERASURE_REGISTER가 FILES_DIR 안을 가리킵니다"),
    expect.stringContaining("clean-up (2026-03-09 22:12), end-visits (완료된 적 없음)"),
  ]);
});

test("without warnings no alert is shown", async () => expect(await warningsOf({})).toEqual([]));
