/**
 * Codes of field errors: a key and, where the text needs one, a value ("tooLong:100"). Their texts are in
 * resources/i18n under `error`, so that form and server show the same sentence in the reader's language.
 */

/** Keys of the field errors; each has a text in resources/i18n under `error`. */
export const errorKeys = [
  "required",
  "format",
  "invalid",
  "tooLong",
  "badCharacters",
  "hiddenCharacters",
  "dateTime",
  "minuteStep",
  "startPast",
  "endAfterStart",
  "endTooLate",
  "lastDayBefore",
  "periodTooLong",
  "unknownField",
  "hostUnknown",
  "hostResigned",
  "hostOutsideCompany",
  "locationUnavailable",
  "purposeUnavailable",
  "companyUnavailable",
  "ownVisitsOnly",
  "deskOnly",
  "startFixed",
  "endPast",
  "leftLater",
  "leftBefore",
  "closableDay",
  "notHoliday",
  "notCompanion",
  "nameTaken",
  "loginIdTaken",
  "loginIdTwice",
  "passwordChosen",
  "invitationOver",
  "linkOver",
  "alreadyGiven",
  "passNoTaken",
  "passUnknown",
  "passTwice",
  "typeFixed",
  "plainOnly",
  "visitUnknown",
  "range",
  "zoneUnknown",
  "webAddress",
  "httpsAddress",
  "addressUnknown",
  "addressPrivate",
  "imageType",
  "imageBroken",
  "imageSide",
  "imagePixels",
  "imageFrames",
  "imageTail",
  "videoType",
  "videoBroken",
  "fileOnce",
  "termsRequired",
  "textMoved",
  "notReady",
  "tooMany",
  "smsTooLong",
  "smsCharacter",
  "blankUnknown",
  "blankNeedsVisit",
  "recipientOne",
  "recipientTwice",
  "recipientUnknown",
  "recipientNoNumber",
  "recipientUnreadable",
  "numberNotAllowed",
  "lookupCodeWrong",
  "tooShort",
  "wrongCredentials",
  "wrongPassword",
  "codeWrong",
  "setUpOver",
  "signInOver",
  "passkeyRefused",
  "passkeyKnown",
  "passwordFirst",
  "companySignInOnly",
  "countryCode",
  "countryNotServed",
  "addresses",
  "passwordIsLoginId",
  "keyTooLong",
  "passwordGuessable",
  "passwordUsedBefore",
  "passwordsDiffer",
  "body",
  "bodyTooDeep",
] as const;

export type ErrorKey = (typeof errorKeys)[number];

/** A key, or a key with its value behind a colon. */
export type ErrorCode = ErrorKey | `${ErrorKey}:${string | number}`;

/** Fields that a sentence names; their names are in resources/i18n under `field`. */
export const namedFields = [
  "body",
  "carNumber",
  "carPassNo",
  "cellPhone",
  "code",
  "company",
  "confirmMsg",
  "content",
  "department",
  "email",
  "en",
  "enBody",
  "enConfirmMsg",
  "enContent",
  "enName",
  "enText",
  "enTitle",
  "guide",
  "homepage",
  "kind",
  "ko",
  "loginId",
  "name",
  "note",
  "passNo",
  "phone",
  "position",
  "q",
  "reason",
  "text",
  "title",
  "url",
] as const;

export type NamedField = (typeof namedFields)[number] | "other";

const sameName: Readonly<Record<string, NamedField>> = {
  cellphone: "cellPhone",
  consentReason: "reason",
  s: "q",
  what: "q",
};

const isNamed = (field: string): field is NamedField => namedFields.some((name) => name === field);

/** The key of a field's name under `field`; `other` for a field without one. */
export function fieldName(field = ""): NamedField {
  if (isNamed(field)) return field;
  return (Object.hasOwn(sameName, field) && sameName[field]) || "other";
}

/** Error code by field name; `_` is for errors of no single field. */
export type FieldErrors = Record<string, ErrorCode>;

/** Header with the error codes of a 400, as ASCII JSON; the body has the sentences. */
export const fieldErrorsHeader = "X-Field-Errors";

/** Proxies and clients refuse longer headers; a batch with more errors gets none. */
const maxHeaderLength = 4_096;

/** @returns the value of the header; undefined where it would be too long */
export function fieldErrorsToHeader(errors: FieldErrors): string | undefined {
  const value = JSON.stringify(errors).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return value.length <= maxHeaderLength ? value : undefined;
}

/** @returns the codes by field; empty where the header is missing or malformed */
export function fieldErrorsFromHeader(value: string | null): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(value ?? "{}");
    return Object.fromEntries(Object.entries(parsed ?? {}).map(([field, code]) => [field, String(code)]));
  } catch {
    return {};
  }
}

/** Splits an error code into its key and value. */
export function splitError(code: ErrorCode): { key: ErrorKey; value: string | undefined } {
  const colon = code.indexOf(":");
  return colon < 0
    ? { key: code as ErrorKey, value: undefined }
    : { key: code.slice(0, colon) as ErrorKey, value: code.slice(colon + 1) };
}

/** Looks texts up in resources/i18n, in the reader's language. */
interface ErrorTexts {
  readonly error: (key: ErrorKey, values: Record<string, string>) => string;
  readonly field: (name: NamedField) => string;
}

/** The sentence of an error code. */
export function errorSentence(code: ErrorCode, texts: ErrorTexts): string {
  const { key, value } = splitError(code);
  if (value === undefined) return texts.error(key, {});
  return texts.error(key, { value: key === "hiddenCharacters" ? texts.field(fieldName(value)) : value });
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly input?: unknown;
  readonly keys?: readonly string[];
}

const known = new Set<string>(errorKeys);

/** Whether a code is known here; a newer server may send others. */
export const isErrorCode = (code: string | undefined): code is ErrorCode =>
  code !== undefined && known.has(splitError(code as ErrorCode).key);

function codeOf(issue: Issue): ErrorCode {
  // The character is invisible next to its field, so the sentence names the field.
  if (issue.message === "hiddenCharacters") return `hiddenCharacters:${fieldName(String(issue.path.at(-1)))}`;
  if (isErrorCode(issue.message)) return issue.message;
  if (issue.code === "invalid_type" && issue.input === undefined) return "required";
  return "invalid";
}

/** Path of a nested field: `agreements[2].version` becomes `agreements.2.version`; the value itself is `_`. */
function fieldOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "_" : path.map(String).join(".");
}

/** Converts schema issues to one error per field; the first one wins. */
export function fieldErrors(issues: readonly Issue[]): FieldErrors {
  // Without a prototype: field names come from outside and may be "__proto__".
  const errors: FieldErrors = Object.create(null);
  const put = (field: string, code: ErrorCode) => {
    if (!Object.hasOwn(errors, field)) errors[field] = code;
  };
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys ?? []) put(fieldOf([...issue.path, key]), "unknownField");
    } else {
      put(fieldOf(issue.path), codeOf(issue));
    }
  }
  return errors;
}
