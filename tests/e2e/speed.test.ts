/** The public site on a slow phone: largest paint, blocking and layout shift. */
import { expect, inject, test } from "vitest";
import { bundleSizes, total } from "../support/browser/bundle-size.ts";
import { type Loading, loadingOf, minimumOf, slowDown } from "../support/browser/slow-phone.ts";
import { isSeen } from "../support/visitor/visitor-locators.ts";
import type { Visitor } from "../support/visitor/visitor-pages.ts";
import { visitorSuite } from "../support/visitor/visitor-suite.ts";

const suite = visitorSuite({ freshPages: true });

async function openOnASlowPhone(path: string, seen: (visitor: Visitor) => Promise<void>): Promise<Loading> {
  const visitor = await suite.visitor({ width: 360, height: 640 });
  await slowDown(visitor.page);
  await visitor.open(path);
  await seen(visitor);
  await visitor.page.waitForLoadState("networkidle");
  const loading = await loadingOf(visitor.page);
  // a slowed page goes on taking time from the next
  await visitor.page.close();
  return loading;
}

/** The target of "/" is 2 s and 200 ms; shared machines, on which the tests run, need up to a quarter more. */
const screens = [
  [
    "/",
    { paint: 2_500, blocking: 250, shift: 0.02 },
    (visitor: Visitor) => isSeen(visitor.link("방문신청하기")),
  ],
  ["/form", { paint: 4_000, blocking: 600, shift: 0.02 }, (visitor: Visitor) => isSeen(visitor.agreeAll)],
] as const;

/** Other work on the machine only makes a load slower, so that the best of several counts. */
const maxTries = 8;

test.each(screens)(
  "%s is painted soon on a slow phone, blocks briefly and does not shift",
  async (path, budget, seen) => {
    const isWithin = ({ paint, blocking, shift }: Loading) =>
      paint <= budget.paint && blocking <= budget.blocking && shift <= budget.shift;
    const found: Loading[] = [];
    while (found.length < maxTries && !(found.length > 0 && isWithin(minimumOf(found))))
      found.push(await openOnASlowPhone(path, seen));
    expect(isWithin(minimumOf(found)), JSON.stringify(found)).toBe(true);
  },
);

/** Bytes of script and style that a page loads. */
async function loads([path, , seen]: (typeof screens)[number]): Promise<Map<string, number>> {
  const visitor = await suite.visitor();
  const requested = new Set<string>();
  visitor.page.on("request", (request) => requested.add(new URL(request.url()).pathname));
  await visitor.open(path);
  await seen(visitor);
  return bundleSizes(inject("publicSiteDir"), requested);
}

test("home loads at most 115 kB, and the form at most 40 kB more", async () => {
  const [home, form] = [await loads(screens[0]), await loads(screens[1])];
  expect(home.size).toBeGreaterThan(1);
  expect(total(home), [...home].join("\n")).toBeLessThanOrEqual(115_000);
  const more = new Map([...form].filter(([name]) => !home.has(name)));
  expect(total(more), [...more].join("\n")).toBeLessThanOrEqual(40_000);
});
