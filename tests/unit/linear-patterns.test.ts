/** Patterns over text from outside take linear time: 16 KB of the worst text cost less than 5 ms. */
import { globSync, readFileSync } from "node:fs";
import { parseSync } from "@swc/core";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { maskText } from "#api/http/mask-answer.ts";
import { pageOf } from "#api/http/pages/csp-reports.ts";
import { redactNumbers } from "#api/log.ts";
import { smtpReason } from "#api/mail/smtp.ts";
import { redactPerson } from "#api/redact.ts";
import { fillText, messageName } from "#contract/messages/sms-text.ts";

const size = 16_384;
const letters = "a".repeat(size);

/** The fastest of some runs, in milliseconds: other processes only make runs slower. */
function fastest(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...times);
}

test.each([
  ["the page of a CSP report", () => pageOf(`https://visit.example.com/${letters}`)],
  ["an e-mail address in a log line", () => redactNumbers(letters)],
  ["a number in a log line", () => redactNumbers(`1${" ".repeat(size)}`)],
  ["an address in an answer to an API key", () => maskText(letters)],
  ["a number in an answer to an API key", () => maskText(`+1${" (".repeat(size / 2)}`)],
  ["an address in an SMTP reply", () => smtpReason(letters)],
  ["a link in a name", () => messageName(letters)],
  ["a visitor's name in a note", () => redactPerson("a -".repeat(size / 3), "a".repeat(100), [])],
  ["a particle after symbols", () => fillText("{name}(은/는)", { name: "!".repeat(size) })],
])("%s", (_, work) => {
  expect(fastest(work)).toBeLessThan(5);
});

test("a report's page has no part with a digit or an escape", () => {
  expect(pageOf("https://visit.example.com/visit/260310-AB12C?name=x")).toBe("/visit/…");
  expect(pageOf("https://visit.example.com/terms/%ED%99%8D/print")).toBe("/terms/…/print");
});

/** The literals of a file, and without a pattern what makes others. */
function patternsIn(file: string): { pattern?: string; flags: string }[] {
  const found: { pattern?: string; flags: string }[] = [];
  const { body } = parseSync(readFileSync(file, "utf8"), { syntax: "typescript", tsx: file.endsWith("x") });
  JSON.stringify(body, (_, node) => {
    if (node?.type === "RegExpLiteral") found.push(node);
    if (node?.callee?.value === "RegExp") found.push({ flags: "" });
    return node;
  });
  return found;
}

test("no pattern of the product takes more than linear time, and none is made at run time but one", () => {
  const isSlow = (source: string, flags: string) =>
    analyse({ source, flags }, { assumeRejectingSuffix: false }).reports.length > 0;
  expect(isSlow("[^/]*(\\d|%)[^/]*", "g")).toBe(true);
  const slow = globSync("{api,db,desktop,web,resources/browser}/**/*.{ts,tsx}").flatMap((file) =>
    patternsIn(file).flatMap(({ pattern, flags }) =>
      pattern === undefined || isSlow(pattern, flags) ? [`${file}: ${pattern}`] : [],
    ),
  );
  // Made of a visitor's name; measured above.
  expect(slow).toEqual(["api/redact.ts: undefined"]);
});
