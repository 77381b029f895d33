/** What the first screen waits for is asked for early, once, and taken soon or not at all. */
import { afterEach, expect, test, vi } from "vitest";
import { fetchOnce } from "../../../../desktop/renderer/console/lib/early-answers.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.earlyAnswers = undefined;
});

/** Answers of the server, each to be given by the test. */
function openPage(pathname: string) {
  const asked = new Map<string, (body: unknown) => void>();
  const storage = { getItem: () => null };
  vi.stubGlobal("location", { pathname });
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("localStorage", storage);
  vi.stubGlobal(
    "fetch",
    (path: string) =>
      new Promise((resolve) => {
        asked.set(path, (body) => resolve(Response.json(body)));
      }),
  );
  vi.resetModules();
  return { asked, begin: () => import("../../../../desktop/renderer/console/early-calls.ts") };
}

const board = "/dash/visits/progress";
const answer = async ({ asked }: ReturnType<typeof openPage>) => {
  asked.get("/dash/user/current")?.({ permissions: { desk: "all" } });
  await vi.waitFor(() => expect(asked.has("/dash/user/preferences")).toBe(true));
  asked.get("/dash/user/preferences")?.({ startScreen: null });
};

test("the board is asked for early for who begins with it", async () => {
  const page = openPage("/dash/");
  await page.begin();
  await answer(page);
  await vi.waitFor(() => expect([...page.asked.keys()]).toContain(board));
  expect([...(globalThis.earlyAnswers?.byPath.keys() ?? [])]).toContain(board);
});

test("the board is not asked for early once the console has asked: its next reading is its own", async () => {
  const page = openPage("/dash/");
  await page.begin();
  void fetchOnce(board, { method: "GET", headers: { "Accept-Language": "ko" } });
  page.asked.delete(board);
  await answer(page);
  const preferences = await globalThis.earlyAnswers?.byPath.get("/dash/user/preferences");
  await preferences?.clone().json();
  await vi.waitFor(() => expect(page.asked.size).toBe(3));
  await new Promise((later) => setImmediate(later));
  expect(page.asked.has(board)).toBe(false);
  expect(globalThis.earlyAnswers?.byPath.has(board)).toBe(false);
});

test("what nobody has taken after half a minute is out of date", async () => {
  vi.useFakeTimers();
  try {
    const page = openPage("/dash/today");
    await page.begin();
    vi.advanceTimersByTime(29_999);
    expect(globalThis.earlyAnswers?.byPath.has("/api/config")).toBe(true);
    vi.advanceTimersByTime(1);
    expect(globalThis.earlyAnswers).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
