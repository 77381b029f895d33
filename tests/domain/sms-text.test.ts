import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cutToBytes,
  fillText,
  maxSmsBytes,
  messageName,
  placeholdersOf,
  smsBytes,
  smsKind,
  smsText,
  smsValue,
  unsendable,
} from "#contract/messages/sms-text.ts";
import { anyCharacter } from "../support/any-character.ts";

const hangul = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const ascii = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const anyText = fc.string({ unit: "grapheme" });

describe("bytes of a message", () => {
  it.each([
    ["", 0],
    ["abc 123\n", 8],
    ["가나다", 6],
    ["뷁똠", 4],
    ["“인용” ·…€", 15],
    ["a😀b", 4],
    ["Zoë", 3],
    ["가".normalize("NFD"), 2],
  ])("%j has %i", (text, bytes) => {
    expect(smsBytes(text)).toBe(bytes);
  });

  it("are one for ASCII and two for each of the 11,172 Hangul syllables", () => {
    fc.assert(fc.property(ascii, (text) => smsBytes(text) === text.length));
    fc.assert(fc.property(fc.array(hangul), (text) => smsBytes(text.join("")) === 2 * text.length));
    const all = Array.from({ length: 11_172 }, (_, i) => String.fromCharCode(0xac00 + i)).join("");
    expect(unsendable(all)).toBeUndefined();
  });

  it("of two texts add up", () => {
    fc.assert(
      fc.property(fc.array(hangul), ascii, (one, other) => {
        const text = one.join("");
        return smsBytes(text + other) === smsBytes(text) + smsBytes(other);
      }),
    );
  });

  it("decide the kind: sms up to 90, lms from 91", () => {
    expect(smsKind(smsBytes("가".repeat(45)))).toBe("sms");
    expect(smsKind(smsBytes(`${"가".repeat(45)}.`))).toBe("lms");
  });

  it("can be truncated without splitting a character", () => {
    fc.assert(
      fc.property(anyText, fc.nat(200), (text, most) => {
        const cut = cutToBytes(text, most);
        return smsBytes(cut) <= most && smsText(text).startsWith(cut) && cut.isWellFormed();
      }),
    );
    expect(smsBytes(cutToBytes("가".repeat(5000), maxSmsBytes.lms))).toBe(2000);
  });
});

describe("characters that carriers cannot show", () => {
  it("are returned for the error message", () => {
    expect(unsendable("안녕하세요 😀!")).toBe("😀");
    expect(unsendable("ไทย")).toBe("ไ");
    expect(unsendable("가나다 “인용” – Zoë")).toBeUndefined();
  });

  it("are replaced by similar ones", () => {
    expect(smsText("9–10시 •\u00a0Zoë\u200b")).toBe("9-10시 · Zoe");
  });

  it("are replaced by question marks in names", () => {
    expect(smsValue("Zoë 😀")).toBe("Zoe ?");
    fc.assert(fc.property(anyText, (name) => unsendable(smsValue(name)) === undefined));
  });
});

