/** Field schemas shared by the nouns. Each names its error by key (see errors.ts). */
import * as z from "zod/mini";
import { isWallTime, lastMinute, minuteStep } from "./dates.ts";
import type { ErrorCode } from "./errors.ts";
import { parsePhone } from "./phone.ts";

const missing = (input: unknown) => input === undefined || input === null || input === "";

/** "required" for what is absent, else the given code. */
export const orRequired =
  (code: ErrorCode) =>
  (issue: { input?: unknown }): ErrorCode =>
    missing(issue.input) ? "required" : code;

/** A record's number. */
export const id = z
  .int({ error: orRequired("invalid") })
  .check(z.minimum(1, "invalid"), z.maximum(2_147_483_647, "invalid"));

/** A record's number, or the record as it was read in another: `{ id, name }`. */
export const idOrRecord = z.pipe(
  z.transform((value: unknown): unknown =>
    typeof value === "object" && value !== null && "id" in value ? value.id : value,
  ),
  id,
);

/** A record's number as it stands in an address or query. */
export const idText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, "invalid")),
  z.pipe(z.transform(Number), id),
);

/** Of a path with `:id`. */
export const idParams = z.object({ id: idText });

// Control characters, and U+FFFD: what undecodable bytes of a body turn into.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
const bad = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/;

/** Text that can be stored and shown. */
export const readable = z.refine<string>((text) => !bad.test(text) && text.isWellFormed(), "badCharacters");

// Unicode's default-ignorable characters, bidi controls among them; marks of annotations; the empty Braille cell.
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb\u2800]/u;

/**
 * Text without characters that show nothing or turn the direction: with them, one name has many spellings that look
 * the same.
 */
const visible = z.refine<string>((text) => !hidden.test(text), { error: "hiddenCharacters", abort: true });

// An emoji of several characters. Written out: the class RGI_Emoji needs the flag v, which older telephones lack.
const emoji =
  /\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)*|[\d#*]\ufe0f\u20e3/gu;

/** As `visible`, for several lines, which name nobody: an emoji may be joined of several characters. */
const visibleLines = z.refine<string>((text) => !hidden.test(text.replace(emoji, "")), {
  error: "hiddenCharacters",
  abort: true,
});

const tidyText = z.overwrite((text: string) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim());

/** Several lines of text, up to `max` characters; may be empty. */
export const lines = (max: number, error: z.core.$ZodErrorMap | string = "invalid") =>
  z.string({ error }).check(
    z.refine((text: string) => text.length <= max * 4, { error: `tooLong:${max}`, abort: true }),
    readable,
    visibleLines,
    tidyText,
    z.maxLength(max, `tooLong:${max}`),
  );

/** Several lines of text, 1 to `max` characters. */
export const someLines = (max: number) => lines(max, orRequired("invalid")).check(z.minLength(1, "required"));

const tidyLine = z.overwrite((text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim());

/** One line of text, up to `max` characters, spaces tidied, in Unicode's composed form; may be empty. */
export const lineOrNothing = (max: number, error: z.core.$ZodErrorMap | string = "invalid") =>
  z.string({ error }).check(
    z.refine((text: string) => text.length <= max * 4, { error: `tooLong:${max}`, abort: true }),
    readable,
    visible,
    tidyLine,
    z.maxLength(max, `tooLong:${max}`),
  );

/** One line of text, 1 to `max` characters, spaces tidied, in Unicode's composed form. */
export const line = (max: number) =>
  lineOrNothing(max, orRequired("invalid")).check(z.minLength(1, "required"));

/**
 * A Korean mobile number in any spelling, or one of any country with its code; gives the one spelling that is stored
 * (docs/behaviour.md, "Phone numbers").
 */
export const cellphone = z.string({ error: orRequired("format") }).check(
  z.refine((text: string) => text.trim() !== "", { error: "required", abort: true }),
  visible,
  z.refine((text: string) => parsePhone(text) !== undefined, { error: "format", abort: true }),
  z.overwrite((text: string) => parsePhone(text) ?? text),
);

/** As `cellphone`; may be empty. */
export const phoneOrNothing = z.string({ error: "format" }).check(
  visible,
  z.refine((text: string) => text.trim() === "" || parsePhone(text) !== undefined, {
    error: "format",
    abort: true,
  }),
  z.overwrite((text: string) => parsePhone(text) ?? ""),
);

const maxEmailLength = 254;

/** An address of e-mail; may be empty. */
export const emailOrNothing = lineOrNothing(maxEmailLength, "format").check(
  z.refine((text: string) => text === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text), "format"),
);

/** A wall-clock time of the site, "YYYY-MM-DD HH:mm", that exists. */
export const wallTime = z.string({ error: orRequired("dateTime") }).check(
  z.refine((text: string) => text !== "", { error: "required", abort: true }),
  z.refine(isWallTime, { error: "dateTime", abort: true }),
);

/** Whether a wall-clock time is on the ten-minute step (docs/behaviour.md, "Dates and times"). */
export const isStepped = (text: string): boolean => Number(text.slice(-2)) % minuteStep === 0;

/** Whether a visit may end then: on the step, or at a day's last minute. */
export const isEndTime = (text: string): boolean => isStepped(text) || text.endsWith(lastMinute);

/** A wall-clock time on the ten-minute step. */
export const steppedTime = wallTime.check(z.refine(isStepped, "minuteStep"));

/** A visit's end: on the step, or a day's last minute. */
export const endTime = wallTime.check(z.refine(isEndTime, "minuteStep"));

type Blankable<T extends z.ZodMiniType> = z.ZodMiniOptional<
  z.ZodMiniType<z.output<T> | undefined, z.input<T> | null | undefined | "">
>;

/** A field that may be absent, null or empty: each becomes undefined. */
export const blankable = <T extends z.ZodMiniType>(schema: T): Blankable<T> =>
  z.pipe(
    z.transform((value: unknown): unknown =>
      missing(value) || (typeof value === "string" && !value.trim()) ? undefined : value,
    ),
    z.optional(schema) as z.ZodMiniType<z.output<T> | undefined, unknown>,
  ) as unknown as Blankable<T>;

/** An id and a name in the reader's language. */
export const named = z.object({ id, name: z.string() });

/** What is sent back with a record that was read, and never written. */
export const ignored = z.pipe(
  z.optional(z.unknown()),
  z.transform((): undefined => undefined),
);

/** A place in an order; equal ones stand in the order in which they were made. */
export const dispOrder = z
  .int({ error: orRequired("invalid") })
  .check(z.refine<number>((place) => place >= 0 && place <= 1_000_000, "invalid"));

/** A new order, as screens that are ordered by drag send it; what is not named stays where it is. */
export const dispOrders = z
  .array(z.strictObject({ id, dispOrder }), { error: orRequired("invalid") })
  .check(z.minLength(1, "required"), z.maxLength(1_000, "tooMany"));
