/** 200 host users, four of them with a password. */
import { hash } from "@node-rs/argon2";
import type { Knex } from "knex";
import { at, insertAll, Random } from "./basics.ts";
import { type FullName, koreanName } from "./names.ts";
import type { CompanyKey, Site } from "./site.ts";

/** Positions of a department's staff. */
const office = ["사원", "사원", "대리", "대리", "과장", "과장", "차장", "부장"] as const;
const laboratory = ["연구원", "연구원", "선임연구원", "선임연구원", "책임연구원", "수석연구원"] as const;
const shopFloor = ["사원", "주임", "주임", "대리", "과장", "반장"] as const;

interface Department {
  readonly company: CompanyKey;
  readonly name: string;
  readonly grades: readonly string[];
}

const of = (company: CompanyKey, grades: readonly string[], names: readonly string[]): Department[] =>
  names.map((name) => ({ company, name, grades }));

const departments: readonly Department[] = [
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

export const password = "visit-demo-2026!";

const headcount = 200;

interface Person {
  loginId: string;
  name: string;
  enName: string;
  company: CompanyKey;
  department: string;
  position: string;
  role: "host" | "desk" | "admin" | "privacy";
  status: "active" | "resigned";
}

/** Accounts of the demonstration, and the rest of the front desk. */
const staff = [
  ["admin", "정하윤", "Hayoon Jung", "precision", "인사총무팀", "차장", "admin"],
  ["desk", "오세라", "Sera Oh", "precision", "안내데스크", "주임", "desk"],
  ["host", "한지우", "Jiwoo Han", "bio", "분석연구팀", "책임연구원", "host"],
  ["privacy", "윤서진", "Seojin Yoon", "precision", "정보보안팀", "부장", "privacy"],
  ["taeri.moon", "문태리", "Taeri Moon", "precision", "안내데스크", "사원", "desk"],
  ["gaon.bae", "배가온", "Gaon Bae", "precision", "안내데스크", "사원", "desk"],
] as const;

export const accounts: readonly string[] = staff.slice(0, 4).map(([loginId]) => loginId);

/** Namesakes, who differ only in company, department and position. */
const namesakes: readonly (readonly [FullName, readonly string[]])[] = [
  [{ ko: "김민수", en: "Minsu Kim" }, ["구매팀", "설비보전팀", "공정개발팀", "기술영업팀"]],
  [{ ko: "이지은", en: "Jieun Lee" }, ["국내영업팀", "세포배양연구팀", "신뢰성평가팀"]],
  [{ ko: "박지훈", en: "Jihoon Park" }, ["생산관리팀", "정밀가공팀", "사업개발팀"]],
  [{ ko: "최유진", en: "Yujin Choi" }, ["인허가팀", "소재연구팀"]],
];

class Roster {
  readonly people: Person[] = [];
  readonly #random = new Random(20_260_301);
  readonly #loginIds = new Map<string, number>();

  /** Whether the department has a user of that name already. */
  has(name: string, department: string): boolean {
    return this.people.some((person) => person.name === name && person.department === department);
  }

  hire(name: FullName, department: Department, position = this.#random.pick(department.grades)): void {
    const [given = "", surname = ""] = name.en.toLowerCase().split(" ");
    const loginId = `${given}.${surname}`;
    const count = (this.#loginIds.get(loginId) ?? 0) + 1;
    this.#loginIds.set(loginId, count);
    this.people.push({
      loginId: count === 1 ? loginId : `${loginId}${count}`,
      name: name.ko,
      enName: this.#random.chance(0.85) ? name.en : "",
      company: department.company,
      department: department.name,
      position,
      role: "host",
      status: "active",
    });
  }

  hireAnyone(department: Department, position?: string): void {
    let name = koreanName(this.#random);
    while (this.has(name.ko, department.name)) name = koreanName(this.#random);
    this.hire(name, department, position);
  }
}

function roster(): Person[] {
  const made = new Roster();
  for (const [loginId, name, enName, company, department, position, role] of staff) {
    made.people.push({ loginId, name, enName, company, department, position, role, status: "active" });
  }
  for (const department of departments) made.hireAnyone(department, "팀장");
  for (const [name, where] of namesakes) {
    for (const department of departments) if (where.includes(department.name)) made.hire(name, department);
  }
  for (let index = 0; made.people.length < headcount; index++) made.hireAnyone(at(departments, index));
  for (const person of made.people.slice(-90).filter((_, index) => index % 13 === 5)) {
    person.status = "resigned";
  }
  return made.people;
}

/** A host user's id and the data for generating visits. */
export interface Host extends Person {
  readonly id: number;
}

export async function insertPeople(knex: Knex, site: Site): Promise<Host[]> {
  const people = roster();
  const rows = await Promise.all(
    people.map(async ({ company, ...person }, index) => ({
      ...person,
      companyId: site.companies[company],
      passwordHash: accounts.includes(person.loginId) ? await hash(password) : null,
      phone: `031-0000-${2000 + index}`,
      cellPhone: `010-0000-${String(index + 1).padStart(4, "0")}`,
      email: `${person.loginId}@example.com`,
    })),
  );
  const ids = await insertAll(knex, "host_users", rows);
  return people.map((person, index) => ({ ...person, id: at(ids, index) }));
}