describe("particles", () => {
  const cases = [
    ["김철수", "는", "가", "를", "와", "로"],
    ["홍길동", "은", "이", "을", "과", "으로"],
    ["서울", "은", "이", "을", "과", "로"],
    ["본관", "은", "이", "을", "과", "으로"],
    ["3", "은", "이", "을", "과", "으로"],
    ["1", "은", "이", "을", "과", "로"],
    ["7", "은", "이", "을", "과", "로"],
    ["8", "은", "이", "을", "과", "로"],
    ["0", "은", "이", "을", "과", "으로"],
    ["10", "은", "이", "을", "과", "으로"],
    ["2", "는", "가", "를", "와", "로"],
    ["B", "는", "가", "를", "와", "로"],
    ["L", "은", "이", "을", "과", "로"],
    ["R", "은", "이", "을", "과", "로"],
    ["M", "은", "이", "을", "과", "으로"],
    ["ABN", "은", "이", "을", "과", "으로"],
    ["Paul", "은", "이", "을", "과", "로"],
    ["Kim", "은", "이", "을", "과", "으로"],
    ["Smith", "는", "가", "를", "와", "로"],
    ["본관 (3층)", "은", "이", "을", "과", "으로"],
    ["‘서울’", "은", "이", "을", "과", "로"],
  ] as const;

  it.each(cases)("follow the pronunciation of %s", (word, ...expected) => {
    const pairs = ["은/는", "이/가", "을/를", "과/와", "으로/로"];
    expect(pairs.map((pair) => fillText(`{name}(${pair})`, { name: word }))).toEqual(
      expected.map((particle) => word + particle),
    );
    const turned = pairs.map((pair) => pair.split("/").reverse().join("/"));
    expect(turned.map((pair) => fillText(`{name}(${pair})`, { name: word }))).toEqual(
      expected.map((particle) => word + particle),
    );
  });

  it("are written in both forms after an unknown ending", () => {
    expect(fillText("{a}(은/는) {a}(이/가) {a}(을/를) {a}(과/와) {a}(으로/로)", { a: "山田" })).toBe(
      "山田은(는) 山田이(가) 山田을(를) 山田과(와) 山田(으)로",
    );
    expect(fillText("(은/는)", {})).toBe("은(는)");
  });

  it("follow the final consonant of every syllable", () => {
    fc.assert(
      fc.property(hangul, (syllable) => {
        const parts = [...syllable.normalize("NFD")];
        const isOpen = parts.length === 2;
        const isRieul = parts[2] === "\u11af";
        return (
          fillText("{x}(을/를)", { x: syllable }) === syllable + (isOpen ? "를" : "을") &&
          fillText("{x}(으로/로)", { x: syllable }) === syllable + (isOpen || isRieul ? "로" : "으로")
        );
      }),
    );
  });

  it("are chosen for every Unicode normalization", () => {
    expect(fillText("{x}(은/는)", { x: "서울".normalize("NFD") })).toBe(`${"서울".normalize("NFD")}은`);
  });
});

describe("fillText", () => {
  it("replaces known placeholders and keeps others", () => {
    expect(fillText("{name}님, {place}(으로/로) 오십시오. {name}!", { name: "홍길동", place: "본관" })).toBe(
      "홍길동님, 본관으로 오십시오. 홍길동!",
    );
    expect(fillText("{name} {other}", { name: "A" })).toBe("A {other}");
  });

  it("does not interpret values as placeholders or particles", () => {
    const tricky = fc.constantFrom("{name}", "{host}", "(은/는)", "$&", "$1", "{", "}", "홍(이/가)", "\\");
    fc.assert(
      fc.property(tricky, tricky, (name, host) => {
        expect(fillText("<{name}|{host}>", { name, host })).toBe(`<${name}|${host}>`);
      }),
    );
  });

  it("returns a text without placeholders unchanged", () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => !/[{}()]/.test(text)),
        (text) => fillText(text, { name: "x" }) === text,
      ),
    );
  });

  it("placeholdersOf lists each placeholder once", () => {
    expect(placeholdersOf("{name} {place} {name} {nonsense} { x }")).toEqual(["name", "place", "nonsense"]);
  });
});

describe("messageName", () => {
  it.each([
    ["홍길동", "홍길동"],
    ["Jean-Luc O’Brien Jr.", "Jean-Luc O’Brien Jr."],
    ["J.R. Kim", "J. R. Kim"],
    ["홍길동 2", "홍길동 2"],
    ["(광고) 대출 http://evil.example/x", "광고 대출"],
    ["www.evil.example", ""],
    ["evil.example/x 홍길동", "홍길동"],
    ["bit.ly", "bit. ly"],
    ["홍길동 010-1234-5678", "홍길동"],
    ["홍길동 ０１０ 1234", "홍길동"],
    ["0a1b2c3d", "a b c d"],
    ["홍\n길\u2028동", "홍 길 동"],
    ["Wolfeschlegelsteinhausenbergerdorff", "Wolfeschlegelsteinha"],
    ["☎ !!! {reserveNo} @evil", "reserveNo evil"],
  ])("turns %j into %j", (name, expected) => {
    expect(messageName(name)).toBe(expected);
  });

  it("is short, on one line, without links and phone numbers", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (name) => {
        const result = messageName(name);
        expect([...result].length).toBeLessThanOrEqual(20);
        expect(result).not.toMatch(/[\n\r\u2028\u2029:/@#\\{}]|\p{N}.*\p{N}.*\p{N}.*\p{N}|\.\S/u);
      }),
    );
  });
});
