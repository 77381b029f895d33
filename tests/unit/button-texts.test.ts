/** Buttons of the public site are verbs in both languages: "조회하기" and not "조회". */
import { expect, test } from "vitest";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };

const koreanVerb = /기$/;
const englishVerb =
  /^(?:.+\? )?(?:Add|Agree|Cancel|Check|Close|Confirm|Copy|Disagree|Find|Get|Go|Keep|Print|Read|Request|Save|Send|Search|Show|Stay|Try|Use)\b/;

const buttons =
  "home.apply home.lookup hosts.search leave.yes leave.no link.agree link.save request.hostSearchNamed " +
  "result.search result.byReserveNo result.cancel result.cancelNo result.calendar result.qrShow result.codeSend " +
  "result.codeConfirm result.codeAgain site.toHome site.back site.close site.print site.copy terms.agree " +
  "terms.agreeAll terms.disagree";

test.each([
  ["ko", ko.visitor, koreanVerb],
  ["en", en.visitor, englishVerb],
] as const)("button texts are verbs (%s)", (_, texts, verb) => {
  const notVerbs = buttons.split(" ").filter((button) => {
    const [group = "", key = ""] = button.split(".");
    return !verb.test(Reflect.get(Reflect.get(texts, group), key));
  });
  expect(notVerbs).toEqual([]);
});
