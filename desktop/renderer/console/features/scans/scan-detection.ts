/** Detects barcode scans by typing speed, and decodes them for any keyboard layout. */

/** Maximum time between two keys of a scanner; people type more slowly. */
export const scanGapMs = 60;
/** Minimum length of a code; longer in text fields, where fast typists reach three. */
const minLength = 3;
const minLengthInField = 4;

/** Characters typed at scanner speed so far. */
export interface Burst {
  readonly text: string;
  /** Time of the last key, milliseconds. */
  readonly at: number;
}

export const emptyBurst: Burst = { text: "", at: Number.NEGATIVE_INFINITY };

/** Adds a character, or starts a new burst if it came too late. */
export const nextBurst = (burst: Burst, character: string, at: number): Burst => ({
  text: at - burst.at > scanGapMs ? character : burst.text + character,
  at,
});

/** The scanned code when Enter ends a burst; undefined if a person typed. */
export function detectScan({ text, at }: Burst, enterAt: number, isInField: boolean): string | undefined {
  const isFast = enterAt - at <= scanGapMs;
  return isFast && text.length >= (isInField ? minLengthInField : minLength) ? text : undefined;
}

/** Korean keyboard layout (2-set) by row: code points on the keys of these letters; upper case with Shift. */
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

/** Other characters of codes by physical key, without and with Shift. */
const symbols: Readonly<Partial<Record<string, string>>> = {
  Minus: "-_",
  Equal: "=+",
  Slash: "/?",
  Period: ".>",
  Comma: ",<",
  Semicolon: ";:",
  Space: "  ",
};

interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
}

/**
 * The character that a scanner means by a key. Scanners type on an English layout; with a Korean layout or an IME (`key`
 * is then "Process"), the physical key determines the character.
 * @returns undefined for keys without a character
 */
export function characterOf({ key, code, shiftKey }: KeyPress): string | undefined {
  if (/^[ -~]$/.test(key)) return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter && (key === "Process" || key.length === 1)) return shiftKey ? letter : letter.toLowerCase();
  if (key === "Process") return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? symbols[code]?.[shiftKey ? 1 : 0];
  return letterOfJamo.get(key);
}

/** Whether text is a reservation number, as in the QR codes of visitors and badges. */
export const isReserveNo = (text: string): boolean => /^\d{6}-[0-9A-Z]{5}$/i.test(text);
