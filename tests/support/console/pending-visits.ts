/** Pending visits, and the page in the background that they notify. */
import type { Page } from "playwright-core";
import type { TestServer } from "../api.ts";
import { publishLiveChanges } from "../live-readers.ts";
import type { Site } from "../site.ts";
import { addVisitToday } from "./console-site.ts";

export async function addPendingVisit(
  server: TestServer,
  site: Site,
  name: string,
  hostUserId = site.host,
): Promise<number> {
  const { id } = await addVisitToday(server, site, { name, statusCode: "applied", hostUserId });
  await publishLiveChanges(server.db, [{ kind: "visit", visitId: id, hostUserId }]);
  return id;
}

/** Takes the focus from a page, and records the tones it plays from now on. */
export const moveToBackground = (page: Page) =>
  page.evaluate(`{
    document.hasFocus = () => false;
    const { start } = OscillatorNode.prototype;
    window.tones = [];
    OscillatorNode.prototype.start = function startRecorded(when) {
      window.tones.push(performance.now());
      start.call(this, when);
    };
  }`);

/** Number of tones in the ten seconds after the first one; on a slow machine a test takes longer than that. */
export const toneCount = (page: Page) =>
  page.evaluate("window.tones.filter((at) => at < window.tones[0] + 10_000).length");
