/** Regular expressions over outside text take linear time: 16 KB of the worst text take less than 5 ms. */
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

/** The fastest of some runs, because other processes slow runs down. */
function fastest(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}

test.each([
  ["pageOf of a CSP report", () => pageOf(`https://visit.example.com/${letters}`)],
  ["redactNumbers with an e-mail address", () => redactNumbers(letters)],
  ["redactNumbers with a number", () => redactNumbers(`1${" ".repeat(size)}`)],
  ["maskText with an address", () => maskText(letters)],
  ["maskText with a number", () => maskText(`+1${" (".repeat(size / 2)}`)],
  ["smtpReason with an address", () => smtpReason(letters)],
  ["messageName with a link", () => messageName(letters)],
  ["redactPerson with a visitor's name", () => redactPerson("a -".repeat(size / 3), "a".repeat(100), [])],
  ["fillText with a particle after symbols", () => fillText("{name}(은/는)", { name: "!".repeat(size) })],
])("%s takes linear time", (_, work) => {
  expect(fastest(work)).toBeLessThan(5);
});

test("pageOf removes path parts with digits or escapes", () => {
  expect(pageOf("https://visit.example.com/visit/260310-AB12C?name=x")).toBe("/visit/…");
  expect(pageOf("https://visit.example.com/terms/%ED%99%8D/print")).toBe("/terms/…/print");
});

/** Literals of a file, and dynamic patterns as undefined. */
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

test("all regular expressions of the product take linear time, and all but one are literals", () => {
  const isSlow = (source: string, flags: string) =>
    analyse({ source, flags }, { assumeRejectingSuffix: false }).reports.length > 0;
  expect(isSlow("[^/]*(\\d|%)[^/]*", "g")).toBe(true);
  const slow = globSync("{api,db,desktop,web,resources/browser}/**/*.{ts,tsx}").flatMap((file) =>
    patternsIn(file).flatMap(({ pattern, flags }) =>
      pattern === undefined || isSlow(pattern, flags) ? [`${file}: ${pattern}`] : [],
    ),
  );
  // Built from a visitor's name; measured above.
  expect(slow).toEqual(["api/redact.ts: undefined"]);
});
