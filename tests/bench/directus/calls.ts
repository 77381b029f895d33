/** The calls that Directus can do, too: how it is asked, and what both answers tell of a visit. */
import { addDays, dayStart, toInstant } from "#contract/dates.ts";
import type { Ask, BenchCall } from "../calls.ts";

const zone = "Asia/Seoul";

/** What both tell of a visit, by the names of the product. */
export type Seen = Readonly<Record<string, unknown>>;

interface Answered {
  readonly visits: readonly Seen[];
  readonly total?: number;
}

export interface Match {
  /** Of the call of the product. */
  readonly name: string;
  /** Times the calls a second of Directus. */
  readonly target: number;
  /** Adds a visit, under another number each time. */
  readonly adds?: true;
  ask(ask: Ask): Ask;
  readOurs(body: unknown): Answered;
  readTheirs(body: unknown): Answered;
}

const named = (name: string) => `${name}.name`;
const shown = [
  "reserve_no",
  "name",
  "company",
  "status_code",
  "start_at",
  "end_at",
  "created_at",
  "updated_at",
];
const fieldsOfList = [
  ...["id", ...shown, "cell_phone", "car_number", "origin"],
  ...["host.id", "host.name", "host.department", "host.position", "host.company.name"],
  ...["place.id", "place.name", "purpose.id", "purpose.name"],
];
const fieldsOfLookup = [...shown, "host.name", "host.position", ...["place", "purpose"].map(named)];

interface Related {
  readonly name: string;
  readonly company: { readonly name: string };
}

interface Ours {
  readonly reserveNo: string;
  readonly statusCode: string;
  readonly name: string;
  readonly company: string;
  readonly hostUser: Related;
  readonly accessiblePlace: Related | null;
  readonly purpose: Related;
}

interface Theirs {
  readonly reserve_no: string;
  readonly status_code: string;
  readonly name: string;
  readonly company: string;
  readonly host: Related;
  readonly place: Related | null;
  readonly purpose: Related;
}

const seenByUs = ({ hostUser, accessiblePlace, purpose, ...visit }: Ours): Seen => ({
  reserveNo: visit.reserveNo,
  statusCode: visit.statusCode,
  name: visit.name,
  company: visit.company,
  host: hostUser.name,
  hostCompany: hostUser.company?.name,
  place: accessiblePlace?.name,
  purpose: purpose.name,
});

const seenByThem = ({ host, place, purpose, ...visit }: Theirs): Seen => ({
  reserveNo: visit.reserve_no,
  statusCode: visit.status_code,
  name: visit.name,
  company: visit.company,
  host: host.name,
  hostCompany: host.company?.name,
  place: place?.name,
  purpose: purpose.name,
});

interface TheirPage {
  readonly data: readonly Theirs[];
  readonly meta?: { readonly filter_count: number };
}

const readTheirs = (body: unknown): Answered => {
  const { data, meta } = body as TheirPage;
  return { visits: data.map(seenByThem), ...(meta && { total: meta.filter_count }) };
};

/** @param conditions that all hold */
function read(conditions: readonly object[], more: Readonly<Record<string, string>>): Ask {
  const query = new URLSearchParams({ filter: JSON.stringify({ _and: conditions }), ...more });
  return { method: "GET", path: `/items/visits?${query}` };
}

const list: Match = {
  name: "list",
  target: 5,
  ask({ path }) {
    const asked = new URL(path, "http://localhost").searchParams;
    const of = (name: string) => asked.get(name) ?? "";
    return read(
      [
        { status_code: { _eq: of("status") } },
        { start_at: { _lt: dayStart(addDays(of("to"), 1), zone).toISOString() } },
        { end_at: { _gt: dayStart(of("from"), zone).toISOString() } },
      ],
      {
        ...{ fields: fieldsOfList.join(), sort: "-start_at,-id", meta: "filter_count" },
        ...{ limit: of("size"), page: of("page") },
      },
    );
  },
  readOurs(body) {
    const { rows, total } = body as { rows: Ours[]; total: number };
    return { visits: rows.map(seenByUs), total };
  },
  readTheirs,
};

const lookup: Match = {
  name: "lookup",
  target: 12,
  ask({ body }) {
    const { name, cellPhone } = body as { name: string; cellPhone: string };
    return read([{ name: { _eq: name } }, { cell_phone: { _eq: cellPhone } }], {
      ...{ fields: fieldsOfLookup.join(), sort: "-created_at,-id", limit: "200" },
    });
  },
  readOurs: (body) => ({ visits: (body as Ours[]).map(seenByUs) }),
  readTheirs,
};

interface Application {
  readonly hostUser: number;
  readonly location: number;
  readonly purpose: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly name: string;
  readonly cellphone: string;
  readonly company: string;
  readonly carNumber: string;
  readonly privacy: boolean;
  readonly privacyPolicyId: number;
  readonly agreements: readonly { termsId: number; version: number; agreed: boolean }[];
}

/** With its consents and its log. Directus numbers no reservations: the number comes with the call. */
function applicationOf(asked: Application): unknown {
  const given = { lang: "ko", channel: "form" };
  return {
    ...{ reserve_no: "{uuid}", status_code: "applied", name: asked.name, company: asked.company },
    ...{ host: asked.hostUser, place: asked.location, purpose: asked.purpose, cell_phone: asked.cellphone },
    start_at: toInstant(asked.startDate, zone).toISOString(),
    end_at: toInstant(asked.endDate, zone).toISOString(),
    ...{ car_number: asked.carNumber, origin: "public", lang: "ko" },
    consents: [
      ...asked.agreements.map(({ termsId, ...agreement }) => ({ terms: termsId, ...agreement, ...given })),
      { policy: asked.privacyPolicyId, agreed: asked.privacy, ...given },
    ],
    logs: [{ action: "apply", to_code: "applied", actor_kind: "visitor" }],
  };
}

const numberAndStatus = ({ reserveNo, statusCode }: Pick<Ours, "reserveNo" | "statusCode">): Seen => ({
  reserveNo,
  statusCode,
});

const create: Match = {
  name: "submit",
  target: 8,
  adds: true,
  ask: ({ body }) => ({
    method: "POST",
    path: "/items/visits?fields=reserve_no,status_code",
    body: applicationOf(body as Application),
  }),
  readOurs: (body) => ({ visits: [numberAndStatus(body as Ours)] }),
  readTheirs(body) {
    const { reserve_no: reserveNo, status_code: statusCode } = (body as { data: Theirs }).data;
    return { visits: [numberAndStatus({ reserveNo, statusCode })] };
  },
};

const matches = [list, lookup, create];

/** @returns undefined where Directus has no such call */
export function matchOf({ name }: BenchCall): Match | undefined {
  return matches.find((match) => match.name === name);
}
