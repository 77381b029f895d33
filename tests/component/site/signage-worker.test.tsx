/** The lobby player with a cache that fails, and its service worker. */
import { afterEach, expect, it, vi } from "vitest";

/** A classic script, not a module: TypeScript would reject it in an import. */
const script: string = "../../../web/signage/worker.ts";

afterEach(() => vi.unstubAllGlobals());

it("answers with the new playlist although the disk is too full to cache it", async () => {
  const put = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  vi.stubGlobal("caches", { open: async () => ({ put, match: async () => new Response("old") }) });
  vi.stubGlobal("fetch", async () => new Response("new"));
  const addEventListener = vi.fn();
  vi.stubGlobal("addEventListener", addEventListener);
  await import(script);
  const onFetch = addEventListener.mock.calls.find(([name]) => name === "fetch")?.[1];
  const request = new Request(`${location.origin}/api/did/playlist`);
  const answer = await new Promise<Response>((respondWith) => onFetch({ request, respondWith }));
  expect(await answer.text()).toBe("new");
});

it("has the playlist although its media cannot be cached", async () => {
  // an unhandled rejection would fail the run
  vi.stubGlobal("setTimeout", () => {});
  vi.stubGlobal("caches", { open: () => Promise.reject(new DOMException("blocked", "SecurityError")) });
  vi.stubGlobal("fetch", async () => Response.json({ items: [], flowTexts: [] }));
  const { Feed } = await import("../../../web/signage/feed.ts");
  const feed = new Feed();
  await feed.start();
  expect(feed.playlist).toEqual({ items: [], flowTexts: [] });
});
