/** Terms and policies of the demonstration; the wording is in texts/. */
import { readFileSync } from "node:fs";
import type { Knex } from "knex";
import type { ContentType } from "#contract/texts/terms.ts";
import { at, type Calendar, day, insertAll } from "./basics.ts";

/**
 * In force since long before the first visit, however far the dates have moved, so that consents reference the text
 * that was current.
 */
const days = { earlier: -500, current: -150 };

const policies = [
  { name: "policy-earlier", title: "개인정보 처리방침 (개정 전)", appliedOn: days.earlier, applied: false },
  { name: "policy", title: "개인정보 처리방침", appliedOn: days.current, applied: true },
];

interface Item {
  /** Sections are named `<name>.<version>`. */
  readonly name: string;
  readonly contentType: ContentType;
  readonly title: string;
  readonly enTitle: string;
  readonly renderHtml?: true;
  readonly modalDisplay?: true;
  readonly requestAgree?: true;
  readonly bgColor?: string;
  readonly confirmMsg?: string;
  readonly enConfirmMsg?: string;
  /** Days on which versions 1, 2 … were deployed; null for a draft. */
  readonly deployed: readonly (number | null)[];
}

const items: readonly Item[] = [
  {
    name: "service",
    contentType: "이용약관",
    title: "방문예약 서비스 이용약관",
    enTitle: "Terms of use of the visit reservation service",
    renderHtml: true,
    modalDisplay: true,
    confirmMsg: "이용약관을 모두 읽었으며 이에 동의합니다.",
    enConfirmMsg: "I have read the terms of use and agree to them.",
    deployed: [days.earlier, days.current, null],
  },
  {
    name: "privacy-consent",
    contentType: "필수동의",
    title: "개인정보 수집·이용 동의",
    enTitle: "Consent to the collection and use of personal information",
    renderHtml: true,
    deployed: [days.current],
  },
  {
    name: "security-pledge",
    contentType: "필수동의",
    title: "보안 서약",
    enTitle: "Security pledge",
    deployed: [days.current],
  },
  {
    name: "survey-consent",
    contentType: "선택동의",
    title: "방문 만족도 조사 안내 문자 수신",
    enTitle: "Text message inviting you to a satisfaction survey",
    renderHtml: true,
    requestAgree: true,
    bgColor: "#f3f6fb",
    deployed: [days.current],
  },
  {
    name: "entry-guide",
    contentType: "안내문",
    title: "출입 절차 안내",
    enTitle: "How to enter the site",
    renderHtml: true,
    bgColor: "#fff8e6",
    deployed: [days.current],
  },
  {
    name: "identity-guide",
    contentType: "안내문",
    title: "신분증 지참 안내",
    enTitle: "Please bring identification",
    deployed: [days.current],
  },
  {
    // Korean only, to show the fallback.
    name: "parking-guide",
    contentType: "안내문",
    title: "방문객 주차 안내",
    enTitle: "",
    deployed: [days.current],
  },
  {
    name: "safety-checklist",
    contentType: "체크리스트",
    title: "사업장 안전수칙 확인",
    enTitle: "Site safety rules",
    deployed: [days.current],
  },
  {
    name: "photo-checklist",
    contentType: "체크리스트",
    title: "촬영 및 반입 물품 확인",
    enTitle: "Photography and items you bring in",
    deployed: [days.current],
  },
];

/** The texts that consents reference. */
export interface Texts {
  readonly policyId: number;
  /** Current version of each. */
  readonly terms: readonly { readonly contentType: ContentType; readonly versionId: number }[];
}

/** A section of `texts/` with its date filled in; empty where the language lacks it. */
function read(name: string, language: "ko" | "en", format: "html" | "txt", inForce: Date): string {
  const file = readFileSync(new URL(`./texts/texts.${language}.${format}`, import.meta.url), "utf8");
  const section = file.split("=== ").find((one) => one.startsWith(`${name}\n`)) ?? name;
  const date = new Intl.DateTimeFormat(language === "ko" ? "ko-KR" : "en-GB", {
    dateStyle: "long",
    timeZone: "Asia/Seoul",
  }).format(inForce);
  return section.slice(name.length).replaceAll("{date}", date).trim();
}

async function insertPolicies(knex: Knex, calendar: Calendar): Promise<number> {
  const rows = policies.map(({ name, title, appliedOn, applied }) => {
    const appliedAt = calendar.at(appliedOn * day);
    const content = read(name, "ko", "html", appliedAt);
    const enContent = read(name, "en", "html", appliedAt);
    // The earlier one was replaced when the current one came.
    const updatedAt = applied ? appliedAt : calendar.at(days.current * day);
    return { title, content, enContent, applied, appliedAt, createdAt: appliedAt, updatedAt };
  });
  const ids = await insertAll(knex, "privacy_policies", rows);
  return at(
    ids,
    rows.findIndex(({ applied }) => applied),
  );
}

async function insertVersions(knex: Knex, termsId: number, item: Item, calendar: Calendar): Promise<number> {
  const rows = item.deployed.map((on, index) => {
    const deployedAt = on === null ? null : calendar.at(on * day);
    const written = deployedAt ?? calendar.at(-3 * day);
    const name = `${item.name}.${index + 1}`;
    const format = item.renderHtml ? "html" : "txt";
    return {
      termsId,
      version: index + 1,
      body: read(name, "ko", format, written),
      enBody: read(name, "en", format, written),
      deployedAt,
      createdAt: written,
      updatedAt: written,
    };
  });
  const ids = await insertAll(knex, "terms_versions", rows);
  return at(
    ids,
    item.deployed.findLastIndex((on) => on !== null),
  );
}

export async function insertTexts(knex: Knex, calendar: Calendar): Promise<Texts> {
  const policyId = await insertPolicies(knex, calendar);
  const terms: { contentType: ContentType; versionId: number }[] = [];
  for (const [index, item] of items.entries()) {
    const { name: _name, deployed: _deployed, ...columns } = item;
    const [id] = await insertAll(knex, "terms", [{ ...columns, dispOrder: index + 1 }]);
    if (id === undefined) throw new Error("an insert gave no id");
    terms.push({
      contentType: item.contentType,
      versionId: await insertVersions(knex, id, item, calendar),
    });
  }
  return { policyId, terms };
}
