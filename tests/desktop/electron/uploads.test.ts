/** Uploads through the main process. A cancelled one ends at the server, too; aborting it in the page does not do that in Electron. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ConsolePage } from "../../support/console/console-pages.ts";
import { eventually } from "../../support/events.ts";
import { png } from "../../support/images.ts";
import { emptySignage, filesOf, itemsOf } from "../../support/signage-calls.ts";
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

test("an upload reports its progress and is served by range; a cancelled one is neither sent on nor kept", async () => {
  await emptySignage(suite.server);
  const app = await shared({ as: "admin", at: "/dash/signage" });
  const page = new ConsolePage(app.page, "ko");
  await isSeen(page.heading(page.t("nav.signage")));
  await app.page.evaluate(`window.steps = [];
    void window.desktop.onUploadProgress(({ sent }) => window.steps.push(sent))`);
  const buffer = png({ padding: 3_000_000 });
  // from the disk: a file from memory comes in one piece
  const picture = join(app.home, "로비 안내.png");
  writeFileSync(picture, buffer);
  await app.page.locator('input[type="file"]').setInputFiles(picture);
  await isSeen(page.toast("success", page.t("signage.uploaded", { name: "로비 안내.png" })));

  const steps = await app.page.evaluate<number[]>("window.steps");
  expect(steps.length).toBeGreaterThan(3);
  expect(steps.at(-1)).toBeGreaterThan(buffer.length);
  const [item, ...more] = await suite.server.db("signageContents").where({ title: "로비 안내" });
  expect(more).toEqual([]);
  const part = await app.page.evaluate(async (name: string) => {
    const answer = await fetch(`/files/${name}`, { headers: { Range: "bytes=1-3" } });
    return [answer.status, answer.headers.get("Content-Range"), await answer.text()];
  }, String(item.fileName));
  // stored files are encoded anew, without the padding
  expect(item.fileSize).toBeLessThan(buffer.length);
  expect(part).toEqual([206, `bytes 1-3/${item.fileSize}`, "PNG"]);

  const file = join(app.home, "로비 안내.mp4");
  writeFileSync(file, mp4(fileSize));
  const before = await filesOf(suite.server);
  const { carried, hold } = await slowLine();
  await app.page.locator('input[type="file"]').setInputFiles(file);
  const progress = app.page.getByRole("progressbar", { name: /로비 안내\.mp4/ });
  await expect
    .poll(async () => Number(await progress.getAttribute("aria-valuenow")), { timeout: 30_000 })
    .toBeGreaterThan(5);
  await eventually(async () => (await filesOf(suite.server)).length > before.length);
  await page.button(page.t("signage.stop", { name: "로비 안내.mp4" })).click();
  await isGone(progress);
  hold(false);

  await expect.poll(() => filesOf(suite.server)).toEqual(before);
  expect(carried()).toBeLessThan(maxBytes);
  expect((await itemsOf(suite.server)).map(({ title }) => title)).toEqual(["로비 안내"]);
  expect(app.log().map(({ event }) => event)).not.toContain("uncaught-exception");
});
