/** A cancelled upload ends at the server, too. In Electron, where aborting it in the page does not. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { eventually } from "../../support/events.ts";
import { filesOf, itemsOf } from "../../support/signage-calls.ts";
import { mp4 } from "../../support/visitor/forms.ts";
import { isGone, isSeen } from "../../support/visitor/visitor-locators.ts";
import { deskSuite } from "./desk.ts";

const megabyte = 1024 * 1024;
/** More than the held connection and the system's buffers take. */
const fileSize = 60 * megabyte;
/** How much of it may arrive. */
const maxBytes = 48 * megabyte;
const suite = deskSuite();
const shared = suite.share();

/** A connection of two megabytes a second that holds an upload after five, until it is released; then it is faster. */
async function slowLine() {
  let carried = 0;
  let isHeld = true;
  const server = createServer({ highWaterMark: 64 * 1024 }, async (near) => {
    const far = connect(Number(new URL(suite.server.url).port), "127.0.0.1");
    near.on("error", () => near.destroy());
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.pipe(near);
    let ours = 0;
    try {
      for await (const chunk of near) {
        while (isHeld && ours >= 5 * megabyte && !near.destroyed) await setTimeout(20);
        ours += chunk.length;
        carried += chunk.length;
        far.write(chunk);
        await setTimeout((chunk.length / ((isHeld ? 2 : 8) * megabyte)) * 1000);
      }
    } catch {
      // the upload was cancelled
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const mend = suite.gate.lead(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    mend();
    server.close();
  });
  return {
    carried: () => carried,
    hold: (held: boolean) => {
      isHeld = held;
    },
  };
}

test("a cancelled upload is neither sent on nor kept", async () => {
  const app = await shared({ as: "admin", at: "/dash/signage" });
  const page = new ConsolePage(app.page, "ko");
  await isSeen(page.heading(page.say("nav.signage")));
  const file = join(app.home, "로비 안내.mp4");
  writeFileSync(file, mp4(fileSize));

  const { carried, hold } = await slowLine();
  await app.page.locator('input[type="file"]').setInputFiles(file);
  const progress = app.page.getByRole("progressbar", { name: /로비 안내\.mp4/ });
  await expect
    .poll(async () => Number(await progress.getAttribute("aria-valuenow")), { timeout: 30_000 })
    .toBeGreaterThan(5);
  await eventually(async () => (await filesOf(suite.server)).length === 1);
  await page.button(page.say("signage.stop", { name: "로비 안내.mp4" })).click();
  await isGone(progress);
  hold(false);

  await eventually(async () => (await filesOf(suite.server)).length === 0);
  expect(carried()).toBeLessThan(maxBytes);
  expect(await itemsOf(suite.server)).toEqual([]);
  expect(app.log().map(({ event }) => event)).not.toContain("uncaught-exception");
});
