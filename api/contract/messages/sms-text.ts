/**
 * The text of a message: its length in bytes, the characters that carriers can show, and filling placeholders with the
 * right Korean particles (docs/behaviour.md, "Messages"). Pure, shared by the composer and the server.
 */

/** Maximum bytes of a short and of a long message, as Korean carriers count them. */
export const maxSmsBytes = { sms: 90, lms: 2000 } as const;

const firstSyllable = 0xac00;

let known: Set<string> | undefined;

/**
 * Characters of KS X 1001, from the platform's decoder; computed on first use. Carriers use CP949, which has all
 * syllables, but Node's decoder knows only the 2,350 of the older standard.
 */
function signs(): Set<string> {
  if (known) return known;
  const bytes = range(0xa1, 0xfe);
  const pairs = bytes.flatMap((lead) => bytes.flatMap((trail) => [lead, trail]));
  const characters = [...new TextDecoder("euc-kr").decode(new Uint8Array(pairs))];
  known = new Set(characters.filter((character) => character > "\u007f" && character !== "\ufffd"));
  return known;
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** Replacements for characters that phones type and EUC-KR lacks. */
const replacements: Record<string, string> = {
  "\u00a0": " ",
  "\u2007": " ",
  "\u202f": " ",
  "\u2010": "-",
  "\u2011": "-",
  "\u2012": "-",
  "\u2013": "-",
  "\u2014": "-",
  "\u2212": "-",
  "\u2022": "·",
  "\u2032": "'",
  "\u2033": '"',
  "\u200b": "",
  "\u200d": "",
  "\ufe0e": "",
  "\ufe0f": "",
  "\ufeff": "",
  "\r": "",
};

/** A letter without diacritics, "é" → "e"; other characters stay. */
const stripMarks = (character: string) => character.normalize("NFD").replace(/\p{M}/gu, "");

const canShow = (character: string) => /^[\0-\x7f가-힣]$/.test(character) || signs().has(character);

/** Texts that need no replacement; most are. */
const unchanged = /^[\n\x20-\x7e가-힣]*$/;

/** Replaces characters that EUC-KR lacks, where a replacement exists; others stay. */
export function smsText(text: string): string {
  if (unchanged.test(text)) return text;
  const characters = [...text.normalize("NFC")].map((character) => {
    if (canShow(character) && replacements[character] === undefined) return character;
    const other = replacements[character] ?? stripMarks(character);
    return [...other].every(canShow) ? other : character;
  });
  return characters.join("");
}

/** As `smsText`, with "?" for characters without a replacement: for names, which the sender cannot correct. */
export const smsValue = (value: string): string =>
  [...smsText(value)].map((character) => (canShow(character) ? character : "?")).join("");

/** The first character that carriers cannot show, for example an emoji. */
export const unsendable = (text: string): string | undefined =>
  [...smsText(text)].find((character) => !canShow(character));

/** Bytes of a text in EUC-KR: one for ASCII, two for everything else, characters that EUC-KR lacks included. */
export function smsBytes(text: string): number {
  let bytes = 0;
  for (const character of smsText(text)) bytes += character <= "\u007f" ? 1 : 2;
  return bytes;
}

/** Placeholder of the visitor's own link, which is made when the message is sent. */
export const linkPlaceholder = "{link}";

/** Bytes reserved for the link while a text is measured. */
const linkBytes = 150;

/** Bytes of a text, its link included. */
export const sentBytes = (text: string): number =>
  smsBytes(text) + (text.split(linkPlaceholder).length - 1) * linkBytes;

/** Whether a text of this many bytes is sent as a short or a long message. */
export const smsKind = (bytes: number): "sms" | "lms" => (bytes <= maxSmsBytes.sms ? "sms" : "lms");

/** Truncates a text to a number of bytes. */
export function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let cut = "";
  for (const character of smsText(text)) {
    bytes += character <= "\u007f" ? 1 : 2;
    if (bytes > maxBytes) return cut;
    cut += character;
  }
  return cut;
}

/** Sound at the end of a text: no final consonant, ㄹ, or another one; undefined where it is unknown. */
type Ending = "open" | "rieul" | "closed";

const finals = 28;
const rieul = 8;

/** Of 영 일 이 삼 사 오 육 칠 팔 구. Ten, hundred, thousand … are closed, as 영 is. */
const digitEndings: readonly Ending[] = [
  "closed",
  "rieul",
  "open",
  "closed",
  "open",
  "open",
  "closed",
  "rieul",
  "rieul",
  "open",
];

/** Endings of Latin letters by their Korean names: 엘, 알, 엠, 엔; all others (에이, 비, 씨 …) are open. */
const letterEndings: Record<string, Ending> = { L: "rieul", R: "rieul", M: "closed", N: "closed" };

/** Ending of a Latin name as it is pronounced: Paul 폴, Kim 킴, Young 영, Jack 잭; Smith 스미스. */
function wordEnding(word: string): Ending {
  if (/ll?$/i.test(word)) return "rieul";
  return /(mm?|nn?|ng|[aeiou](ck|tt|pp|[ckpt]))$/i.test(word) ? "closed" : "open";
}

