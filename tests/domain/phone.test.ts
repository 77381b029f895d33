import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPhone, maskPhone, parsePhone } from "#contract/phone.ts";

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const digits = (count: number) =>
  fc.array(digit, { minLength: count, maxLength: count }).map((d) => d.join(""));
const number = fc.oneof(
  digits(8).map((d) => `010-${d.slice(0, 4)}-${d.slice(4)}`),
  fc
    .tuple(fc.constantFrom("011", "016", "017", "018", "019"), digits(8), fc.boolean())
    .map(([prefix, d, long]) =>
      long ? `${prefix}-${d.slice(0, 4)}-${d.slice(4)}` : `${prefix}-${d.slice(1, 4)}-${d.slice(4)}`,
    ),
);

const type = (text: string, start = "") =>
  Array.from(text).reduce((field, key) => formatPhone(field + key, field), start);

describe("formatPhone", () => {
  it.each([
    ["0", "0"],
    ["01", "01"],
    ["010", "010-"],
    ["0101", "010-1"],
    ["01012", "010-12"],
    ["0101234", "010-1234-"],
    ["01012345", "010-1234-5"],
    ["01012345678", "010-1234-5678"],
    ["010123456789", "010-1234-5678"],
    ["011123", "011-123-"],
    ["0111234567", "011-123-4567"],
    ["01112345678", "011-1234-5678"],
    ["+82 10 1234 5678", "010-1234-5678"],
    ["+82 (0)10-1234-5678", "010-1234-5678"],
    ["a0b1c0 ", "010-"],
    ["", ""],
  ])("formats %j as %j", (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });

  it("formats any notation typed key by key", () => {
    fc.assert(
      fc.property(number, (whole) => {
        expect(type(whole.replace(/-/g, ""))).toBe(whole);
        expect(type(whole)).toBe(whole);
      }),
    );
  });

  it("formats an international number typed key by key", () => {
    expect(type("+821012345678")).toBe("010-1234-5678");
  });

  it.each([
    ["+1 415 555 0100", "+1 415 555 0100"],
    ["+1 (415) 555-0100", "+1 (415) 555-0100"],
    ["+8613912345678", "+8613912345678"],
    ["+86 139 1234 5678", "+86 139 1234 5678"],
    [" +44 20 7946 0958", "+44 20 7946 0958"],
    ["+1 415 abc 0100", "+1 415 0100"],
    ["+1234567890123456789", "+123456789012345"],
  ])("keeps a foreign number as typed: %j", (typed, shown) => {
    expect(type(typed)).toBe(shown);
    expect(formatPhone(typed)).toBe(shown);
  });

  it("removes a trailing hyphen with backspace, then the digit before it", () => {
    const field = type("010");
    const withoutHyphen = formatPhone(field.slice(0, -1), field);
    expect(withoutHyphen).toBe("010");
    expect(formatPhone(withoutHyphen.slice(0, -1), withoutHyphen)).toBe("01");
  });

  it("can be emptied with backspace from any text", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (typed) => {
        let field = formatPhone(typed);
        for (let presses = 0; field !== "" && presses < 30; presses++)
          field = formatPhone(field.slice(0, -1), field);
        expect(field).toBe("");
      }),
    );
  });

  it("returns only digits and hyphens or a foreign number, and is idempotent", () => {
    const anyText = fc.oneof(
      fc.string(),
      fc.string().map((text) => `+${text}`),
    );
    fc.assert(
      fc.property(anyText, (typed) => {
        const shown = formatPhone(typed);
        expect(shown).toMatch(/^(\+8?|[\d-]{0,13}|\+[\d ().-]{1,29})$/);
        expect(formatPhone(shown)).toBe(shown);
      }),
    );
  });
});

describe("parsePhone", () => {
  it("normalizes all notations of a number", () => {
    fc.assert(
      fc.property(number, fc.constantFrom("", " ", "-", "."), (whole, separator) => {
        const groups = whole.split("-");
        expect(parsePhone(groups.join(separator))).toBe(whole);
        expect(parsePhone(`+82 ${groups.join(separator).slice(1)}`)).toBe(whole);
        expect(parsePhone(`  ${whole} `)).toBe(whole);
      }),
    );
  });

  it.each([
    ["+1 415 555 0100", "+14155550100"],
    ["+1 (415) 555-0100", "+14155550100"],
    ["+86 139-1234-5678", "+8613912345678"],
    ["+49 30 123456", "+4930123456"],
    ["+49 (0)30 123456", "+4930123456"],
    ["+49( 0 )30-123456", "+4930123456"],
    ["+49 030 123456", "+4930123456"],
    ["+44 07700 900123", "+447700900123"],
    ["+39 06 1234567", "+39061234567"],
  ])("normalizes a foreign number: %j", (text, stored) => {
    expect(parsePhone(text)).toBe(stored);
    expect(parsePhone(stored)).toBe(stored);
    expect(maskPhone(stored)).toBe("***");
  });

  it.each([
    ..."010 010-123-4567 02-123-4567 012-1234-5678 010-1234-567a 010123456789 +1234567890123456 -".split(" "),
    "",
    "1 415 555 0100",
    "+1 415 55",
    "+02 2123 4567",
    "+82 2 123 4567",
  ])("rejects %j", (text) => {
    expect(parsePhone(text)).toBeUndefined();
  });
});

describe("maskPhone", () => {
  it("keeps the prefix, one or two digits and the last three", () => {
    expect(maskPhone("010-1234-5678")).toBe("010-12**-*678");
    expect(maskPhone("011-123-4567")).toBe("011-1**-*567");
  });

  it("returns *** for other formats and an empty text for none", () => {
    expect(maskPhone("02-123-4567")).toBe("***");
    expect(maskPhone("01012345678")).toBe("***");
    expect(maskPhone("")).toBe("");
    expect(maskPhone(null)).toBe("");
  });

  it("masks exactly three digits", () => {
    fc.assert(
      fc.property(number, (whole) => {
        const masked = maskPhone(whole);
        expect(masked).toHaveLength(whole.length);
        expect(masked.replace(/[^*]/g, "")).toBe("***");
        for (const [i, letter] of Array.from(masked).entries()) {
          if (letter !== "*") expect(letter).toBe(whole[i]);
        }
      }),
    );
  });
});
