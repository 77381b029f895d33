/** What visitors read and agree to; the wording lies beside this in texts/. */
import { existsSync, readFileSync } from "node:fs";
import type { Knex } from "knex";
import type { ContentType } from "#contract/texts/terms.ts";
import { type Calendar, day } from "./calendar.ts";
import { insertAll } from "./insert.ts";
import { at } from "./random.ts";

/**
 * In force since long before the first visit, however far the dates have moved: consents always point at
 * the text that was current.
 */
const days = { earlier: -500, current: -150 };

const policies = [
  { file: "policy-earlier", title: "개인정보 처리방침 (개정 전)", appliedOn: days.earlier, applied: false },
  { file: "policy", title: "개인정보 처리방침", appliedOn: days.current, applied: true },
];

interface Item {
  /** Name of the files: `<file>.<version>.<language>.html` or `.txt`. */
  readonly file: string;
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
    file: "service",
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
    file: "privacy-consent",
    contentType: "필수동의",
    title: "개인정보 수집·이용 동의",
    enTitle: "Consent to the collection and use of personal information",
    renderHtml: true,
    deployed: [days.current],
  },
  {
    file: "security-pledge",
    contentType: "필수동의",
    title: "보안 서약",
    enTitle: "Security pledge",
    deployed: [days.current],
  },
  {
    file: "survey-consent",
    contentType: "선택동의",
    title: "방문 만족도 조사 안내 문자 수신",
    enTitle: "Text message inviting you to a satisfaction survey",
    renderHtml: true,
    requestAgree: true,
    bgColor: "#f3f6fb",
    deployed: [days.current],
  },
  {
    file: "entry-guide",
    contentType: "안내문",
    title: "출입 절차 안내",
    enTitle: "How to enter the site",
    renderHtml: true,
    bgColor: "#fff8e6",
    deployed: [days.current],
  },
  {
    file: "identity-guide",
    contentType: "안내문",
    title: "신분증 지참 안내",
    enTitle: "Please bring identification",
    deployed: [days.current],
  },
  {
    // Only in Korean, so that the fallback can be seen.
    file: "parking-guide",
    contentType: "안내문",
    title: "방문객 주차 안내",
    enTitle: "",
    deployed: [days.current],
  },
  {
    file: "safety-checklist",
    contentType: "체크리스트",
    title: "사업장 안전수칙 확인",
    enTitle: "Site safety rules",
    deployed: [days.current],
  },
  {
    file: "photo-checklist",
    contentType: "체크리스트",
    title: "촬영 및 반입 물품 확인",
    enTitle: "Photography and items you bring in",
    deployed: [days.current],
  },
];

/** What consents point at. */
export interface Texts {
  readonly policyId: number;
  /** The current version of each. */
  readonly terms: readonly { readonly contentType: ContentType; readonly versionId: number }[];
}

/** A text with the day it came into force filled in; empty where it was not written in that language. */
function read(name: string, language: "ko" | "en", inForce: Date): string {
  const file = new URL(`./texts/${name.replace("*", language)}`, import.meta.url);
  if (!existsSync(file)) return "";
  const date = new Intl.DateTimeFormat(language === "ko" ? "ko-KR" : "en-GB", {
    dateStyle: "long",
    timeZone: "Asia/Seoul",
  }).format(inForce);
  return readFileSync(file, "utf8").replaceAll("{date}", date).trim();
}

async function insertPolicies(knex: Knex, calendar: Calendar): Promise<number> {
  const rows = policies.map(({ file, title, appliedOn, applied }) => {
    const appliedAt = calendar.at(appliedOn * day);
    const content = read(`${file}.*.html`, "ko", appliedAt);
    const enContent = read(`${file}.*.html`, "en", appliedAt);
    // the earlier one was replaced when the current one came
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
    const name = `${item.file}.${index + 1}.*.${item.renderHtml ? "html" : "txt"}`;
    return {
      termsId,
      version: index + 1,
      body: read(name, "ko", written),
      enBody: read(name, "en", written),
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
    const { file: _file, deployed: _deployed, ...columns } = item;
    const [id] = await insertAll(knex, "terms", [{ ...columns, dispOrder: index + 1 }]);
    if (id === undefined) throw new Error("an insert gave no id");
    terms.push({
      contentType: item.contentType,
      versionId: await insertVersions(knex, id, item, calendar),
    });
  }
  return { policyId, terms };
}
