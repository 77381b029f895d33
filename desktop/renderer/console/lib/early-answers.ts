/** Answers to what was asked before the console's code was here (early-calls.ts). */
import type { Language } from "#browser/language.ts";

export interface EarlyAnswers {
  /** In which they were asked for. */
  readonly language: Language;
  readonly byPath: Map<string, Promise<Response>>;
  /** What the console has asked for by itself: nobody would take an answer that comes after it. */
  readonly asked: Set<string>;
}

declare global {
  /** Undefined where the page began without it, in development, and once its answers would be out of date. */
  var earlyAnswers: EarlyAnswers | undefined;
}

/** `fetch`, but for the first time that something is asked for in the same way as it was before. */
export const fetchOnce: typeof fetch = (input, init = {}) =>
  (typeof input === "string" ? takeEarly(input, init) : undefined) ?? fetch(input, init);

/** @returns the answer that nobody has had yet; undefined where there is none such */
function takeEarly(path: string, { method, headers }: RequestInit): Promise<Response> | undefined {
  const early = globalThis.earlyAnswers;
  if (!early || method !== "GET") return undefined;
  early.asked.add(path);
  const answer = early.byPath.get(path);
  if (!answer) return undefined;
  early.byPath.delete(path);
  return new Headers(headers).get("Accept-Language") === early.language ? answer : undefined;
}
