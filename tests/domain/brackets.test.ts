import { expect, test } from "vitest";
import { bracketsIn } from "#contract/site/set-up.ts";

test.each([
  ["plain placeholders", "<p>[회사명]은 [전화번호]로</p>", ["[회사명]", "[전화번호]"]],
  ["formatted placeholders", "<p>[<strong>회사명</strong>], <em>[이름]</em></p>", ["[회사명]", "[이름]"]],
  ["a repeated placeholder once", "[회사명] [회사명]", ["[회사명]"]],
  ["no checkboxes", "[] 안전모\n[ ] 장갑\n[이름]", ["[이름]"]],
  ["no empty brackets with formatting", "<p>[<strong></strong>]</p>", []],
  ["no brackets over two lines", "[회사\n명]", []],
])("bracketsIn finds %s", (_, text, found) => {
  expect(bracketsIn(text)).toEqual(found);
});

test("bracketsIn lists a placeholder of both texts once", () => {
  expect(bracketsIn("[회사명]", "[회사명] [Company]")).toEqual(["[회사명]", "[Company]"]);
});