function endingOf(whole: string): Ending | undefined {
  const text = whole.slice(-maxNameRead);
  const spoken = stripMarks(text)
    .replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, "")
    .normalize("NFC");
  const hangul = text
    .normalize("NFC")
    .replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, "")
    .slice(-1);
  if (/[가-힣]/.test(hangul)) {
    const final = (hangul.charCodeAt(0) - firstSyllable) % finals;
    return final === 0 ? "open" : final === rieul ? "rieul" : "closed";
  }
  const last = spoken.slice(-1);
  if (/[0-9]/.test(last)) return digitEndings[Number(last)];
  const word = /(?<![A-Za-z])[A-Za-z]+$/.exec(spoken)?.[0];
  if (word === undefined) return undefined;
  // Words in capitals are spelled out: HR, KBL.
  return word === word.toUpperCase() ? (letterEndings[last] ?? "open") : wordEnding(word);
}

/** Particles after a final consonant and after a vowel, and the spelling of both where the ending is unknown. */
const particles: readonly (readonly [closed: string, open: string, either: string])[] = [
  ["은", "는", "은(는)"],
  ["이", "가", "이(가)"],
  ["을", "를", "을(를)"],
  ["과", "와", "과(와)"],
  ["으로", "로", "(으)로"],
];

function particleAfter(before: string, written: string): string {
  const [one, other] = written.split("/");
  const found = particles.find(
    ([closed, open]) => (one === closed && other === open) || (one === open && other === closed),
  );
  const [closed, open, either] = found as (typeof particles)[number];
  const ending = endingOf(before);
  if (ending === undefined) return either;
  // 서울로, not 서울으로.
  if (ending === "rieul") return closed === "으로" ? open : closed;
  return ending === "open" ? open : closed;
}

/** All placeholders. */
export const placeholders = [
  "name",
  "reserveNo",
  "startDate",
  "place",
  "host",
  "company",
  "reason",
  "link",
] as const;

export type MessagePlaceholder = (typeof placeholders)[number];

const token = /\{(\w+)\}|\((은\/는|는\/은|이\/가|가\/이|을\/를|를\/을|과\/와|와\/과|으로\/로|로\/으로)\)/g;

/** The names in braces, in order of appearance, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)),
];

/**
 * Fills a text: `{name}` with its value, and `(은/는)`, `(이/가)`, `(을/를)`, `(과/와)`, `(으로/로)` with the particle
 * that the text before needs. Values are not scanned for placeholders or particles; a placeholder without a value stays.
 */
export function fillText(text: string, values: Partial<Record<string, string>>): string {
  let filled = "";
  let done = 0;
  for (const match of text.matchAll(token)) {
    const [whole, name, particle] = match;
    filled += text.slice(done, match.index);
    filled += particle === undefined ? (values[name as string] ?? whole) : particleAfter(filled, particle);
    done = match.index + whole.length;
  }
  return filled + text.slice(done);
}

/** A text as it is sent: filled, in characters that carriers can show, truncated to the maximum. */
export function finishedText(text: string, values: Partial<Record<string, string>>): string {
  const shown = Object.entries(values).map(([name, value]) => [name, value && smsValue(value)]);
  const filled = smsText(fillText(text, Object.fromEntries(shown)));
  return cutToBytes(filled, maxSmsBytes.lms - (sentBytes(filled) - smsBytes(filled)));
}

const maxNameLength = 20;
/** Longer names are cut before patterns are matched. */
const maxNameRead = 200;
const maxNameDigits = 3;

const isLink = (word: string): boolean =>
  /:\/\/|www\./i.test(word) || (word.includes(".") && word.lastIndexOf("/") > word.indexOf("."));

/**
 * A visitor's name for use in a message. It may have been entered by a person who does not own the number, so it is
 * shortened and stripped of links, digit runs, line breaks and other symbols.
 * @returns "" where nothing is left
 */
export function messageName(name: string): string {
  const words = name
    .slice(0, maxNameRead)
    .replace(/\S+/g, (word) => (isLink(word) ? " " : word))
    .replace(/[^\p{L}\p{M}\p{N} .,'’·-]/gu, " ")
    // Some phones turn a word with a dot into a link.
    .replace(/\.(?=\S)/g, ". ");
  const digits = words.match(/\p{N}/gu)?.length ?? 0;
  const named = digits > maxNameDigits ? words.replace(/\p{N}/gu, " ") : words;
  const spoken = named.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...spoken.join(" ")].slice(0, maxNameLength).join("").trim();
}

/**
 * Language for a recipient without a visit, derived from the number alone.
 * @param cellPhone hyphenated Korean number, or E.164
 */
export const languageOfNumber = (cellPhone: string): "ko" | "en" => (cellPhone.startsWith("+") ? "en" : "ko");
