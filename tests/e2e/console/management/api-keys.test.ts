/** API keys of other systems. */
import { expect, test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("an administrator makes a key, another system calls with it, and the key is revoked", async () => {
  const system = "Turnstile";
  const admin = await suite.staff("admin");
  const drawer = admin.page.getByRole("dialog");
  const press = (name: string) => drawer.getByRole("button", { name, exact: true }).last().click();
  await admin.open("/dash/api-keys");
  await admin.button("API 키 만들기").click();
  await drawer.getByRole("textbox", { name: "이름" }).fill(system);
  await drawer.getByRole("checkbox", { name: "현황판과 입문·출문" }).check();
  await press("만들기");
  await isSeen(drawer.getByText("API 키를 지금 복사해 주십시오"));
  const key = await drawer.getByRole("textbox", { name: "API 키" }).inputValue();
  await press("닫기");
  await isGone(drawer);
  await isSeen(admin.row(system).getByText("사용한 적 없음"));

  const called = () =>
    fetch(`${suite.server.url}/dash/visits/active`, { headers: { Authorization: `Bearer ${key}` } });
  expect((await called()).status).toBe(200);
  await admin.page.reload();
  await isSeen(admin.row(system).getByText("127.0.0.1"));
  await admin.button(system).click();
  await press("폐기");
  await press("폐기");
  await isSeen(admin.toast("success", `${system} 키를 폐기했습니다.`));
  expect((await called()).status).toBe(401);
});
