/**
 * Answers to API keys hold no full number or address (docs/decisions/server/integrations.md): everything that a handler
 * returns, notes of users included, is masked here again.
 */
import type { Endpoint } from "#contract/endpoint.ts";
import { maskEmail, maskPhone, parsePhone } from "#contract/phone.ts";

/** Contact details that the site publishes; they stay. */
const publishedPaths =
  /^\/dash\/(config|setup|companies|usercodes|terms|privacy-policies|sms\/templates|did|reports)(\/|$)/;

/** Fields that always contain phone numbers, and those that never do. */
const phoneFields: readonly string[] = ["phone", "cellPhone"];
const otherFields: readonly string[] = ["passNo", "passNos", "address", "reserveNo"];

/** A word that is an e-mail address has an "@" within. */
const word = /[^\s"'()<>,;:]+/g;
const foreign = /(?<![\w.*-])\+\d[\d ().-]{5,}\d(?![\w*-])/g;
const withoutPlus = /(?<![\w.*-])82[ .-]?\(?0?\)?1\d[ .-]?\d{3,4}[ .-]?\d{4}(?![\w*-])/g;
const korean = /(?<![\w.*-])\(?0\d{1,2}\)?[ .-]{0,2}\d{3,4}[ .-]{0,2}\d{4}(?![\w*-])/g;

const maskNumber = (found: string): string => maskPhone(parsePhone(found) ?? found);

/** Masks everything that looks like a phone number or e-mail address. */
export const maskText = (text: string): string =>
  text
    .replace(word, (found) => (/.@./.test(found) ? maskEmail(found) : found))
    .replace(foreign, maskNumber)
    .replace(withoutPlus, maskNumber)
    .replace(korean, maskNumber);

function maskValue(name: string, value: unknown): unknown {
  if (typeof value !== "string" || otherFields.includes(name)) return value;
  return phoneFields.includes(name) && /\d/.test(value) && !value.includes("*")
    ? maskPhone(parsePhone(value) ?? value)
    : maskText(value);
}

/** Masks an answer for an API key. @param answered the handler's result, as JSON */
export const maskAnswer = ({ path }: Pick<Endpoint, "path">, answered: unknown): unknown =>
  answered === undefined || publishedPaths.test(path)
    ? answered
    : JSON.parse(JSON.stringify(answered), maskValue);
