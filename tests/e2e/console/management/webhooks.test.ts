/** Webhooks of other systems. */
import { expect, test } from "vitest";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

test("an administrator adds a webhook, copies its secret and sends a test", async () => {
  const admin = await suite.staff("admin");
  const { page, say } = admin;
  const drawer = page.getByRole("dialog");
  const field = (key: string) => drawer.getByRole("textbox", { name: say(key) });
  const press = (key: string) =>
    drawer
      .getByRole("button", { name: say(key), exact: true })
      .last()
      .click();
  const name = "출입 통제";
  await admin.open("/dash/webhooks");
  await admin.button(say("webhooks.addTitle")).click();
  await field("webhooks.name").fill(name);
  await field("webhooks.url").fill("https://8.8.8.8/visits");
  await press("webhooks.add");
  await isSeen(drawer.getByText(say("webhooks.secretTitle")));
  expect(await field("webhooks.secret").inputValue()).toMatch(/^whsec_/);
  await press("shell.close");
  await isGone(drawer);

  await admin.button(name).click();
  await press("webhooks.test");
  await isSeen(admin.toast("success", say("webhooks.tested")));
  await press("webhooks.show");
  await isSeen(admin.row(say("webhooks.event.test")).getByText(say("webhooks.state.waiting")));
});
