/** The set-up page says that a proxy is not trusted (OWASP ASVS 5.0, 4.1.3 and 15.3.4), and where the register must not be. */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getSetUp, type RegisterIn } from "#contract/site/set-up.ts";
import { consoleNetwork, openConsole, person } from "#tests/support/component/console.tsx";

const step = { key: "company" as const, done: true, needed: true, count: 0, texts: [] };
const answer = { ready: false, steps: [step], channels: { sms: "", email: "", codes: false } };

/** Opens the page; its title is there once the list is. */
async function open(untrustedProxy: string | null, erasureRegisterIn: RegisterIn | null = null) {
  consoleNetwork(person("desk")).answer(getSetUp, { ...answer, untrustedProxy, erasureRegisterIn });
  openConsole("/dash/set-up");
  await screen.findByRole("progressbar");
}

test("a proxy that is not in TRUSTED_PROXIES is named above the list", async () => {
  await open("10.0.0.9");
  const warning = screen.getByRole("alert");
  expect(warning.textContent).toContain("역방향 프록시를 신뢰하지 않고 있습니다");
  expect(warning.textContent).toContain("10.0.0.9");
});

test("a register of erasures that lies with the files is named above the list", async () => {
  await open(null, "FILES_DIR");
  expect(screen.getByRole("alert").textContent).toContain("ERASURE_REGISTER가 FILES_DIR 안을 가리킵니다");
});

test("without warnings nothing is shown", async () => {
  await open(null);
  expect(screen.queryByRole("alert")).toBeNull();
});
