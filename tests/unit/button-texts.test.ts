/** Buttons of the public site are verbs in both languages: "조회하기" and not "조회". */
import { expect, test } from "vitest";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };

const koreanVerb = /기$/;
const englishVerb =
  /^(?:.+\? )?(?:Add|Agree|Cancel|Check|Close|Confirm|Copy|Disagree|Find|Get|Go|Keep|Print|Read|Request|Save|Send|Search|Show|Stay|Try|Use)\b/;

test.each([
  ["ko", ko.visitor, koreanVerb],
  ["en", en.visitor, englishVerb],
] as const)("button texts are verbs (%s)", (_, texts, verb) => {
  const { home, leave, link, request, result, site, terms } = texts;
  const names = [
    ...[home.apply, home.lookup, site.toHome, site.back, site.close, site.print, site.copy],
    ...[terms.agree, terms.agreeAll, terms.disagree, leave.yes, leave.no],
    ...[request.hostSearchNamed, texts.hosts.search, link.agree, link.save],
    ...[result.search, result.byReserveNo, result.cancel, result.cancelNo, result.calendar, result.qrShow],
    ...[result.codeSend, result.codeConfirm, result.codeAgain],
  ];
  expect(names.filter((name) => !verb.test(name))).toEqual([]);
});
