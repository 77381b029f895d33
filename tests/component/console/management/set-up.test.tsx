/** The set-up page says that a proxy is not trusted (OWASP ASVS 5.0, 4.1.3 and 15.3.4). */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSetUp } from "#contract/site/set-up.ts";
import { consoleNetwork, openConsole, person } from "#tests/support/component/console.tsx";

const answer = { ready: false, steps: [{ key: "company" as const, done: true, needed: true }] };

/** Opens the page; its title is there once the list is. */
async function open(untrustedProxy: string | null) {
  consoleNetwork(person("desk")).answer(getSetUp, { ...answer, untrustedProxy });
  openConsole("/dash/set-up");
  await screen.findByRole("progressbar");
}

test("a proxy that is not in TRUSTED_PROXIES is named above the list", async () => {
  await open("10.0.0.9");
  const warning = screen.getByRole("alert");
  expect(warning.textContent).toContain("역방향 프록시를 신뢰하지 않고 있습니다");
  expect(warning.textContent).toContain("10.0.0.9");
});

test("nothing is said where there is none", async () => {
  await open(null);
  expect(screen.queryByRole("alert")).toBeNull();
});
