/** Other systems call by a key: an administrator makes it, takes it, sees that it was used, and revokes it. */
import { expect, test } from "vitest";
import { detailLooksRight } from "../../../support/browser/axe.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

const words = {
  ko: {
    ...{ make: "API 키 만들기", name: "이름", may: "현황판과 입문·출문", submit: "만들기", key: "API 키" },
    ...{ copy: "API 키를 지금 복사해 주십시오", close: "닫기", never: "사용한 적 없음", revoke: "폐기" },
    ...{ revoked: (name: string) => `${name} 키를 폐기했습니다.` },
  },
  en: {
    ...{
      make: "Make API key",
      name: "Name",
      may: "Today's board, check in and out",
      submit: "Make key",
      key: "API key",
    },
    ...{ copy: "Copy the API key now", close: "Close", never: "Never", revoke: "Revoke" },
    ...{ revoked: (name: string) => `Key ${name} revoked.` },
  },
} as const;

async function makesKey(lang: "ko" | "en", width: number): Promise<void> {
  const t = words[lang];
  const system = `Turnstile ${lang} ${width}`;
  const admin = await suite.staff("admin", { lang, width });
  const drawer = admin.page.getByRole("dialog");
  const press = (name: string) => drawer.getByRole("button", { name, exact: true }).last().click();
  await admin.open("/dash/api-keys");
  await admin.button(t.make).click();
  await drawer.getByRole("textbox", { name: t.name }).fill(system);
  await drawer.getByRole("checkbox", { name: t.may }).check();
  await detailLooksRight(admin.page, "api-key");
  await press(t.submit);
  await isSeen(drawer.getByText(t.copy));
  const key = await drawer.getByRole("textbox", { name: t.key }).inputValue();
  await press(t.close);
  await isGone(drawer);
  await isSeen(admin.row(system).getByText(t.never));

  const called = () =>
    fetch(`${suite.server.url}/dash/visits/active`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await called()).status).toBe(200);
  await admin.page.reload();
  await isSeen(admin.row(system).getByText("127.0.0.1"));
  await admin.button(system).click();
  await press(t.revoke);
  await press(t.revoke);
  await isSeen(admin.toast("success", t.revoked(system)));
  expect((await called()).status).toBe(401);
}

test("an administrator makes a key, another system calls by it, and it is revoked", () =>
  makesKey("ko", 1440));
test.each([
  ["ko", 360],
  ["en", 360],
  ["en", 1440],
] as const)("the same in %s at %i", { tags: ["full"] }, makesKey);
