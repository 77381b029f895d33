/** Warnings of the set-up page, among them of a proxy that is not trusted (OWASP ASVS 5.0, 4.1.3 and 15.3.4). */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSetUp, type SetUpAnswer } from "#contract/site/set-up.ts";
import { setUp } from "#tests/support/component/configuration.ts";
import { consoleNetwork, openConsole, person } from "#tests/support/component/console.tsx";

const step = { key: "company" as const, done: true, needed: true, count: 0, texts: [] };
const answer: SetUpAnswer = { ...setUp, ready: false, steps: [step] };

/** Opens the page; its title is there once the list is. */
async function open(warnings: Partial<SetUpAnswer>) {
  consoleNetwork(person("desk")).answer(getSetUp, { ...answer, ...warnings });
  openConsole("/dash/set-up");
  await screen.findByRole("progressbar");
}

test("a proxy missing from TRUSTED_PROXIES is shown above the list", async () => {
  await open({ untrustedProxy: "10.0.0.9" });
  const warning = screen.getByRole("alert");
  expect(warning.textContent).toContain("역방향 프록시를 신뢰하지 않고 있습니다");
  expect(warning.textContent).toContain("10.0.0.9");
});

test("a destruction register inside FILES_DIR is shown above the list", async () => {
  await open({ erasureRegisterIn: "FILES_DIR" });
  expect(screen.getByRole("alert").textContent).toContain("ERASURE_REGISTER가 FILES_DIR 안을 가리킵니다");
});

test("overdue jobs are shown above the list, with their last run", async () => {
  const late = { name: "clean-up", doneAt: "2026-03-09 22:12" };
  await open({ overdueJobs: [late, { name: "end-visits", doneAt: null }] });
  const expected = "clean-up (2026-03-09 22:12), end-visits (완료된 적 없음)";
  expect(screen.getByRole("alert").textContent).toContain(expected);
});

test("without warnings no alert is shown", async () => {
  await open({});
  expect(screen.queryByRole("alert")).toBeNull();
});
