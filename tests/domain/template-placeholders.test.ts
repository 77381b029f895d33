/** Starting templates filled with a site's values. */
import { describe, expect, it } from "vitest";
import { startingTemplates } from "#api/features/site/starting-templates.ts";
import { safeHtml } from "#api/safe-html.ts";
import {
  fieldsFor,
  fillTemplates,
  knownValues,
  type PlaceholderValues,
} from "#contract/messages/template-placeholders.ts";
import { bracketsIn, type Templates } from "#contract/site/set-up.ts";

const site = { customerCompany: { ko: "가온정밀", en: "Gaon Precision" }, retentionDays: 90 };
const known = knownValues(site, "2026-03-10");
const all = Object.fromEntries(
  Object.entries(known).map(([field, value]) => [field, value || `<${field}>`]),
) as PlaceholderValues;

const textsOf = ({ policies, terms }: Templates) => [
  ...policies.flatMap(({ content, enContent }) => [content, enContent]),
  ...terms.flatMap(({ body, enBody }) => [body, enBody]),
];
const policyOf = (values: PlaceholderValues) => {
  const [policy] = fillTemplates(startingTemplates(), values).policies;
  return { content: policy?.content ?? "", enContent: policy?.enContent ?? "" };
};

describe("starting templates", () => {
  it("have every text in both languages, unchanged by sanitizing", () => {
    const { policies, terms, purposes, places } = startingTemplates();
    for (const template of [...policies, ...terms, ...purposes, ...places])
      for (const [field, value] of Object.entries(template))
        if (!/^(bgColor|confirmMsg|enConfirmMsg)$/.test(field)) expect(value, field).not.toBe("");
    for (const html of textsOf({ ...startingTemplates(), terms: terms.filter((one) => one.renderHtml) }))
      expect(safeHtml(html)).toBe(html);
  });
});

describe("filling the starting templates", () => {
  it("leaves no placeholder with all values, and keeps checkboxes", () => {
    const texts = textsOf(fillTemplates(startingTemplates(), all));
    expect(bracketsIn(...texts)).toEqual([]);
    expect(texts.filter((text) => text.includes("[] "))).toHaveLength(2);
    for (const text of texts) expect(text).not.toMatch(/서식:|Template:/);
  });

  it("has a field for every placeholder except notes", () => {
    const { policies, terms } = startingTemplates();
    for (const { blanks } of [...policies, ...terms]) {
      const entered = blanks.filter((placeholder) => !/^\[(서식|Template|위탁하지|Delete)/.test(placeholder));
      // each placeholder has both languages
      expect(fieldsFor(blanks)).toHaveLength(entered.length / 2);
    }
  });

  it("uses company and retention period of the configuration, and leaves unknown placeholders", () => {
    const { content, enContent } = policyOf(known);
    expect(content).toContain("<p>가온정밀(이하 ‘회사’)에서는");
    expect(enContent).toContain("<p>Gaon Precision (“we”)");
    expect(content).toContain("<td>방문 종료일부터 90일</td>");
    expect(enContent).toContain("applies from 2026-03-10.");
    expect(bracketsIn(content)).toEqual(["[부서와 직책]", "[전화번호]", "[이메일]", "[담당 부서]"]);
  });

  it("states that no processor is used, or names the given ones", () => {
    const none = policyOf({
      ...all,
      smsProvider: "",
      smsProviderEn: "",
      deskOperator: " ",
      deskOperatorEn: "",
    });
    expect(none.content).toContain("<p>회사는 개인정보 처리를 위탁하지 않습니다.</p>");
    expect(none.enContent).toContain("<p>We do not entrust");
    expect(none.content.match(/<table>/g)).toHaveLength(2);
    const one = policyOf({ ...all, smsProvider: "솔라피", deskOperator: "", deskOperatorEn: "" });
    expect(one.content).toContain("<td>솔라피</td>");
    expect(one.content).not.toContain("안내데스크와 출입구 운영");
  });

  it("escapes values in HTML, not in plain text", () => {
    const values = { ...all, company: "A&B <주>", assembly: "A&B 앞" };
    expect(policyOf(values).content).toContain("A&amp;B &lt;주&gt;(이하");
    const checklist = fillTemplates(startingTemplates(), values).terms.find(({ renderHtml }) => !renderHtml);
    expect(checklist?.body).toContain("A&B 앞 쪽으로");
  });

  it("omits terms for messages that are not sent", () => {
    const titles = (values: PlaceholderValues) => fillTemplates(startingTemplates(), values).terms.length;
    expect(titles({ ...all, message: "", messageEn: "" })).toBe(titles(all) - 1);
  });
});
