/**
 * No answer to a key holds a full number or address (docs/decisions/server/integrations.md): whatever a handler shows to people,
 * and whatever somebody typed into a note, is masked here once more.
 */
import type { Endpoint } from "#contract/endpoint.ts";
import { maskEmail, maskPhone, parsePhone } from "#contract/phone.ts";

/** What the site says of itself, and is sent back as it was read. */
const published =
  /^\/dash\/(config|setup|companies|usercodes|terms|privacy-policies|sms\/templates|did|reports)(\/|$)/;

/** Fields that are numbers of telephones whatever their spelling, and those that never are. */
const numbers: readonly string[] = ["phone", "cellPhone"];
const noNumbers: readonly string[] = ["passNo", "passNos", "address", "reserveNo"];

const email = /[^\s@"'()<>,;:]+@[^\s@"'()<>,;:]+/g;
const korean = String.raw`\(?0\d{1,2}\)?[ .-]{0,2}\d{3,4}[ .-]{0,2}\d{4}`;
const abroad = String.raw`\+\d[\d ().-]{5,}\d`;
const withoutPlus = String.raw`82[ .-]?\(?0?\)?1\d[ .-]?\d{3,4}[ .-]?\d{4}`;
const number = new RegExp(String.raw`(?<![\w.*-])(?:${abroad}|${withoutPlus}|${korean})(?![\w*-])`, "g");

/** The text with all that looks like a number of a telephone or an address of e-mail masked. */
export const maskText = (text: string): string =>
  text
    .replace(email, (found) => maskEmail(found))
    .replace(number, (found) => maskPhone(parsePhone(found) ?? found));

function maskValue(name: string, value: unknown): unknown {
  if (typeof value !== "string" || noNumbers.includes(name)) return value;
  return numbers.includes(name) && /\d/.test(value) && !value.includes("*")
    ? maskPhone(parsePhone(value) ?? value)
    : maskText(value);
}

/** An answer as a key gets it. @param answered what the handler returned, as JSON */
export const maskAnswer = ({ path }: Pick<Endpoint, "path">, answered: unknown): unknown =>
  answered === undefined || published.test(path) ? answered : JSON.parse(JSON.stringify(answered), maskValue);
