/** Placeholders of the starting templates, and filling them with the site's values. */
import type { SiteConfiguration } from "#contract/site/configuration.ts";
import type { Templates } from "#contract/site/set-up.ts";

/** Spelling of each placeholder in the Korean and the English texts (resources/templates). */
const written = {
  company: ["[회사명]", "[Company name]"],
  retention: [
    "[보유 기간, 예: 방문 종료일부터 1년]",
    "[Retention period, for example 1 year from the end of the visit]",
  ],
  officer: ["[부서와 직책]", "[Department and position]"],
  department: ["[담당 부서]", "[Department]"],
  phone: ["[전화번호]", "[Phone number]"],
  email: ["[이메일]", "[Email address]"],
  smsProvider: ["[문자 발송 업체]", "[Text message provider]"],
  deskOperator: ["[안내데스크 운영 업체]", "[Front desk operator]"],
  deskPlace: ["[안내데스크 위치]", "[Location of the front desk]"],
  deskHours: ["[운영 시간]", "[Opening hours]"],
  assembly: ["[집결 장소]", "[Assembly point]"],
  message: [
    "[안내의 내용, 예: 만족도 조사]",
    "[What the message is about, for example a satisfaction survey]",
  ],
  effective: ["[시행일]", "[Effective date]"],
} as const;

export type TemplatePlaceholder = keyof typeof written;

const names = Object.keys(written) as TemplatePlaceholder[];

/** Placeholders with the same value in both languages. */
const shared: ReadonlySet<TemplatePlaceholder> = new Set(["phone", "email", "deskHours", "effective"]);

/** Placeholders that may stay empty: the row of a processor, or the terms with `message`, are then left out. */
export const optionalPlaceholders: ReadonlySet<TemplatePlaceholder> = new Set([
  "smsProvider",
  "deskOperator",
  "message",
]);

/** Values of the Korean texts; those of the English ones have the suffix `En`. */
export type PlaceholderValues = Record<TemplatePlaceholder | `${TemplatePlaceholder}En`, string>;

export type PlaceholderField = keyof PlaceholderValues;

/** Fields to show for some templates, each placeholder's Korean field first. @param found placeholders in the templates */
export const fieldsFor = (
  found: readonly string[],
): readonly { placeholder: TemplatePlaceholder; fields: PlaceholderField[] }[] =>
  names
    .filter((name) => written[name].some((text) => found.includes(text)))
    .map((placeholder) => ({
      placeholder,
      fields: shared.has(placeholder) ? [placeholder] : [placeholder, `${placeholder}En`],
    }));

/** Values known from the configuration; others are empty. @param today "YYYY-MM-DD" on the site */
export function knownValues(
  { customerCompany, retentionDays }: Pick<SiteConfiguration, "customerCompany" | "retentionDays">,
  today: string,
): PlaceholderValues {
  const empty = Object.fromEntries(
    names.flatMap((name) => [
      [name, ""],
      [`${name}En`, ""],
    ]),
  );
  return {
    ...(empty as PlaceholderValues),
    company: customerCompany.ko,
    companyEn: customerCompany.en,
    retention: `방문 종료일부터 ${retentionDays}일`,
    retentionEn: `${retentionDays} days from the end of the visit`,
    effective: today,
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The template's notice line; the set-up list shows it next to the form. */
const notice = /^(?:<p><strong>)?\[(?:서식|Template): [^\]]*\][^\n]*\n\s*/;

const processors = ["smsProvider", "deskOperator"] as const;
const processorsHint = /<p>\[(?:위탁하지|Delete what)[^\]]*\]<\/p>\s*/;
const noProcessors = [
  "<p>회사는 개인정보 처리를 위탁하지 않습니다.</p>",
  "<p>We do not entrust the processing of personal information to others.</p>",
] as const;

/** The text of one language, filled; a placeholder without a value stays and is requested later. */
function filled(text: string, values: PlaceholderValues, language: 0 | 1, isHtml: boolean): string {
  let result = text.replace(notice, "").replace(processorsHint, "");
  const valueFor = (name: TemplatePlaceholder) => {
    const field: PlaceholderField = language === 1 && !shared.has(name) ? `${name}En` : name;
    return values[field].trim();
  };
  for (const name of processors)
    if (!values[name].trim() && !values[`${name}En`].trim())
      result = result
        .split("\n")
        .filter((line) => !line.includes(`<tr><td>${written[name][language]}</td>`))
        .join("\n");
  result = result.replace(
    /<table>(?:(?!<\/table>)[\s\S])*<tbody>\s*<\/tbody>\s*<\/table>/,
    noProcessors[language],
  );
  for (const name of names) {
    const value = valueFor(name);
    if (value) result = result.replaceAll(written[name][language], () => (isHtml ? escaped(value) : value));
  }
  return result;
}

/** The templates filled with values; terms with `message` are left out where it is empty. */
export function fillTemplates(templates: Templates, values: PlaceholderValues): Templates {
  const isWanted = (blanks: readonly string[]) =>
    !blanks.includes(written.message[0]) || values.message.trim() !== "" || values.messageEn.trim() !== "";
  return {
    ...templates,
    policies: templates.policies.map((policy) => ({
      ...policy,
      content: filled(policy.content, values, 0, true),
      enContent: filled(policy.enContent, values, 1, true),
    })),
    terms: templates.terms
      .filter(({ blanks }) => isWanted(blanks))
      .map((term) => ({
        ...term,
        body: filled(term.body, values, 0, term.renderHtml),
        enBody: filled(term.enBody, values, 1, term.renderHtml),
      })),
  };
}
