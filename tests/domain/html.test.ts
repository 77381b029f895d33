import { describe, expect, it } from "vitest";
import { safeHtml } from "#api/safe-html.ts";
import { attacks } from "../support/attacks.ts";

const tags = new Set(
  `h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code ul ol li dl dt dd strong b em i u s sub sup mark
   small table caption colgroup col thead tbody tfoot tr th td a`.split(/\s+/),
);
const attributes = new Set("style href target rel start type colspan rowspan scope span".split(" "));
const styles = /^(color|background-color|text-align|font-weight|font-style|text-decoration|width):[^:()]*$/;

function tagsIn(html: string) {
  return [...html.matchAll(/<([^<>]*)>/g)].map(([, inside = ""]) => {
    const [, name = ""] = /^\/?([a-z][a-z0-9]*)/i.exec(inside) ?? [];
    const given = [...inside.matchAll(/\s([^\s=/>]+)(?:="([^"]*)")?/g)].map(
      ([, attribute = "", value = ""]) => [attribute, value] as const,
    );
    return { name, given };
  });
}

describe("safeHtml", () => {
  it("is tested with at least 60 attacks", () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60);
  });

  it.each(attacks)("sanitizes %s and keeps the text", (_what, html) => {
    const safe = safeHtml(html);
    expect(safe).toContain("남는 글");
    for (const { name, given } of tagsIn(safe)) {
      expect([...tags]).toContain(name);
      for (const [attribute, value] of given) {
        expect([...attributes]).toContain(attribute);
        if (attribute === "href") expect(value).toMatch(/^(https?:\/\/|mailto:|tel:|#)/);
        if (attribute === "style") for (const one of value.split(";")) expect(one).toMatch(styles);
      }
    }
    // no other angle brackets
    expect(safe.replace(/<[^<>]*>/g, "")).not.toMatch(/[<>]/);
  });

  it.each(attacks)("is idempotent: %s", (_what, html) => {
    expect(safeHtml(safeHtml(html))).toBe(safeHtml(html));
  });

  it("keeps elements used in legal texts", () => {
    const text = `<h2>제목</h2><p style="text-align:center;color:#ff0000">가<br />나</p><ol start="3" type="a"><li>하나</li></ol>
<table><caption>표</caption><colgroup><col span="2" /></colgroup><thead><tr><th scope="col">가</th></tr></thead><tbody><tr><td colspan="2" rowspan="1">나</td></tr></tbody></table>`;
    expect(safeHtml(text)).toBe(text);
  });

  it("opens links in a new window without opener and referrer", () => {
    expect(safeHtml('<a href="https://example.com" target="_self" rel="opener">가</a>')).toBe(
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer">가</a>',
    );
  });

  it("takes bounded time for malicious input", () => {
    const slow = [
      "<div>".repeat(20_000),
      "<".repeat(100_000),
      "&#".repeat(50_000),
      "<a style='".repeat(10_000),
    ];
    for (const html of slow) {
      const started = performance.now();
      safeHtml(html);
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});
