/** As much of a PDF as tests look at: its pages, their size, and the words on each, as Chromium writes them. */
import { inflateSync } from "node:zlib";

export interface PdfPage {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
  /** What stands on it, in the order it was drawn, without spaces. */
  readonly text: string;
}

interface Part {
  readonly head: string;
  /** Of a stream: what it holds, unpacked. */
  readonly body: string;
}

function partsOf(pdf: Buffer): Map<string, Part> {
  const raw = pdf.toString("latin1");
  const parts = new Map<string, Part>();
  for (const match of raw.matchAll(/(\d+) 0 obj\b([\s\S]*?)\bendobj/g)) {
    const [, number = "", content = ""] = match;
    const begin = /\bstream\r?\n/.exec(content);
    const head = begin ? content.slice(0, begin.index) : content;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const from = begin ? begin.index + begin[0].length : content.length;
    const bytes = Buffer.from(content.slice(from, from + length), "latin1");
    const isText = length > 0 && head.includes("/FlateDecode") && !head.includes("/Length1");
    parts.set(number, { head, body: isText ? inflateSync(bytes).toString("latin1") : "" });
  }
  return parts;
}

const utf16 = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** Glyph → characters, of a font. */
function lettersOf(cmap: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, block = ""] of cmap.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      letters.set(glyph.toUpperCase(), utf16(text));
  for (const [, block = ""] of cmap.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = "", to = "", text = ""] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph++) {
        const code = (Number.parseInt(text, 16) + glyph - first).toString(16).padStart(text.length, "0");
        letters.set(glyph.toString(16).padStart(from.length, "0").toUpperCase(), utf16(code));
      }
    }
  return letters;
}

const reference = (head: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? "";

/** A string of PDF between brackets: UTF-16 behind its mark, else Latin-1. */
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
  let letters: ReadonlyMap<string, string> = new Map();
  let text = "";
  // a glyph that stands for no character of its own has its text beside it
  let isSpelledOut = false;
  for (const [, font, written, hex, end, shown] of content.matchAll(token)) {
    if (font) letters = fonts.get(font) ?? new Map();
    else if (end) isSpelledOut = false;
    else if (written !== undefined || hex) {
      isSpelledOut = true;
      text += written !== undefined ? stringOf(written) : utf16((hex ?? "").replace(/^FEFF/i, ""));
    } else if (shown && !isSpelledOut) {
      // glyphs have one byte or two, as the font has them
      const digits = [...letters.keys()][0]?.length ?? 2;
      for (let at = 0; at < shown.length; at += digits)
        text += letters.get(shown.slice(at, at + digits).toUpperCase()) ?? "";
    }
  }
  return text.replace(/\s/g, "");
}

/** @param pdf as Chromium and Electron print it */
export function pagesOf(pdf: Buffer): PdfPage[] {
  const parts = partsOf(pdf);
  const headOf = (number: string) => parts.get(number)?.head ?? "";
  return [...parts.values()]
    .filter(({ head }) => /\/Type\s*\/Page\b/.test(head))
    .map(({ head }) => {
      const [, , width = 0, height = 0] = (/\/MediaBox\s*\[([^\]]*)\]/.exec(head)?.[1] ?? "")
        .trim()
        .split(/\s+/)
        .map((points) => Math.round((Number(points) / 72) * 25.4));
      const resources = reference(head, "Resources");
      const dictionary = (resources ? headOf(resources) : head).split("/Font")[1] ?? "";
      const fonts = new Map(
        [...dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", number = ""]) => [
          name,
          lettersOf(parts.get(reference(headOf(number), "ToUnicode"))?.body ?? ""),
        ]),
      );
      const content = parts.get(reference(head, "Contents"))?.body ?? "";
      return { width, height, text: textOf(content, fonts) };
    });
}
