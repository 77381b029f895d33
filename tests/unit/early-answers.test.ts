/** What was asked before the console's code was here is taken once, in the language in which it was asked for. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchOnce } from "../../desktop/renderer/console/lib/early-answers.ts";

const get = (language: string) => ({ method: "GET", headers: { "Accept-Language": language } });
const early = new Response("early");

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response("asked now"));
  const byPath = new Map([["/api/config", Promise.resolve(early)]]);
  globalThis.earlyAnswers = { language: "ko", byPath, asked: new Set() };
});

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.earlyAnswers = undefined;
});

const answerTo = async (path: string, init: RequestInit) => await fetchOnce(path, init);

test("the first who asks gets the early answer, the next asks for their own", async () => {
  expect(await answerTo("/api/config", get("ko"))).toBe(early);
  expect(await (await answerTo("/api/config", get("ko"))).text()).toBe("asked now");
});

test.each([
  ["in another language", "/api/config", get("en")],
  ["something else", "/api/config?part=2", get("ko")],
  ["to change something", "/api/config", { ...get("ko"), method: "PUT" }],
])("who asks %s asks for their own", async (_, path, init) => {
  expect(await (await answerTo(path, init)).text()).toBe("asked now");
});

test("where nothing was asked before, all is asked now", async () => {
  globalThis.earlyAnswers = undefined;
  expect(await (await answerTo("/api/config", get("ko"))).text()).toBe("asked now");
});
