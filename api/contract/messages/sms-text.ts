/**
 * The text of a message: what it weighs, what carriers can show, and how its placeholders are filled with the
 * right particles (docs/behaviour.md, "Messages"). Pure, and the same for the composer and the server.
 */

/** Most bytes of a short message and of a long one, as Korean carriers count them. */
export const maxSmsBytes = { sms: 90, lms: 2000 } as const;

const firstSyllable = 0xac00;

let known: Set<string> | undefined;

/**
 * Signs of KS X 1001, by the decoder that Node and browsers bring; made when first asked for. Of syllables
 * CP949, which carriers use, has all, while Node's decoder knows the 2,350 of the older standard only.
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

/** What phones type and EUC-KR has not, and what stands for it. */
const likewise: Record<string, string> = {
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

/** A letter without its marks, "é" → "e"; itself where it has none. */
const bare = (character: string) => character.normalize("NFD").replace(/\p{M}/gu, "");

const canShow = (character: string) => /^[\0-\x7f가-힣]$/.test(character) || signs().has(character);

/** Most texts: nothing in them is written otherwise. */
const plain = /^[\n\x20-\x7e가-힣]*$/;

/** A text in letters that EUC-KR has, as far as there are such; the rest stays as it is. */
export function smsText(text: string): string {
  if (plain.test(text)) return text;
  const characters = [...text.normalize("NFC")].map((character) => {
    if (canShow(character) && likewise[character] === undefined) return character;
    const other = likewise[character] ?? bare(character);
    return [...other].every(canShow) ? other : character;
  });
  return characters.join("");
}

/** The same, with a question mark for what no carrier can show: for names, which nobody can be asked about. */
export const smsValue = (value: string): string =>
  [...smsText(value)].map((character) => (canShow(character) ? character : "?")).join("");

/** The first character of a text that carriers cannot show, such as an emoji. */
export const unsendable = (text: string): string | undefined =>
  [...smsText(text)].find((character) => !canShow(character));

/** Bytes of a text in EUC-KR: one for ASCII, two for all else; what EUC-KR has not counts two as well. */
export function smsBytes(text: string): number {
  let bytes = 0;
  for (const character of smsText(text)) bytes += character <= "\u007f" ? 1 : 2;
  return bytes;
}

/** Where the visitor's own link stands in a text; the link itself is made when the message is handed over. */
export const linkPlaceholder = "{link}";

/** Left free for a link, which is not there yet when a text is measured. */
const linkBytes = 150;

/** Bytes that a text takes once its link is in it. */
export const sentBytes = (text: string): number =>
  smsBytes(text) + (text.split(linkPlaceholder).length - 1) * linkBytes;

/** How a text of so many bytes goes out: short or long. */
export const smsKind = (bytes: number): "sms" | "lms" => (bytes <= maxSmsBytes.sms ? "sms" : "lms");

/** A text cut to so many bytes. */
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

/** The sound that a text ends in: no final consonant, ㄹ, another one; undefined where nobody can tell. */
type Ending = "open" | "rieul" | "closed";

const finals = 28;
const rieul = 8;

/** Of 영 일 이 삼 사 오 육 칠 팔 구. Ten, hundred, thousand … are closed as 영 is. */
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

/** Letters by their names: 엘, 알, 엠, 엔; all others (에이, 비, 씨 …) are open. */
const letterEndings: Record<string, Ending> = { L: "rieul", R: "rieul", M: "closed", N: "closed" };

/** A name written in Latin letters, as it is read aloud: Paul 폴, Kim 킴, Young 영, Jack 잭; Smith 스미스. */
function wordEnding(word: string): Ending {
  if (/ll?$/i.test(word)) return "rieul";
  return /(mm?|nn?|ng|[aeiou](ck|tt|pp|[ckpt]))$/i.test(word) ? "closed" : "open";
}

function endingOf(text: string): Ending | undefined {
  const spoken = bare(text)
    .replace(/[^\p{L}\p{N}]+$/u, "")
    .normalize("NFC");
  const hangul = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+$/u, "")
    .slice(-1);
  if (/[가-힣]/.test(hangul)) {
    const final = (hangul.charCodeAt(0) - firstSyllable) % finals;
    return final === 0 ? "open" : final === rieul ? "rieul" : "closed";
  }
  const last = spoken.slice(-1);
  if (/[0-9]/.test(last)) return digitEndings[Number(last)];
  const word = /[A-Za-z]+$/.exec(spoken)?.[0];
  if (word === undefined) return undefined;
  // In capitals it is spelled out: HR, KBL.
  return word === word.toUpperCase() ? (letterEndings[last] ?? "open") : wordEnding(word);
}

/** Particles after a final consonant and without one; and how both are written where nobody can tell. */
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

/** Every placeholder that a text may have. */
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

const alternatives = particles.flatMap(([closed, open]) => [`${closed}/${open}`, `${open}/${closed}`]);
const token = new RegExp(`\\{(\\w+)\\}|\\((${alternatives.join("|")})\\)`, "g");

/** The names in braces, in the order in which they stand, each once. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)),
];

/**
 * Fills a text: `{name}` by its value, `(은/는)`, `(이/가)`, `(을/를)`, `(과/와)`, `(으로/로)` by the particle
 * that the words before ask for. What is filled in is never read as a placeholder or a particle itself; a placeholder
 * without a value stays as it is.
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

/** A text as it will be sent: filled, in letters that carriers can show, no longer than they take. */
export function finishedText(text: string, values: Partial<Record<string, string>>): string {
  const shown = Object.entries(values).map(([name, value]) => [name, value && smsValue(value)]);
  const filled = smsText(fillText(text, Object.fromEntries(shown)));
  return cutToBytes(filled, maxSmsBytes.lms - (sentBytes(filled) - smsBytes(filled)));
}

const maxNameLength = 20;
const maxNameDigits = 3;

/**
 * A visitor's name as a message may hold it. Whoever typed it need not own the number that the message goes to, so it
 * is a short name and nothing that is read, tapped or dialled: no links, no digit runs, no line breaks, no other signs.
 * @returns an empty text where nothing is left
 */
export function messageName(name: string): string {
  const words = name
    .replace(/\S*(?::\/\/|www\.|\.\S*\/)\S*/giu, " ")
    .replace(/[^\p{L}\p{M}\p{N} .,'’·-]/gu, " ")
    // A dot within a word makes a link of it on some telephones.
    .replace(/\.(?=\S)/g, ". ");
  const digits = words.match(/\p{N}/gu)?.length ?? 0;
  const named = digits > maxNameDigits ? words.replace(/\p{N}/gu, " ") : words;
  const spoken = named.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return [...spoken.join(" ")].slice(0, maxNameLength).join("").trim();
}

/**
 * What somebody reads who is no visitor of the site's own form: nothing but the number tells.
 * @param cellPhone hyphenated, or with its country's code
 */
export const languageOfNumber = (cellPhone: string): "ko" | "en" => (cellPhone.startsWith("+") ? "en" : "ko");
