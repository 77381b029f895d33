/** Pending visits, and their notification on a page in the background. */
import type { Page } from "playwright-core";
import type { TestServer } from "../api.ts";
import { note } from "../live-readers.ts";
import type { Site } from "../site.ts";
import { addVisiting } from "./console-site.ts";

export async function applies(
  server: TestServer,
  site: Site,
  name: string,
  hostUserId = site.host,
): Promise<number> {
  const { id } = await addVisiting(server, site, { name, statusCode: "applied", hostUserId });
  await note(server.db, [{ kind: "visit", visitId: id, hostUserId }]);
  return id;
}

export const lookElsewhere = (page: Page) =>
  page.evaluate(`{
    document.hasFocus = () => false;
    const { start } = OscillatorNode.prototype;
    window.tones = [];
    OscillatorNode.prototype.start = function begin(when) {
      window.tones.push(performance.now());
      start.call(this, when);
    };
  }`);

/** How many tones began since, up to ten seconds after the first one: on a slow machine a test takes longer than that. */
export const tones = (page: Page) =>
  page.evaluate("window.tones.filter((at) => at < window.tones[0] + 10_000).length");
