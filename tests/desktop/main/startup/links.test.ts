import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reserveNumber } from "#contract/visits/reserve-number.ts";
import { createLinks, parseLink } from "../../../../desktop/main/startup/links.ts";
import { searchOf } from "../../../../desktop/renderer/console/lib/visit-links.ts";
import { keptLog } from "../../support/log.ts";

describe("a link to the app", () => {
  it.each([
    ["visit://261120-7KQ2M", { reserveNo: "261120-7KQ2M" }],
    ["visit://261120-7kq2m/", { reserveNo: "261120-7KQ2M" }],
    ["VISIT://261120-7KQ2M", { reserveNo: "261120-7KQ2M" }],
    ["visit://1234", { id: 1234 }],
    ["visit://1234/", { id: 1234 }],
  ])("%s identifies a visit", (text, link) => {
    expect(parseLink(text)).toEqual(link);
  });

  it("is parsed for every reservation number of the server", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (random) => {
        const reserveNo = reserveNumber("2026-11-20", random);
        expect(parseLink(`visit://${reserveNo}`)).toEqual({ reserveNo });
      }),
    );
  });

  it.each([
    ...["", "visit://", "visit:1234", "visit://0", "visit://01", "visit://1234567890"],
    ...["visit://1234/edit", "visit://1234?visit=5", "visit://1234#x", "visit://user@1234"],
    ...["visit://261120-7KQ2", "visit://261120-7KQ2O", "visit://%31234", "visit://1234 --no-sandbox"],
    ...["visit://1234\n", "visit://1234\u0000", "visit://１２３４", "https://evil.example/visit://1234"],
    ...["visitor://1234", "javascript:alert(1)"],
    `visit://${"1".repeat(100_000)}`,
  ])("%j is refused, and logged without its text", (text) => {
    const { log, lines } = keptLog();
    const links = createLinks(log);
    expect(links.offer(text)).toBe(false);
    expect(links.take()).toBeNull();
    expect(lines).toEqual([`link-refused ${text.length}`]);
  });

  it("yields only an id or a reservation number from any text", () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.string().map((text) => `visit://${text}`),
      fc.webUrl(),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const link = parseLink(text);
        expect(
          link === undefined ||
            /^(\{"id":\d+\}|\{"reserveNo":"\d{6}-[\dA-Z]{5}"\})$/.test(JSON.stringify(link)),
        ).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("opens in the list of visits: an id directly, a number as a search", () => {
    expect(searchOf({ id: 12 })).toEqual({ visit: 12 });
    expect(searchOf({ reserveNo: "261120-7KQ2M" })).toEqual({ q: "261120-7KQ2M" });
  });
});

describe("a link that arrived", () => {
  it("is kept until it is taken, once; of two the last one is kept", () => {
    const links = createLinks(keptLog().log);
    links.offer("visit://1");
    links.offer("visit://2");
    links.offer("visit://nonsense");
    expect(links.take()).toEqual({ id: 2 });
    expect(links.take()).toBeNull();
  });

  it("is announced to the window unless it was refused", () => {
    const links = createLinks(keptLog().log);
    let arrivals = 0;
    links.onArrival(() => arrivals++);
    links.offer("visit://1");
    links.offer("visit://x");
    expect(arrivals).toBe(1);
  });

  it("is found in the command line", () => {
    const from = (...argv: string[]) => {
      const { log, lines } = keptLog();
      const links = createLinks(log);
      links.offerFrom(argv);
      return [links.take(), lines];
    };
    expect(from("visit://9", "--allow-file-access", "--", "visit://7")).toEqual([{ id: 7 }, []]);
    expect(from("/opt/visitor-desk", "--some-switch", "/home/x/file")).toEqual([null, []]);
    expect(from("/opt/visitor-desk", "visit://1", "visit://2")).toEqual([null, ["link-refused 2"]]);
    expect(from("/opt/visitor-desk", "visit://evil")).toEqual([null, ["link-refused 12"]]);
  });
});
