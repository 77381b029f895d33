/** Reads the pages of a PDF written by Chromium: size and text. */
import { inflateSync } from "node:zlib";

export interface PdfPage {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** In drawing order, without spaces. */
  readonly text: string;
}

interface PdfObject {
  readonly dictionary: string;
  /** Uncompressed; empty without a text stream. */
  readonly stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const raw = pdf.toString("latin1");
  const objects = new Map<string, PdfObject>();
  for (const match of raw.matchAll(/(\d+) 0 obj\b([\s\S]*?)\bendobj/g)) {
    const [, number = "", content = ""] = match;
    const begin = /\bstream\r?\n/.exec(content);
    const dictionary = begin ? content.slice(0, begin.index) : content;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const from = begin ? begin.index + begin[0].length : content.length;
    const bytes = Buffer.from(content.slice(from, from + length), "latin1");
    const isText = length > 0 && dictionary.includes("/FlateDecode") && !dictionary.includes("/Length1");
    objects.set(number, { dictionary, stream: isText ? inflateSync(bytes).toString("latin1") : "" });
  }
  return objects;
}

const utf16 = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** Characters of each glyph, by the ToUnicode map of a font. */
function glyphsOf(cmap: string): Map<string, string> {
  const characters = new Map<string, string>();
  for (const [, block = ""] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      characters.set(glyph.toUpperCase(), utf16(text));
  for (const [, block = ""] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = "", to = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph++) {
        const code = (Number.parseInt(text, 16) + glyph - first).toString(16).padStart(text.length, "0");
        characters.set(glyph.toString(16).padStart(from.length, "0").toUpperCase(), utf16(code));
      }
    }
  return characters;
}

const reference = (dictionary: string, name: string) =>
  new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? "";

/** A literal string: UTF-16 after a byte order mark, else Latin-1. */
function stringOf(written: string): string {
  const bytes = written.replace(/\\(\d{3}|[\s\S])/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : code,
  );
  if (!bytes.startsWith("\xfe\xff")) return bytes;
  return Buffer.from(bytes.slice(2), "latin1").swap16().toString("utf16le");
}

const token =
  /\/(F\d+) [\d.]+ Tf|\/ActualText (?:\(((?:\\[\s\S]|[^\\)])*)\)|<([0-9A-Fa-f]+)>)|\b(EMC)\b|<([0-9A-Fa-f]+)>/g;

function textOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let glyphs: ReadonlyMap<string, string> = new Map();
  let text = "";
  // a glyph without a character has its text in ActualText
  let hasActualText = false;
  for (const [, font, written, hex, end, shown] of content.matchAll(token)) {
    if (font) glyphs = fonts.get(font) ?? new Map();
    else if (end) hasActualText = false;
    else if (written !== undefined || hex) {
      hasActualText = true;
      text += written !== undefined ? stringOf(written) : utf16((hex ?? "").replace(/^FEFF/i, ""));
    } else if (shown && !hasActualText) {
      // glyphs have one or two bytes, depending on the font
      const digits = [...glyphs.keys()][0]?.length ?? 2;
      for (let at = 0; at < shown.length; at += digits)
        text += glyphs.get(shown.slice(at, at + digits).toUpperCase()) ?? "";
    }
  }
  return text.replace(/\s/g, "");
}

/** @param pdf as Chromium and Electron print it */
export function pagesOf(pdf: Buffer): PdfPage[] {
  const objects = objectsOf(pdf);
  const dictionaryOf = (number: string) => objects.get(number)?.dictionary ?? "";
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type\s*\/Page\b/.test(dictionary))
    .map(({ dictionary: page }) => {
      const [, , width = 0, height = 0] = (/\/MediaBox\s*\[([^\]]*)\]/.exec(page)?.[1] ?? "")
        .trim()
        .split(/\s+/)
        .map((points) => Math.round((Number(points) / 72) * 25.4));
      const resources = reference(page, "Resources");
      const fontList = (resources ? dictionaryOf(resources) : page).split("/Font")[1] ?? "";
      const fonts = new Map(
        [...fontList.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", number = ""]) => [
          name,
          glyphsOf(objects.get(reference(dictionaryOf(number), "ToUnicode"))?.stream ?? ""),
        ]),
      );
      const content = objects.get(reference(page, "Contents"))?.stream ?? "";
      return { width, height, text: textOf(content, fonts) };
    });
}
