/** A small site: two companies, a few hosts, codes, a policy, terms of every type. */

import type { Knex } from "knex";
import type { ContentType } from "#contract/texts/terms.ts";
import { HostUser } from "#db/models/people/host-user.ts";
import { Company, UserCode } from "#db/models/reference-record.ts";
import { PrivacyPolicy, Terms, TermsVersion } from "#db/models/terms.ts";

export async function addTerms(
  db: Knex,
  contentType: ContentType,
  more: Partial<Terms> & { body?: string } = {},
) {
  const { body = `${contentType} 본문`, ...rest } = more;
  const terms = await Terms.query(db).insert({ title: `${contentType} 제목`, contentType, ...rest });
  const version = await TermsVersion.query(db).insert({
    termsId: terms.id,
    version: 1,
    body,
    deployedAt: new Date(0),
  });
  return { id: terms.id, versionId: version.id };
}

let logins = 0;

export const addHost = (db: Knex, companyId: number, more: Partial<HostUser> = {}) =>
  HostUser.query(db).insert({ loginId: `host-${++logins}`, name: "김철수", companyId, ...more });

/** Fills an empty database. @returns ids for tests */
export async function seedSite(
  db: Knex,
  policyText = { content: "<h2>개인정보 처리방침</h2>", enContent: "<h2>Privacy policy</h2>" },
) {
  await db("configuration").update({ customerCompany: "가온정밀", enCustomerCompany: "Gaon Precision" });
  const company = await Company.query(db).insert({
    name: "가온정밀",
    enName: "Gaon Precision",
    dispOrder: 1,
  });
  const otherCompany = await Company.query(db).insert({ name: "가온바이오", dispOrder: 2 });
  const closedCompany = await Company.query(db).insert({ name: "가온옛회사", inUse: false });
  const host = await addHost(db, company.id, {
    enName: "Cheolsu Kim",
    department: "설계팀",
    position: "책임",
  });
  const namesake = await addHost(db, company.id, { department: "품질팀", position: "선임" });
  const otherHost = await addHost(db, otherCompany.id, { name: "이영희", enName: "Younghee Lee" });
  const resigned = await addHost(db, company.id, { name: "박퇴사", status: "resigned" });
  const code = (kind: number, name: string, more: Partial<UserCode> = {}) =>
    UserCode.query(db).insert({ kind, name, ...more });
  const place = await code(9002, "본관", { enName: "Main building" });
  const closedPlace = await code(9002, "옛 창고", { inUse: false });
  const purpose = await code(9003, "회의", { enName: "Meeting" });
  const closedPurpose = await code(9003, "견학", { inUse: false });
  const policy = await PrivacyPolicy.query(db).insert({
    title: "처리방침",
    ...policyText,
    applied: true,
    appliedAt: new Date(0),
  });
  const terms = {
    use: await addTerms(db, "이용약관", { dispOrder: 1, modalDisplay: true }),
    required: await addTerms(db, "필수동의", { dispOrder: 2, enTitle: "Required consent" }),
    optional: await addTerms(db, "선택동의", { dispOrder: 3, requestAgree: true, bgColor: "#fff7e6" }),
    guide: await addTerms(db, "안내문", { dispOrder: 4, renderHtml: true, body: "<p>안내</p>" }),
    checklist: await addTerms(db, "체크리스트", {
      dispOrder: 5,
      body: "안전 수칙\n[] 안전모를 씁니다\n[] 사진을 찍지 않습니다",
    }),
  };
  return {
    company: company.id,
    otherCompany: otherCompany.id,
    closedCompany: closedCompany.id,
    host: host.id,
    namesake: namesake.id,
    otherHost: otherHost.id,
    resigned: resigned.id,
    place: place.id,
    closedPlace: closedPlace.id,
    purpose: purpose.id,
    closedPurpose: closedPurpose.id,
    policy: policy.id,
    terms,
  };
}

export type Site = Awaited<ReturnType<typeof seedSite>>;

/** A valid application in Korean. */
export const koreanApplication = (site: Site, more: Record<string, unknown> = {}) => ({
  hostUser: site.host,
  userCompany: site.company,
  location: site.place,
  purpose: site.purpose,
  startDate: "2026-03-10 14:00",
  endDate: "2026-03-10 16:00",
  name: "홍길동",
  cellphone: "010-1234-5678",
  company: "나래상사",
  carNumber: "12가 3456",
  privacy: true,
  privacyPolicyId: site.policy,
  agreements: [
    { termsId: site.terms.use.id, version: 1, agreed: true },
    { termsId: site.terms.required.id, version: 1, agreed: true },
    { termsId: site.terms.optional.id, version: 1, agreed: false },
    { termsId: site.terms.checklist.id, version: 1, agreed: true },
  ],
  ...more,
});

/** A valid application in English: policy and checklists. */
export const englishApplication = (site: Site, more: Record<string, unknown> = {}) =>
  koreanApplication(site, {
    agreements: [{ termsId: site.terms.checklist.id, version: 1, agreed: true }],
    ...more,
  });
