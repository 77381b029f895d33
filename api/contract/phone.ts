/**
 * Parses, formats and masks mobile numbers (docs/behaviour.md, "Phone numbers"). Korean numbers are stored hyphenated,
 * 010-1234-5678 and 011-123-4567, all others in E.164, +14155550100.
 */

/** Longer input is not parsed. */
const maxLength = 30;

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** A leading +82 stands for the national 0: "+82 10 …" and "+82 (0)10 …" are both "010…". */
function nationalDigits(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith("+")) return digitsOf(trimmed);
  const digits = digitsOf(trimmed);
  return digits.startsWith("82") ? `0${digits.slice(2).replace(/^0/, "")}` : digits;
}

function group(digits: string): string[] {
  const isLong = digits.startsWith("010") || digits.length > 10;
  const middle = isLong ? 4 : 3;
  return [digits.slice(0, 3), digits.slice(3, 3 + middle), digits.slice(3 + middle, 7 + middle)];
}

/** Country codes after which a 0 is a trunk prefix, dialled within the country only; not in Italy, for one. */
const trunkZero =
  /^(\+(?:20|27|31|32|33|40|41|43|44|46|49|60|61|62|63|64|66|81|84|86|90|91|92|94|95|98|212|213|234|254|353|358|380|880|886|966|971|972))0/;

/** E.164: at most fifteen digits. */
const maxForeignDigits = 15;

/** A number with a foreign country code, while it is typed: keeps the typed grouping. */
function formatForeign(text: string): string {
  let left = maxForeignDigits;
  const kept = text
    .slice(1)
    .replace(/[^\d\s().-]/g, "")
    .replace(/\s+/g, " ");
  return `+${kept.replace(/\d/g, (digit) => (left-- > 0 ? digit : ""))}`.slice(0, maxLength);
}

/**
 * Formats a number while it is typed: groups of 3-3or4-4 (010 as 3-4-4) with hyphens; drops other characters and extra
 * digits. A complete group ends with a hyphen; backspace over it removes only the hyphen, hence `previous`, the text
 * before the key press. After `+` and a country code other than 82 the number stays as typed.
 */
export function formatPhone(next: string, previous = ""): string {
  if (previous.endsWith("-") && next === previous.slice(0, -1)) return next;
  const trimmed = next.trimStart();
  if (trimmed.startsWith("+")) {
    const code = digitsOf(trimmed).slice(0, 2);
    if (code === "" || code === "8") return `+${code}`;
    if (code !== "82") return formatForeign(trimmed);
  }
  const digits = nationalDigits(next).slice(0, 11);
  const [first = "", middle = "", last = ""] = group(digits);
  if (digits.length < 3) return first;
  const middleLength = digits.startsWith("010") ? 4 : 3;
  if (digits.length < 3 + middleLength) return `${first}-${middle}`;
  return `${first}-${middle}-${last}`;
}

/**
 * Parses a complete number: a Korean mobile number in any spelling ("010-1234-5678", "01012345678",
 * "+82 10 1234 5678"), or a foreign one with its country code ("+1 415 555 0100").
 * @returns hyphenated Korean number or E.164; undefined where it is invalid
 */
export function parsePhone(text: string): string | undefined {
  if (text.length > maxLength || !/^\+?[\d\s().-]+$/.test(text.trim())) return undefined;
  const digits = nationalDigits(text);
  if (/^(010\d{8}|01[16789]\d{7,8})$/.test(digits)) return group(digits).join("-");
  const international = `+${digitsOf(text.replace(/\(\s*0\s*\)/, ""))}`.replace(trunkZero, "$1");
  const isForeign = text.trim().startsWith("+") && /^\+(?!82)[1-9]\d{6,14}$/.test(international);
  return isForeign ? international : undefined;
}

/** Whether a stored number is foreign. */
export const isForeignPhone = (number: string): boolean => number.startsWith("+");

/**
 * Masks a number: the prefix, the first 1–2 digits, then `**-*` and the last 3 digits (docs/behaviour.md, "Phone
 * numbers"). Any other shape becomes `***`; empty stays empty.
 */
export function maskPhone(text: string | null | undefined): string {
  if (!text) return "";
  const parts = /^(\d{3})-(\d{1,2})\d{2}-\d(\d{3})$/.exec(text);
  return parts ? `${parts[1]}-${parts[2]}**-*${parts[3]}` : "***";
}

/** "honggildong@example.com" → "h***@example.com"; empty stays empty. */
export const maskEmail = (address = ""): string => address.replace(/^(.).*@/u, "$1***@");
