/** Other systems are told of visits: an administrator adds a webhook, keeps its secret, and sees what was sent. */
import { expect, test } from "vitest";
import { detailLooksRight } from "../../../support/browser/axe.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";

const suite = consoleSuite();

async function addsWebhook(lang: "ko" | "en", width: number): Promise<void> {
  const admin = await suite.staff("admin", { lang, width });
  const { page, say } = admin;
  const drawer = page.getByRole("dialog");
  const field = (key: string) => drawer.getByRole("textbox", { name: say(key) });
  const press = (key: string) =>
    drawer
      .getByRole("button", { name: say(key), exact: true })
      .last()
      .click();
  const name = `${{ ko: "출입 통제", en: "Access control" }[lang]} ${width}`;
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
  await detailLooksRight(page, "deliveries");
}

test("an administrator adds a webhook, takes its secret, and sends it a test", () => addsWebhook("ko", 1440));
test.each([
  ["ko", 360],
  ["en", 360],
  ["en", 1440],
] as const)("the same in %s at %i", { tags: ["full"] }, addsWebhook);
