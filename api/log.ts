/** Structured logs, one line per event, without personal data. */

import { destination, type Logger, pino, stdSerializers, stdTimeFunctions } from "pino";
import { errorCode } from "#db/error-code.ts";

export type { Logger };

const personal = [
  "name",
  "cellphone",
  "cellPhone",
  "company",
  "carNumber",
  "password",
  "cookie",
  "authorization",
].flatMap((key) => [key, `*.${key}`, `*.*.${key}`]);

/** An API key, or a part of one. */
const apiKey = /\bvk_[a-z0-9]{1,8}(_[A-Za-z0-9_-]*)?/gi;

/** By its "@" within: a pattern of both parts would try each letter of a long word as the first. */
const isAddress = (word: string): boolean => /.@./.test(word);

/** Database errors quote values: removes anything like a phone number, an e-mail address or an API key. */
export const redactNumbers = (text: string): string =>
  text
    .replace(apiKey, "***")
    .replace(/\+?\d[\d\s().-]{7,}\d/g, "***")
    .replace(/[^\s"'()]+/g, (word) => (isAddress(word) ? "***" : word));

function errorWithoutValues(error: Error) {
  const { type, message, stack } = stdSerializers.err(error);
  const { constraint } = error as { constraint?: unknown };
  const code = errorCode(error);
  return {
    type,
    message: redactNumbers(message),
    stack: redactNumbers(stack),
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
  };
}

let shared: ReturnType<typeof destination> | undefined;

/**
 * Buffered standard output, flushed at least ten times a second: a write per line takes a tenth of a small call's time.
 */
function standardOutput(): ReturnType<typeof destination> {
  if (shared) return shared;
  const output = destination({ dest: 1, sync: true, minLength: 4096, periodicFlush: 100 });
  process.on("exit", () => output.flushSync());
  shared = output;
  return output;
}

/** @param target destination of the lines; standard output by default */
export const createLog = (level: string, target?: { write(line: string): void }): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: { paths: personal, censor: "***" },
      serializers: { err: errorWithoutValues },
    },
    target ?? standardOutput(),
  );
