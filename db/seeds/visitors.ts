/**
 * Visitors. Companies are fictional, and numbers 010-0000-xxxx are not assigned.
 *
 * Two of them visit often, so that a lookup shows several rows:
 *   김방문        010-0000-1234   (Korean)
 *   Jane Visitor  010-0000-5678   (English)
 */
import type { Language } from "../models/visits/visit.ts";
import { at, Random } from "./basics.ts";
import { foreignName, koreanName } from "./names.ts";
import type { PlaceKey, PurposeKey } from "./site.ts";

/** Purposes and destinations of a company's visits. */
interface Trade {
  readonly purposes: readonly PurposeKey[];
  readonly places: readonly PlaceKey[];
  /** Departments that it visits. */
  readonly meets: readonly string[];
  readonly positions: readonly string[];
  /** Share of visitors with a car. */
  readonly drives: number;
}

const office = ["사원", "대리", "과장", "차장", "부장", "이사"];
const field = ["기사", "기사", "주임", "과장", "소장"];

const trades = {
  parts: {
    purposes: ["meeting", "meeting", "delivery"],
    places: ["reception", "meetingRooms"],
    meets: ["구매팀", "전략구매팀", "생산관리팀", "국내영업팀", "기술영업팀", "품질보증팀"],
    positions: office,
    drives: 0.5,
  },
  equipment: {
    purposes: ["maintenance"],
    places: ["production1", "production2", "research"],
    meets: ["설비보전팀", "금형기술팀", "생산운영팀", "분석연구팀", "공정개발팀"],
    positions: field,
    drives: 0.8,
  },
  building: {
    purposes: ["construction"],
    places: ["production2", "training"],
    meets: ["시설관리팀", "안전환경팀"],
    positions: field,
    drives: 0.8,
  },
  software: {
    purposes: ["meeting"],
    places: ["meetingRooms", "reception"],
    meets: ["정보보안팀", "경영지원팀", "인사총무팀", "생산관리팀"],
    positions: office,
    drives: 0.2,
  },
  haulage: {
    purposes: ["delivery"],
    places: ["warehouse"],
    meets: ["물류팀", "구매팀", "생산운영팀"],
    positions: ["기사", "배송기사"],
    drives: 1,
  },
  science: {
    purposes: ["meeting", "meeting", "tour"],
    places: ["research", "meetingRooms"],
    meets: ["세포배양연구팀", "분석연구팀", "공정개발팀", "소재연구팀", "박막기술팀", "사업개발팀"],
    positions: ["연구원", "선임연구원", "책임연구원"],
    drives: 0.3,
  },
  inspection: {
    purposes: ["audit"],
    places: ["production1", "research"],
    meets: ["품질보증팀", "품질관리팀", "인허가팀", "분석연구팀", "신뢰성평가팀"],
    positions: ["심사원", "심사위원", "선임심사원"],
    drives: 0.4,
  },
  school: {
    purposes: ["tour"],
    places: ["training", "research"],
    meets: ["연구기획팀", "경영지원팀"],
    positions: ["교사"],
    drives: 0.1,
  },
  applicant: {
    purposes: ["interview"],
    places: ["reception"],
    meets: ["인사총무팀"],
    positions: [""],
    drives: 0.1,
  },
  foreign: {
    purposes: ["meeting", "audit", "tour"],
    places: ["meetingRooms", "research"],
    meets: ["해외영업팀", "사업개발팀", "분석연구팀", "정밀가공팀"],
    positions: ["Engineer", "Sales Manager", "Consultant", "Director"],
    drives: 0,
  },
} as const satisfies Record<string, Trade>;

type TradeKey = keyof typeof trades;

