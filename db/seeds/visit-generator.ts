/** Generates visitors, hosts, places and purposes of visits. */
import { day, dayOf, Random } from "./basics.ts";
import type { Host } from "./people.ts";
import type { Site } from "./site.ts";
import type { Party, Timeline } from "./visit-timelines.ts";
import { regulars, type Visitor, Visitors } from "./visitors.ts";

/** Data that a whole group shares. */
export interface Occasion {
  readonly hostId: number;
  readonly locationId: number;
  readonly purposeId: number;
  readonly note: string;
  readonly guide: string;
  /** The desk user of the visit. */
  readonly deskId: number;
}

export interface GeneratedVisit {
  readonly occasion: Occasion;
  readonly timeline: Timeline;
  readonly visitor: Visitor;
  /** Index of the leader in the list; undefined for leaders and single visitors. */
  readonly leader: number | undefined;
}

const notes = [
  "노트북 1대 반입 예정",
  "자료 상자 2개 반입 예정",
  "도착하면 담당자에게 전화 요청",
  "휠체어 이용. 정문에서 동행 필요",
  "점심 식사 포함",
  "30분쯤 늦을 수 있음",
];

/** Resigned hosts only appear in visits this long ago. */
const resignedDaysAgo = 30;

export class VisitGenerator {
  readonly #random = new Random(415_263);
  readonly #visitors = new Visitors();
  readonly #site: Site;
  readonly #people: readonly Host[];
  readonly #desk: readonly Host[];
  readonly #demonstrationHost: Host;
  readonly #engagements = new Map<Visitor, Timeline[]>();

  constructor(site: Site, people: readonly Host[]) {
    this.#site = site;
    this.#people = people.filter(({ role }) => role === "host");
    this.#desk = people.filter(({ role }) => role === "desk");
    this.#demonstrationHost = people.find(({ loginId }) => loginId === "host") ?? this.#random.pick(people);
  }

  /** Assigns a visitor to every member of every group, in order. */
  generate(parties: readonly Party[]): GeneratedVisit[] {
    const visits: GeneratedVisit[] = [];
    for (const party of parties) {
      const lead = this.#leadOf(party);
      const occasion = this.#occasion(party, lead);
      const leader = visits.length;
      visits.push({ occasion, timeline: party.lead, visitor: lead, leader: undefined });
      for (const [index, timeline] of party.companions.entries()) {
        const known = index === 0 && party.follower && regulars[party.follower];
        const visitor = known || this.#visitors.colleagueOf(lead);
        visits.push({ occasion: { ...occasion, note: "" }, timeline, visitor, leader });
      }
    }
    return visits;
  }

  /** A visitor with business at the host's department, who is not here on the same day already. */
  #leadOf(party: Party): Visitor {
    if (party.follower) return this.#visitors.colleagueOf(regulars[party.follower], true);
    const department = party.demonstrationHost && this.#demonstrationHost.department;
    const fits = (visitor: Visitor) =>
      (!department || visitor.trade.meets.includes(department)) && this.#isFree(visitor, party.lead);
    const next = () => (party.companions.length > 0 ? this.#visitors.leader() : this.#visitors.anyone());
    let visitor = party.visitor ? regulars[party.visitor] : next();
    while (!party.visitor && !fits(visitor)) visitor = next();
    this.#engagements.set(visitor, [...(this.#engagements.get(visitor) ?? []), party.lead]);
    return visitor;
  }

  #isFree(visitor: Visitor, { start, end }: Timeline): boolean {
    const engagements = this.#engagements.get(visitor) ?? [];
    return !engagements.some((other) => dayOf(other.start) <= dayOf(end) && dayOf(start) <= dayOf(other.end));
  }

  #occasion(party: Party, { trade }: Visitor): Occasion {
    const random = this.#random;
    const longAgo = party.lead.end < -resignedDaysAgo * day;
    const hosts = this.#people.filter(
      ({ department, status }) => trade.meets.includes(department) && (longAgo || status === "active"),
    );
    const host = party.demonstrationHost ? this.#demonstrationHost : random.pick(hosts);
    const entered = party.lead.steps.some(({ action }) => action === "issue");
    return {
      hostId: host.id,
      locationId: this.#site.places[random.pick(trade.places)],
      purposeId: this.#site.purposes[random.pick(trade.purposes)],
      note: party.lead.origin === "console" && random.chance(0.35) ? random.pick(notes) : "",
      guide: entered ? `${host.name} ${host.position}` : "",
      deskId: random.pick(this.#desk).id,
    };
  }
}
