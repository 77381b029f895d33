/** Answers about a small public site: terms in every display mode, hosts, places, purposes. */
import type { FoundHost } from "#contract/people/host-search.ts";
import type { PublicConfiguration } from "#contract/site/configuration.ts";
import type { AppliedPolicy } from "#contract/texts/privacy-policies.ts";
import type { DeployedTerms } from "#contract/texts/terms.ts";
import type { LookupRow } from "#contract/visits/requests.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type { LinkedVisitAnswer } from "#contract/visits/visit-links.ts";
import ko from "#i18n/ko.json" with { type: "json" };
import { configuration as usual } from "../configuration.ts";

export const configuration: PublicConfiguration = {
  ...usual,
  homepage: "https://www.provider.example/visit",
};

const text = (
  id: number,
  contentType: DeployedTerms["contentType"],
  more: Partial<DeployedTerms> = {},
  body = `${contentType} 본문`,
): DeployedTerms => ({
  id,
  title: `${contentType} 제목`,
  contentType,
  currentVersion: { version: 1, body },
  renderHtml: false,
  modalDisplay: false,
  requestAgree: false,
  bgColor: "",
  confirmMsg: "",
  ...more,
});

export const terms = {
  use: text(1, "이용약관", { modalDisplay: true }),
  required: text(2, "필수동의"),
  html: text(
    3,
    "필수동의",
    { title: "개인정보 수집·이용 동의", renderHtml: true },
    "<h2>수집 항목</h2><p><strong>이름</strong>과 휴대전화번호</p>",
  ),
  optional: text(4, "선택동의", { requestAgree: true, bgColor: "#fff7e6" }),
  survey: text(
    5,
    "선택동의",
    {
      title: "안내 문자 수신 동의",
      modalDisplay: true,
      renderHtml: true,
      bgColor: "#1d3f8f",
      confirmMsg: "안내 문자를 받겠습니다.",
    },
    "<p>방문 하루 전에 문자로 알려 드립니다.</p>",
  ),
  guide: text(6, "안내문", { renderHtml: true }, "<p>안내</p>"),
  checklist: text(7, "체크리스트", {}, "안전 수칙\n[] 안전모를 씁니다\n[] 사진을 찍지 않습니다"),
  goods: text(8, "체크리스트", { title: "반입 물품" }, "[] 노트북은 안내데스크에 알립니다"),
};

/** The next version of the same terms. */
export const nextVersion = (term: DeployedTerms, body: string): DeployedTerms => ({
  ...term,
  currentVersion: { version: term.currentVersion.version + 1, body },
});

export const policy: AppliedPolicy = {
  id: 1,
  content: "<h2>개인정보 처리방침</h2><p>방문객의 이름과 연락처를 방문 확인에 씁니다.</p>",
  enContent: "<h2>Privacy policy</h2><p>We use your name and number to confirm the visit.</p>",
};

export const companies = {
  ko: [
    { id: 1, name: "가온정밀" },
    { id: 2, name: "가온바이오" },
  ],
  en: [
    { id: 1, name: "Gaon Precision" },
    { id: 2, name: "가온바이오" },
  ],
};

export const places = { ko: [{ id: 11, name: "본관" }], en: [{ id: 11, name: "Main building" }] };
export const purposes = { ko: [{ id: 21, name: "회의" }], en: [{ id: 21, name: "Meeting" }] };

const hostOf = (id: number, company: string, more: Partial<FoundHost>): FoundHost => ({
  id,
  name: "김철수",
  enName: "",
  company: { name: company },
  department: "",
  position: "",
  ...more,
});

export const hosts = {
  host: hostOf(31, "가온정밀", { enName: "Cheolsu Kim", department: "설계팀", position: "책임" }),
  namesake: hostOf(32, "가온정밀", { department: "품질팀", position: "선임" }),
  other: hostOf(33, "가온바이오", { name: "이영희", enName: "Younghee Lee" }),
};

let rows = 0;

/** A row of a lookup with status `applied`, changed by `more`. */
export function lookupRow(more: Partial<LookupRow> = {}): LookupRow {
  const statusCode = more.statusCode ?? "applied";
  return {
    reserveNo: `261122-${String(++rows).padStart(5, "0")}`,
    leaderName: "",
    followersCnt: 0,
    companions: [],
    name: "홍길동",
    company: "나래상사",
    position: "",
    phone: "",
    cellPhone: "010-12**-*678",
    accessiblePlace: { name: "본관" },
    purpose: { name: "회의" },
    startDate: "2026-11-23 14:00",
    endDate: "2026-11-23 16:00",
    hostUser: { name: "김철수", position: "책임" },
    statusCode,
    status: { code: statusCode, name: ko.status[statusCode] },
    reason: "",
    actions: statusCode === "applied" || statusCode === "approved" ? ["cancel"] : [],
    ...more,
  };
}

/** A visit seen by link with status `approved`, changed by `more`. */
export function linkedVisit(more: Partial<LinkedVisitAnswer> = {}): LinkedVisitAnswer {
  const { leaderName: _, ...row } = lookupRow({ statusCode: "approved" });
  const email = { emailMasked: "", emailBounced: false, channel: null };
  return { ...row, ...email, consent: "given", missing: [], desk: null, ...more };
}

/** The answer of a call that changed a visit's status. */
export const outcomeOf = <Code extends StatusCode>(statusCode: Code, reserveNo = "261122-7KQ2M") => ({
  reserveNo,
  statusCode,
  status: { code: statusCode, name: ko.status[statusCode] },
});
