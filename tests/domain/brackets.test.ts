import { expect, test } from "vitest";
import { bracketsIn } from "#contract/site/set-up.ts";

test.each([
  ["words", "<p>[회사명]은 [전화번호]로</p>", ["[회사명]", "[전화번호]"]],
  ["formatted words", "<p>[<strong>회사명</strong>], <em>[이름]</em></p>", ["[회사명]", "[이름]"]],
  ["the same twice", "[회사명] [회사명]", ["[회사명]"]],
  ["a checklist's boxes", "[] 안전모\n[ ] 장갑\n[이름]", ["[이름]"]],
  ["an empty pair with formatting", "<p>[<strong></strong>]</p>", []],
  ["brackets of two lines", "[회사\n명]", []],
])("what is to be filled in: %s", (_, text, found) => {
  expect(bracketsIn(text)).toEqual(found);
});

test("two texts name it once", () => {
  expect(bracketsIn("[회사명]", "[회사명] [Company]")).toEqual(["[회사명]", "[Company]"]);
});
