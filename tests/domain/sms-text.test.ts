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

const hangul = fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCharCode(code));
const ascii = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const anything = fc.string({ unit: "grapheme" });

describe("the bytes of a message", () => {
  it.each([
    ["", 0],
    ["abc 123\n", 8],
    ["가나다", 6],
    ["뷁똠", 4],
    ["“인용” ·…€", 15],
    ["a😀b", 4],
    ["Zoë", 3],
    ["가".normalize("NFD"), 2],
  ])("of %j are %i", (text, bytes) => {
    expect(smsBytes(text)).toBe(bytes);
  });

  it("are one for a letter of ASCII and two for a syllable of Hangul, all 11,172 of them", () => {
    fc.assert(fc.property(ascii, (text) => smsBytes(text) === text.length));
    fc.assert(fc.property(fc.array(hangul), (text) => smsBytes(text.join("")) === 2 * text.length));
    const all = Array.from({ length: 11_172 }, (_, i) => String.fromCharCode(0xac00 + i)).join("");
    expect(unsendable(all)).toBeUndefined();
  });

  it("of two texts together are those of each", () => {
    fc.assert(
      fc.property(fc.array(hangul), ascii, (one, other) => {
        const text = one.join("");
        return smsBytes(text + other) === smsBytes(text) + smsBytes(other);
      }),
    );
  });

  it("make it a short one up to 90, a long one from 91", () => {
    expect(smsKind(smsBytes("가".repeat(45)))).toBe("sms");
    expect(smsKind(smsBytes(`${"가".repeat(45)}.`))).toBe("lms");
  });

  it("can be cut to a number, never in the middle of a letter", () => {
    fc.assert(
      fc.property(anything, fc.nat(200), (text, most) => {
        const cut = cutToBytes(text, most);
        return smsBytes(cut) <= most && smsText(text).startsWith(cut) && cut.isWellFormed();
      }),
    );
    expect(smsBytes(cutToBytes("가".repeat(5000), maxSmsBytes.lms))).toBe(2000);
  });
});

describe("letters that carriers cannot show", () => {
  it("are named, so that the writer can be told", () => {
    expect(unsendable("안녕하세요 😀!")).toBe("😀");
    expect(unsendable("ไทย")).toBe("ไ");
    expect(unsendable("가나다 “인용” – Zoë")).toBeUndefined();
  });

  it("turn into likes of theirs where there are some", () => {
    expect(smsText("9–10시 •\u00a0Zoë\u200b")).toBe("9-10시 · Zoe");
  });

  it("turn into question marks in names, and every name can be sent", () => {
    expect(smsValue("Zoë 😀")).toBe("Zoe ?");
    fc.assert(fc.property(anything, (name) => unsendable(smsValue(name)) === undefined));
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

  it.each(cases)("follow %s as it is read", (word, ...expected) => {
    const written = ["은/는", "이/가", "을/를", "과/와", "으로/로"];
    expect(written.map((pair) => fillText(`{name}(${pair})`, { name: word }))).toEqual(
      expected.map((particle) => word + particle),
    );
    const turned = written.map((pair) => pair.split("/").reverse().join("/"));
    expect(turned.map((pair) => fillText(`{name}(${pair})`, { name: word }))).toEqual(
      expected.map((particle) => word + particle),
    );
  });

  it("are written in both forms where the ending is unknown", () => {
    expect(fillText("{a}(은/는) {a}(이/가) {a}(을/를) {a}(과/와) {a}(으로/로)", { a: "山田" })).toBe(
      "山田은(는) 山田이(가) 山田을(를) 山田과(와) 山田(으)로",
    );
    expect(fillText("(은/는)", {})).toBe("은(는)");
  });

  it("follow every syllable by its final consonant", () => {
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

  it("are found in names in any Unicode form", () => {
    expect(fillText("{x}(은/는)", { x: "서울".normalize("NFD") })).toBe(`${"서울".normalize("NFD")}은`);
  });
});

describe("filling", () => {
  it("puts values into placeholders, and leaves what has none", () => {
    expect(fillText("{name}님, {place}(으로/로) 오십시오. {name}!", { name: "홍길동", place: "본관" })).toBe(
      "홍길동님, 본관으로 오십시오. 홍길동!",
    );
    expect(fillText("{name} {other}", { name: "A" })).toBe("A {other}");
  });

  it("never reads a value as a placeholder or a particle", () => {
    const tricky = fc.constantFrom("{name}", "{host}", "(은/는)", "$&", "$1", "{", "}", "홍(이/가)", "\\");
    fc.assert(
      fc.property(tricky, tricky, (name, host) => {
        expect(fillText("<{name}|{host}>", { name, host })).toBe(`<${name}|${host}>`);
      }),
    );
  });

  it("leaves a text without placeholders and particles as it is", () => {
    fc.assert(
      fc.property(
        anything.filter((text) => !/[{}()]/.test(text)),
        (text) => fillText(text, { name: "x" }) === text,
      ),
    );
  });

  it("tells the placeholders of a text, each once", () => {
    expect(placeholdersOf("{name} {place} {name} {nonsense} { x }")).toEqual(["name", "place", "nonsense"]);
  });
});

describe("a visitor's name in a message", () => {
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
  ])("%j is %j", (name, written) => {
    expect(messageName(name)).toBe(written);
  });

  it("is short, on one line, and has nothing to tap or dial", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (name) => {
        const written = messageName(name);
        expect([...written].length).toBeLessThanOrEqual(20);
        expect(written).not.toMatch(/[\n\r\u2028\u2029:/@#\\{}]|\p{N}.*\p{N}.*\p{N}.*\p{N}|\.\S/u);
      }),
    );
  });
});
