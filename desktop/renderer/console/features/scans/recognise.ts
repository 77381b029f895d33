/** Recognises a barcode scanner by its speed, and reads what it types whatever script the keyboard writes. */

/** A scanner's keys follow one another within this time; people's do not. */
export const scanGapMs = 60;
/** Fewer characters are no code; where text is typed, a quick hand types three in a row. */
const shortest = 3;
const shortestInField = 4;

/** Keys that came at a scanner's speed so far. */
export interface Burst {
  readonly text: string;
  /** When the last of them was pressed, in milliseconds of any clock. */
  readonly at: number;
}

export const noBurst: Burst = { text: "", at: Number.NEGATIVE_INFINITY };

/** Takes one more character, which begins anew where it came later than a scanner's. */
export const nextBurst = (burst: Burst, character: string, at: number): Burst => ({
  text: at - burst.at > scanGapMs ? character : burst.text + character,
  at,
});

/** What was scanned, where Enter ends a burst as quickly as it came; undefined where somebody typed. */
export function scanOf({ text, at }: Burst, enterAt: number, isInField: boolean): string | undefined {
  const isQuick = enterAt - at <= scanGapMs;
  return isQuick && text.length >= (isInField ? shortestInField : shortest) ? text : undefined;
}

/** The Korean keyboard (2-set), by row: the code points that it writes on the keys of these letters; upper case is with Shift. */
const keyboardRows = [
  ["qwertyuiop", [0x3142, 0x3148, 0x3137, 0x3131, 0x3145, 0x315b, 0x3155, 0x3151, 0x3150, 0x3154]],
  ["asdfghjkl", [0x3141, 0x3134, 0x3147, 0x3139, 0x314e, 0x3157, 0x3153, 0x314f, 0x3163]],
  ["zxcvbnm", [0x314b, 0x314c, 0x314a, 0x314d, 0x3160, 0x315c, 0x3161]],
  ["QWERTOP", [0x3143, 0x3149, 0x3138, 0x3132, 0x3146, 0x3152, 0x3156]],
] as const;

const letterOfJamo = new Map(
  keyboardRows.flatMap(([letters, jamo]) =>
    jamo.map((point, at) => [String.fromCodePoint(point), letters[at]] as const),
  ),
);

/** Other keys of codes, by where they are: without and with Shift. */
const signs: Readonly<Partial<Record<string, string>>> = {
  Minus: "-_",
  Equal: "=+",
  Slash: "/?",
  Period: ".>",
  Comma: ",<",
  Semicolon: ";:",
  Space: "  ",
};

/** A key as the browser tells of it. */
interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

/**
 * The character that a scanner means by a key. It types as on an English keyboard: where the keyboard writes Korean, or
 * composes (`key` is then "Process"), the place of the key says which.
 * @returns undefined for keys that write nothing
 */
export function characterOf({ key, code, shiftKey }: Pressed): string | undefined {
  if (/^[ -~]$/.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter && (key === "Process" || key.length === 1)) return shiftKey ? letter : letter.toLowerCase();
  if (key === "Process") return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? signs[code]?.[shiftKey ? 1 : 0];
  return letterOfJamo.get(key);
}

/** A reservation number, as the visitor's QR code and the badge have it. */
export const isReserveNo = (text: string): boolean => /^\d{6}-[0-9A-Z]{5}$/i.test(text);
