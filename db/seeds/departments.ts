/** Departments of the three companies and the grades of the people in them. */
import type { CompanyKey } from "./site.ts";

const office = ["사원", "사원", "대리", "대리", "과장", "과장", "차장", "부장"] as const;
const laboratory = ["연구원", "연구원", "선임연구원", "선임연구원", "책임연구원", "수석연구원"] as const;
const shopFloor = ["사원", "주임", "주임", "대리", "과장", "반장"] as const;

export interface Department {
  readonly company: CompanyKey;
  readonly name: string;
  readonly grades: readonly string[];
}

const of = (company: CompanyKey, grades: readonly string[], names: readonly string[]): Department[] =>
  names.map((name) => ({ company, name, grades }));

export const departments: readonly Department[] = [
  ...of("precision", office, [
    "경영지원팀",
    "인사총무팀",
    "구매팀",
    "생산관리팀",
    "품질보증팀",
    "국내영업팀",
    "해외영업팀",
    "안전환경팀",
    "정보보안팀",
  ]),
  ...of("precision", shopFloor, ["정밀가공팀", "금형기술팀", "설비보전팀"]),
  ...of("bio", laboratory, ["세포배양연구팀", "분석연구팀", "공정개발팀", "연구기획팀"]),
  ...of("bio", office, ["인허가팀", "사업개발팀", "품질관리팀"]),
  ...of("bio", shopFloor, ["생산운영팀"]),
  ...of("materials", laboratory, ["소재연구팀", "박막기술팀", "신뢰성평가팀"]),
  ...of("materials", office, ["전략구매팀", "기술영업팀", "시설관리팀"]),
  ...of("materials", shopFloor, ["물류팀"]),
];
