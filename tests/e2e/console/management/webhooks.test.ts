/** Webhooks of other systems. */
import { expect, test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("an administrator adds a webhook, copies its secret and sends a test", async () => {
  const admin = await suite.staff("admin");
  const { page, t } = admin;
  const drawer = page.getByRole("dialog");
  const field = (key: string) => drawer.getByRole("textbox", { name: t(key) });
  const press = (key: string) =>
    drawer
      .getByRole("button", { name: t(key), exact: true })
      .last()
      .click();
  const name = "출입 통제";
  await admin.open("/dash/webhooks");
  await admin.button(t("webhooks.addTitle")).click();
  await field("webhooks.name").fill(name);
  await field("webhooks.url").fill("https://8.8.8.8/visits");
  await press("webhooks.add");
  await isSeen(drawer.getByText(t("webhooks.secretTitle")));
  expect(await field("webhooks.secret").inputValue()).toMatch(/^whsec_/);
  await press("shell.close");
  await isGone(drawer);

  await admin.button(name).click();
  await press("webhooks.test");
  await isSeen(admin.toast("success", t("webhooks.tested")));
  await press("webhooks.show");
  await isSeen(admin.row(t("webhooks.event.test")).getByText(t("webhooks.state.waiting")));
});
