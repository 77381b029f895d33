/** Field schemas that several nouns share. Each names its error by key (see errors.ts). */
import * as z from "zod/mini";
import { isWallTime, lastMinute, minuteStep } from "./dates.ts";
import type { ErrorCode } from "./errors.ts";
import { parsePhone } from "./phone.ts";

const isMissing = (input: unknown) => input === undefined || input === null || input === "";

/** "required" for a missing value, otherwise the given code. */
export const orRequired =
  (code: ErrorCode) =>
  (issue: { input?: unknown }): ErrorCode =>
    isMissing(issue.input) ? "required" : code;

/** Id of a record. */
export const id = z
  .int({ error: orRequired("invalid") })
  .check(z.minimum(1, "invalid"), z.maximum(2_147_483_647, "invalid"));

/** Id of a record, or the record itself as another one contains it: `{ id, name }`. */
export const idOrRecord = z.pipe(
  z.transform((value: unknown): unknown =>
    typeof value === "object" && value !== null && "id" in value ? value.id : value,
  ),
  id,
);

/** Id of a record in a path or query. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, "invalid")),
  z.pipe(z.transform(Number), id),
);

/** Parameters of a path with `:id`. */
export const idParams = z.object({ id: idText });

// Control characters, and U+FFFD, which replaces bytes that cannot be decoded.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters to refuse them
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/;

/** Text that can be stored and shown. */
export const printable = z.refine<string>(
  (text) => !unprintable.test(text) && text.isWellFormed(),
  "badCharacters",
);

// Default-ignorable characters with bidi controls, annotation marks, and the empty Braille cell.
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb\u2800]/u;

/**
 * Refuses invisible characters and those that change the text direction: with them, names that look the same differ.
 */
const visible = z.refine<string>((text) => !hidden.test(text), { error: "hiddenCharacters", abort: true });

// An emoji of several code points. Written out, because RGI_Emoji needs the flag v, which older phones lack.
const emoji =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*|[\d#*]\ufe0f\u20e3/gu;

/** As `visible`, for texts of several lines: allows emoji that joiners combine. */
const visibleLines = z.refine<string>((text) => !hidden.test(text.replace(emoji, "")), {
  error: "hiddenCharacters",
  abort: true,
});

const tidyText = z.overwrite((text: string) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim());

/** Several lines of text, up to `max` characters; may be empty. */
export const lines = (max: number, error: z.core.$ZodErrorMap | string = "invalid") =>
  z.string({ error }).check(
    z.refine((text: string) => text.length <= max * 4, { error: `tooLong:${max}`, abort: true }),
    printable,
    visibleLines,
    tidyText,
    z.maxLength(max, `tooLong:${max}`),
  );

/** Several lines of text, 1 to `max` characters. */
export const requiredLines = (max: number) =>
  lines(max, orRequired("invalid")).check(z.minLength(1, "required"));

const tidyLine = z.overwrite((text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim());

/** One line of text, up to `max` characters, whitespace collapsed, NFC; may be empty. */
export const lineOrEmpty = (max: number, error: z.core.$ZodErrorMap | string = "invalid") =>
  z.string({ error }).check(
    z.refine((text: string) => text.length <= max * 4, { error: `tooLong:${max}`, abort: true }),
    printable,
    visible,
    tidyLine,
    z.maxLength(max, `tooLong:${max}`),
  );

/** One line of text, 1 to `max` characters, whitespace collapsed, NFC. */
export const line = (max: number) =>
  lineOrEmpty(max, orRequired("invalid")).check(z.minLength(1, "required"));

/**
 * A Korean mobile number in any spelling, or a foreign one with its country code. Parses to the stored spelling
 * (docs/behaviour.md, "Phone numbers").
 */
export const cellphone = z.string({ error: orRequired("format") }).check(
  z.refine((text: string) => text.trim() !== "", { error: "required", abort: true }),
  visible,
  z.refine((text: string) => parsePhone(text) !== undefined, { error: "format", abort: true }),
  z.overwrite((text: string) => parsePhone(text) ?? text),
);

/** As `cellphone`; may be empty. */
export const phoneOrEmpty = z.string({ error: "format" }).check(
  visible,
  z.refine((text: string) => text.trim() === "" || parsePhone(text) !== undefined, {
    error: "format",
    abort: true,
  }),
  z.overwrite((text: string) => parsePhone(text) ?? ""),
);

const maxEmailLength = 254;

/** An e-mail address; may be empty. */
export const emailOrEmpty = lineOrEmpty(maxEmailLength, "format").check(
  z.refine((text: string) => text === "" || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text), "format"),
);

/** An existing time on the site's wall clock, "YYYY-MM-DD HH:mm". */
export const wallTime = z.string({ error: orRequired("dateTime") }).check(
  z.refine((text: string) => text !== "", { error: "required", abort: true }),
  z.refine(isWallTime, { error: "dateTime", abort: true }),
);

/** Whether a wall time is on the ten-minute step (docs/behaviour.md, "Dates and times"). */
export const isStepped = (text: string): boolean => Number(text.slice(-2)) % minuteStep === 0;

/** Whether a visit may end at a wall time: on the step, or at the last minute of a day. */
export const isEndTime = (text: string): boolean => isStepped(text) || text.endsWith(lastMinute);

/** A wall time on the ten-minute step. */
export const steppedTime = wallTime.check(z.refine(isStepped, "minuteStep"));

/** End of a visit: on the step, or the last minute of a day. */
export const endTime = wallTime.check(z.refine(isEndTime, "minuteStep"));

type Blankable<T extends z.ZodMiniType> = z.ZodMiniOptional<
  z.ZodMiniType<z.output<T> | undefined, z.input<T> | null | undefined | "">
>;

/** An optional field; null and "" parse to undefined, too. */
export const blankable = <T extends z.ZodMiniType>(schema: T): Blankable<T> =>
  z.pipe(
    z.transform((value: unknown): unknown =>
      isMissing(value) || (typeof value === "string" && !value.trim()) ? undefined : value,
    ),
    z.optional(schema) as z.ZodMiniType<z.output<T> | undefined, unknown>,
  ) as unknown as Blankable<T>;

/** Id, and name in the reader's language. */
export const named = z.object({ id, name: z.string() });

/** A field that clients send back with a record they read; never written. */
export const ignored = z.pipe(
  z.optional(z.unknown()),
  z.transform((): undefined => undefined),
);

/** Position in an order; records with equal positions are ordered by creation. */
export const dispOrder = z
  .int({ error: orRequired("invalid") })
  .check(z.refine<number>((place) => place >= 0 && place <= 1_000_000, "invalid"));

/** A new order, as drag and drop sends it; records that are not named keep their position. */
export const dispOrders = z
  .array(z.strictObject({ id, dispOrder }), { error: orRequired("invalid") })
  .check(z.minLength(1, "required"), z.maxLength(1_000, "tooMany"));
