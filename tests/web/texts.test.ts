/** The texts of both faces and the code that shows them belong together: nothing missing, nothing left over. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };
import { ROOT } from "#scripts/paths.ts";
import { askedTexts, literalsIn, places, saidInEnglish, saidInKorean } from "../support/source-texts.ts";
import { flatten } from "../support/visitor/visitor-texts.ts";

const texts = { ko: flatten(ko), en: flatten(en) };
const known = Object.keys(texts.ko);

const blanksIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe("texts", () => {
  it("are the same in Korean and in English", () => {
    expect(Object.keys(texts.en).sort()).toEqual([...known].sort());
  });

  it("have the same blanks in both", () => {
    const differing = Object.entries(texts.ko)
      .filter(([key, text]) => String(blanksIn(text)) !== String(blanksIn(texts.en[key] ?? "")))
      .map(([key]) => key);
    expect(differing).toEqual([]);
  });

  it("are none of them empty or padded", () => {
    const bad = Object.values(texts).flatMap((one) =>
      Object.entries(one).filter(([, text]) => text.trim() === "" || text !== text.trim()),
    );
    expect(bad).toEqual([]);
  });
});

const faces = [
  {
    face: "public site",
    root: "visitor",
    folder: "web",
    allowed: ["이용약관", "필수동의", "선택동의", "안내문", "체크리스트", "한국어"],
  },
  { face: "console", root: "console", folder: "desktop/renderer", allowed: ["한국어", "language 언어"] },
] as const;

describe.each(faces)("the $face", ({ root, folder, allowed }) => {
  const literals = literalsIn(join(ROOT, folder)).filter(
    // what the build draws fonts from is no component
    ({ name }) => !name.startsWith("build/"),
  );
  const ours = known.filter((key) => key.startsWith(`${root}.`));
  const { missing, unused } = askedTexts(literals, root, ours);

  it("asks for no text that does not exist", () => {
    expect(missing).toEqual([]);
  });

  it("uses every text", () => {
    expect(unused).toEqual([]);
  });

  it("says nothing in Korean but by its texts", () => {
    expect(places(saidInKorean(literals, allowed))).toEqual([]);
  });

  it("says nothing in English but by its texts", () => {
    expect(places(saidInEnglish(literals, new RegExp(`^${root}(\\.\\w+){2,}$`)))).toEqual([]);
  });
});