const companies: readonly (readonly [name: string, trade: TradeKey])[] = [
  ["모퉁이정공", "parts"],
  ["달무리전자소재", "parts"],
  ["일곱별특수강", "parts"],
  ["조약돌유공압", "parts"],
  ["하늬바람공조", "equipment"],
  ["너울이엔지", "equipment"],
  ["번개골엘리베이터", "equipment"],
  ["물수제비계측", "equipment"],
  ["마루한켠건설", "building"],
  ["돌담길전기통신", "building"],
  ["도토리소프트", "software"],
  ["여우비시스템즈", "software"],
  ["종이배컨설팅", "software"],
  ["솔방울로지스", "haulage"],
  ["징검다리물류", "haulage"],
  ["아침놀바이오텍", "science"],
  ["윤슬분석연구소", "science"],
  ["꽃샘인증원", "inspection"],
  ["가늠자품질평가원", "inspection"],
  ["해오름들과학고등학교", "school"],
  ["개인", "applicant"],
  ["Fernhollow Instruments", "foreign"],
  ["Quillmark Consulting", "foreign"],
  ["Lindenfold Optics", "foreign"],
];

export interface Visitor {
  readonly name: string;
  readonly company: string;
  readonly position: string;
  readonly cellphone: string | undefined;
  /** The company's own number, which only staff enter. */
  readonly phone: string;
  readonly carNumber: string;
  readonly lang: Language;
  readonly trade: Trade;
}

/** Plates end in 00xx, which real plates do not. */
const plate = (random: Random): string =>
  `${random.between(10, 399)}${random.pick(["가", "나", "다", "라", "마", "거", "너", "도", "루", "서"])} 00${random.between(10, 99)}`;

/** Frequent visitors; see the head of this file. */
export const regulars: Readonly<Record<"kim" | "jane", Visitor>> = {
  kim: {
    name: "김방문",
    company: "모퉁이정공",
    position: "과장",
    cellphone: "010-0000-1234",
    phone: "031-0000-7001",
    carNumber: "12가 3456",
    lang: "ko",
    trade: trades.parts,
  },
  jane: {
    name: "Jane Visitor",
    company: "Fernhollow Instruments",
    position: "Sales Manager",
    cellphone: "010-0000-5678",
    phone: "",
    carNumber: "",
    lang: "en",
    trade: trades.foreign,
  },
};

export class Visitors {
  readonly #random = new Random(77_310);
  readonly #known: Visitor[] = [];
  #number = 0;

  /** A visitor for an application: often a known one, except for job applicants. */
  anyone(): Visitor {
    const random = this.#random;
    if (this.#known.length > 60 && random.chance(0.45)) return random.pick(this.#known);
    const index = random.between(0, companies.length - 1);
    const visitor = this.#visitorOf(index, true);
    if (visitor.trade !== trades.applicant) this.#known.push(visitor);
    return visitor;
  }

  /** A visitor who leads a group; interviews and deliveries have none. */
  leader(): Visitor {
    let visitor = this.anyone();
    while (visitor.trade === trades.applicant || visitor.trade === trades.haulage) visitor = this.anyone();
    return visitor;
  }

  /** A colleague of a visitor; every third companion has no number. */
  colleagueOf(visitor: Visitor, withNumber = !this.#random.chance(1 / 3)): Visitor {
    const index = companies.findIndex(([name]) => name === visitor.company);
    return { ...this.#visitorOf(index, withNumber), carNumber: "" };
  }

  #visitorOf(company: number, withNumber: boolean): Visitor {
    const random = this.#random;
    const [name, key] = at(companies, company);
    const trade: Trade = trades[key];
    const cellphone = withNumber ? this.#freshNumber() : undefined;
    const lang = key === "foreign" ? "en" : "ko";
    return {
      name: lang === "en" ? foreignName(random) : koreanName(random).ko,
      company: name,
      position: random.pick(trade.positions),
      cellphone,
      phone: key === "applicant" || lang === "en" ? "" : `031-0000-70${String(company + 1).padStart(2, "0")}`,
      carNumber: random.chance(trade.drives) ? plate(random) : "",
      lang,
      trade,
    };
  }

  /** 3,571 and 8,600 are coprime: the numbers scatter, and none repeats. */
  #freshNumber(): string {
    this.#number = (this.#number + 3571) % 8600;
    const number = `010-0000-${1300 + this.#number}`;
    return number === regulars.jane.cellphone ? this.#freshNumber() : number;
  }
}
