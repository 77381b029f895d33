import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPhone, maskPhone, parsePhone } from "#contract/phone.ts";

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const digits = (count: number) =>
  fc.array(digit, { minLength: count, maxLength: count }).map((d) => d.join(""));
/** Hyphenated Korean mobile numbers of every shape. */
const number = fc.oneof(
  digits(8).map((d) => `010-${d.slice(0, 4)}-${d.slice(4)}`),
  fc
    .tuple(fc.constantFrom("011", "016", "017", "018", "019"), digits(8), fc.boolean())
    .map(([prefix, d, long]) =>
      long ? `${prefix}-${d.slice(0, 4)}-${d.slice(4)}` : `${prefix}-${d.slice(1, 4)}-${d.slice(4)}`,
    ),
);

/** Types a text key by key into the formatted field. */
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
  ])("shows %j as %j", (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
  });

  it("gives the hyphenated number however it is typed, key by key", () => {
    fc.assert(
      fc.property(number, (whole) => {
        expect(type(whole.replace(/-/g, ""))).toBe(whole);
        expect(type(whole)).toBe(whole);
      }),
    );
  });

  it("takes an international number typed key by key", () => {
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
  ])("leaves a number of another country as it is typed: %j", (typed, shown) => {
    expect(type(typed)).toBe(shown);
    expect(formatPhone(typed)).toBe(shown);
  });

  it("lets backspace take away a trailing hyphen, and then the digit before it", () => {
    const field = type("010");
    const withoutHyphen = formatPhone(field.slice(0, -1), field);
    expect(withoutHyphen).toBe("010");
    expect(formatPhone(withoutHyphen.slice(0, -1), withoutHyphen)).toBe("01");
  });

  it("can be deleted to nothing by backspace alone, whatever stands there", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), (typed) => {
        let field = formatPhone(typed);
        for (let presses = 0; field !== "" && presses < 30; presses++)
          field = formatPhone(field.slice(0, -1), field);
        expect(field).toBe("");
      }),
    );
  });

  it("never shows anything but digits and hyphens, at most 13 characters, or another country's number, and is stable", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string().map((text) => `+${text}`),
    );
    fc.assert(
      fc.property(anything, (typed) => {
        const shown = formatPhone(typed);
        expect(shown).toMatch(/^(\+8?|[\d-]{0,13}|\+[\d ().-]{1,29})$/);
        expect(formatPhone(shown)).toBe(shown);
      }),
    );
  });
});

describe("parsePhone", () => {
  it("reads the spellings of one number as one", () => {
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
  ])("reads a number of another country: %j", (text, stored) => {
    expect(parsePhone(text)).toBe(stored);
    expect(parsePhone(stored)).toBe(stored);
    expect(maskPhone(stored)).toBe("***");
  });

  it.each([
    ...["", "010", "010-123-4567", "02-123-4567", "012-1234-5678", "010-1234-567a", "1 415 555 0100"],
    ...["+1 415 55", "+1234567890123456", "+02 2123 4567", "+82 2 123 4567", "010123456789", "-"],
  ])("refuses %j", (text) => {
    expect(parsePhone(text)).toBeUndefined();
  });
});

describe("maskPhone", () => {
  it("keeps the prefix, one or two digits and the last three", () => {
    expect(maskPhone("010-1234-5678")).toBe("010-12**-*678");
    expect(maskPhone("011-123-4567")).toBe("011-1**-*567");
  });

  it("shows *** for other shapes and nothing for nothing", () => {
    expect(maskPhone("02-123-4567")).toBe("***");
    expect(maskPhone("01012345678")).toBe("***");
    expect(maskPhone("")).toBe("");
    expect(maskPhone(null)).toBe("");
  });

  it("hides exactly three digits of any number", () => {
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
