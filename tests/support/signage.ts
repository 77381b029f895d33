/** Signage items for browser tests. */
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { SignageContent } from "#db/models/signage-content.ts";
import type { TestServer } from "./api.ts";

let lastOrder = 0;

/** Adds an item last in the order. @returns its id */
export async function addSignageItem(
  { db }: Pick<TestServer, "db">,
  more: Partial<SignageContent>,
): Promise<number> {
  const row = { type: "text", title: "안내", dispOrder: ++lastOrder, seconds: 3, ...more };
  const [{ id }] = await db("signageContents").insert(row).returning("id");
  return id;
}

/** Adds an image. @param bytes undefined for a missing file */
export function addSignageImage(
  server: TestServer,
  title: string,
  bytes: Buffer | undefined,
): Promise<number> {
  const fileName = `${randomBytes(16).toString("hex")}.png`;
  const folder = server.deps.settings.filesDir;
  mkdirSync(folder, { recursive: true });
  if (bytes) writeFileSync(join(folder, fileName), bytes);
  const size = { width: 6, height: 4, fileSize: bytes?.length ?? 1 };
  const file = { fileName, originalName: "x.png", contentType: "image/png", ...size };
  return addSignageItem(server, { type: "image", title, ...file });
}

/** Evaluates to what the player shows: a picture's description, a text, or "nothing". */
export const playerScript = `(() => {
  const layer = [...document.querySelectorAll("#stage .layer")].at(-1);
  if (!layer) return "nothing";
  return layer.querySelector(".media img")?.alt ?? layer.innerText;
})()`;

/** What the player of this page shows. */
export const shownByPlayer = (page: Page): Promise<string> => page.evaluate(playerScript);

/**
 * Evaluates to whether everything for offline use is cached, including a media file. A worker still installing when the
 * browser ends delays the next start by ten seconds.
 */
export const isCachedScript = `(async () => {
  const { active, installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
  if (!active || installing || waiting) return false;
  const names = await caches.keys();
  const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const paths = cached.flat().map(({ url }) => new URL(url).pathname);
  const needed = [/^\\/did$/, /\\/signage-.*js$/, /^\\/api\\/did\\/playlist$/, /^\\/api\\/config$/, /^\\/files\\//];
  return needed.every((path) => paths.some((found) => path.test(found)));
})()`;
