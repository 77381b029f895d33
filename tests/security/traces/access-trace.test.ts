/** Access log (안전성 확보조치 기준 제8조): every endpoint that can return a visitor is called and must log the visits. */
import { beforeEach, describe, expect, it } from "vitest";
import { createDecisionLink } from "#api/auth/decision-link-tokens.ts";
import { writeSchema } from "#api/http/openapi/openapi-schemas.ts";
import { endpoints } from "#api/routes.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { accessAction } from "#contract/privacy/access-log.ts";
import { exportList } from "#contract/privacy/exports.ts";
import { searchVisits } from "#contract/visits/visits.ts";
import { type Answer, answered } from "../../support/api.ts";
import { issueTo } from "../../support/console/front-desk.ts";
import type { SignedIn } from "../../support/console/staff.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { truncate } from "../../support/database/truncate.ts";
import { addMessage } from "../../support/messages.ts";
import { type AddedVisit, addGroup, addPass, addVisit, passOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();
const morning = new Date("2026-03-10T01:00:00Z");
const cellphone = "010-0000-4321";

beforeEach(async () => {
  server.now = morning;
  await truncate(server.db, "messages", "passes", "erasure_requests", "visits");
});

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const visitorKeys = ["reserveNo", "cellPhone", "visitID"];

function propertiesOf({ response }: Endpoint): Set<string> {
  const components = new Map<string, unknown>();
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "properties") for (const name of Object.keys(inner)) names.add(name);
      collect(inner);
    }
  };
  collect(writeSchema(response, "output", components));
  collect([...components.values()]);
  return names;
}

/** Responses with such properties about other people than visitors. */
const otherPeople: Record<string, string> = {
  "POST /api/request/simple/save/": "the visitor's own number of what was just sent",
  "POST /api/request/search": "the visitor's own visits; there is no staff who reads",
  "POST /api/request/cancel": "the visitor's own visit",
  "POST /api/request/companion-link": "the visitor's own visit; the link names no person",
  "POST /api/visit-link/look": "the visitor's own visit; there is no staff who reads",
  "POST /api/visit-link/agree": "the visitor's own visit; there is no staff who reads",
  "POST /api/visit-link/complete": "the visitor's own visit; there is no staff who reads",
  "POST /api/visit-link/channel": "the visitor's own visit; there is no staff who reads",
  "POST /api/visit-link/cancel": "the visitor's own visit",
  "POST /api/visit-link/calendar": "the visitor's own visit; there is no staff who reads",
  "POST /api/decision-link/approve": "status of what was just decided, without the visitor",
  "POST /api/decision-link/reject": "status of what was just decided, without the visitor",
  "GET /dash/day-closings": "ids of visits, and who closed the day",
  "POST /dash/day-closings": "ids of visits, and who closed the day",
  "PUT /dash/day-closings/:id/reopen": "ids of visits, and who closed the day",
  "POST /dash/day-closings/reminders": "ids of visits",
  "GET /dash/hostusers": "staff, and their numbers",
  "POST /dash/hostusers": "staff, and their numbers",
  "PUT /dash/hostusers/:id/profile": "staff, and their numbers",
  "PUT /dash/hostusers/:id/role": "staff, and their numbers",
  "PUT /dash/hostusers/:id/unlock": "staff, and their numbers",
  "PUT /dash/hostusers/:id/reset-password": "staff, and their numbers",
  "PUT /dash/hostusers/:id/second-factor": "staff, and their numbers",
  "POST /dash/hostusers/resign/:id": "staff, and their numbers",
  "POST /dash/hostusers/join/:id": "staff, and their numbers",
};

/** Responses without visitors: a new endpoint has to be listed here or tested below. */
const withoutPerson = [
  /^GET \/api\/(config|terms\/deployed|privacy\/applied|user-code\/:kind\/inuse|companies\/inuse|openapi\.json)$/,
  /^\w+ \/(visitor\/findHostUsers|custom\/logo(\/.*)?|api\/did\/playlist|files\/:name)$/,
  /^(POST|GET) \/(dash\/(login(\/.*)?|logout|invitation(\/.+)?)|api\/request\/(simple\/)?code)$/,
  /^\w+ \/dash\/(user\/current|user\/public-search|user\/sessions.*|user\/second-factor.*|user\/passkeys.*|user\/app-code|user\/company-sign-out|user\/company-account.*|user\/preferences.*|views.*|delegations.*|hostusers.*|live|openapi)$/,
  /^DELETE \/api\/(vehicle-)?pass\/:id$/,
  /^\w+ \/dash\/(companies|usercodes|config|holidays|privacy-policies|terms|did|setup|reports|paused-jobs|webhooks|api-keys)\b/,
  /^\w+ \/dash\/\w+\/select-options$/,
  /^\w+ \/dash\/sms\/templates/,
  /^(GET|POST|PUT) \/dash\/day-closings(\/:id\/reopen|\/reminders)?$/,
  // Counts and ids, logged in the register and the visit's activity.
  /^(PUT|POST|DELETE) \/dash\/trash-privacy/,
  /^GET \/dash\/destruction-register$/,
  // The log itself; searches by number are logged, see below.
  /^(GET|POST) \/dash\/access-log(\/review|\/months)?$/,
  // about staff
  /^(GET|POST) \/dash\/events(\/check|\/blocked|\/export)?$/,
];

interface Made {
  readonly answer: Answer;
  readonly by: SignedIn & { readonly id: number };
  readonly visitIds: readonly number[];
}

const visitAt = (more: AddedVisit = {}) => addVisit(server, site, { cellphone, ...more });
const entered = async () => {
  const { id } = await visitAt({ statusCode: "approved" });
  const passNo = await addPass(server);
  expect((await issueTo(crew.desk, id, { passNo })).status).toBe(200);
  return { id, passNo };
};

/** Calls as the desk about a visit created by `prepare`. */
const about =
  (
    method: string,
    path: (id: number) => string,
    prepare: AddedVisit | (() => Promise<{ id: number }>),
    body?: object,
  ) =>
  async (): Promise<Made> => {
    const { id } = typeof prepare === "function" ? await prepare() : await visitAt(prepare);
    return { answer: await crew.desk.send(method, path(id), { body }), by: crew.desk, visitIds: [id] };
  };
const list =
  (path: string, more: AddedVisit, by: Made["by"] = crew.desk) =>
  async (): Promise<Made> => {
    const { id } = await visitAt(more);
    return { answer: await by.get(path), by, visitIds: [id] };
  };
const decision = (action: string, more: AddedVisit, body: object = {}) =>
  about("PUT", (id) => `/dash/user/${action}/${id}`, more, body);
const one = (path: (id: number) => string) => about("GET", path, {});
const passList = (path: string, vehicle: boolean) => async (): Promise<Made> => {
  const { id } = await visitAt({ statusCode: "entered" });
  await addPass(server, { vehicle, visitId: id });
  return { answer: await crew.desk.get(path), by: crew.desk, visitIds: [id] };
};
const passChange = (path: string, vehicle: boolean) => async (): Promise<Made> => {
  const { id } = await visitAt({ statusCode: "entered" });
  const pass = await passOf(server.db, await addPass(server, { vehicle, visitId: id }));
  const answer = await crew.desk.put(`${path}/${pass.id}`, { body: { kind: "일일" } });
  return { answer, by: crew.desk, visitIds: [id] };
};
const newPass = (path: string) => async (): Promise<Made> => ({
  answer: await crew.desk.post(path, { body: { passNo: "N-1" } }),
  by: crew.desk,
  visitIds: [],
});

const walks: Record<string, () => Promise<Made>> = {
  "POST /api/decision-link/look": async () => {
    await server.db("configuration").update({ decideByLink: true });
    const { id } = await visitAt({ hostUserId: crew.host.id });
    const recipient = {
      visitId: id,
      hostUserId: crew.host.id,
      origin: "https://visit.example.com",
      lang: "ko",
    } as const;
    const token = (await createDecisionLink(server.deps, recipient))?.split("#")[1];
    const answer = await server.post("/api/decision-link/look", { body: { token } });
    return { answer, by: crew.host, visitIds: [id] };
  },
  "GET /api/visit": list("/api/visit", {}),
  "GET /api/visit/not-returns": async () => {
    const { id } = await visitAt({ statusCode: "exited", exitedAt: morning });
    await addPass(server, { visitId: id });
    return { answer: await crew.desk.get("/api/visit/not-returns"), by: crew.desk, visitIds: [id] };
  },
  "GET /dash/visits/reserved": list("/dash/visits/reserved", { statusCode: "approved" }),
  "GET /dash/visits/undecided": list("/dash/visits/undecided", {}),
  "GET /dash/visits/active": list("/dash/visits/active", { statusCode: "entered" }),
  "GET /dash/visits/previous-visitors": list(
    `/dash/visits/previous-visitors?name=${encodeURIComponent("임꺽")}`,
    { name: "임꺽정", statusCode: "ended", enteredAt: morning, enteredFrom: "approved" },
  ),
  "GET /dash/visits/progress": list("/dash/visits/progress", { statusCode: "approved" }),
  "GET /dash/user/requests": list("/dash/user/requests", { hostUserId: crew.host.id }, crew.host),
  "GET /dash/user/visited": list(
    "/dash/user/visited",
    { hostUserId: crew.host.id, statusCode: "ended" },
    crew.host,
  ),
  "GET /dash/visits/:id": one((id) => `/dash/visits/${id}`),
  "GET /dash/visits/:id/logs": one((id) => `/dash/visits/${id}/logs`),
  "GET /dash/visits/:id/consents": one((id) => `/dash/visits/${id}/consents`),
  "GET /api/visitor/:id/followers": async () => {
    const { leader, companions } = await addGroup(server, site, 2);
    const answer = await crew.desk.get(`/api/visitor/${leader.id}/followers`);
    return { answer, by: crew.desk, visitIds: companions.map(({ id }) => id) };
  },
  "PUT /dash/user/approve/:id": decision("approve", {}),
  "PUT /dash/user/reject/:id": decision("reject", {}, { reason: "일정 변경" }),
  "PUT /dash/user/undo/:id": decision("undo", { statusCode: "approved" }),
  "PUT /dash/user/cancel/:id": decision("cancel", {}),
  "PUT /dash/user/close/:id": decision("close", { statusCode: "approved" }),
  "POST /dash/exports": about("POST", () => "/dash/exports", {}, { list: "visits", reason: "점검" }),
  "POST /dash/visits/reserve": async () => {
    const answer = await crew.desk.post("/dash/visits/reserve", { body: reservation() });
    return { answer, by: crew.desk, visitIds: [answer.body.id] };
  },
  "POST /dash/visits/:id/issue": async () => {
    const { id } = await visitAt({ statusCode: "approved" });
    const answer = await issueTo(crew.desk, id, { passNo: await addPass(server) });
    return { answer, by: crew.desk, visitIds: [id] };
  },
  "PUT /dash/visits/:id/recovery": about("PUT", (id) => `/dash/visits/${id}/recovery`, entered, {}),
  "PUT /dash/visits/:id/revert": about("PUT", (id) => `/dash/visits/${id}/revert`, entered, {}),
  "PUT /dash/visits/:id/overnight": about("PUT", (id) => `/dash/visits/${id}/overnight`, entered, {
    overnight: true,
  }),
  "PUT /dash/visits/:id/told": about("PUT", (id) => `/dash/visits/${id}/told`, {}, {}),
  "POST /dash/visits/:id/desk-link": about(
    "POST",
    (id) => `/dash/visits/${id}/desk-link`,
    { origin: "console" },
    {},
  ),
  "GET /dash/day-closings/current": about("GET", () => "/dash/day-closings/current", entered),
  "PUT /dash/visits/:id": about("PUT", (id) => `/dash/visits/${id}`, {}, {}),
  "POST /dash/visits/:id/reveal": about(
    "POST",
    (id) => `/dash/visits/${id}/reveal`,
    {},
    { reason: "차량 이동" },
  ),
  "GET /api/pass": passList("/api/pass", false),
  "GET /api/vehicle-pass": passList("/api/vehicle-pass", true),
  "POST /api/pass": newPass("/api/pass"),
  "POST /api/vehicle-pass": newPass("/api/vehicle-pass"),
  "PUT /api/pass/:id": passChange("/api/pass", false),
  "PUT /api/vehicle-pass/:id": passChange("/api/vehicle-pass", true),
  "GET /dash/sms": async () => {
    const { id } = await visitAt();
    await addMessage(server, { visitId: id });
    return { answer: await crew.desk.get("/dash/sms"), by: crew.desk, visitIds: [id] };
  },
  "GET /dash/sms/recipients": one((id) => `/dash/sms/recipients?visits=${id}`),
  "POST /dash/sms/send": async () => {
    const { id } = await visitAt();
    const answer = await crew.desk.post("/dash/sms/send", { body: { to: [{ visitID: id }], text: "안내" } });
    return { answer, by: crew.desk, visitIds: [id] };
  },
  "POST /dash/sms/:id/retry": async () => {
    const { id } = await visitAt();
    const message = await addMessage(server, { visitId: id, status: "failed" });
    const answer = await crew.desk.post(`/dash/sms/${message.id}/retry`, { body: {} });
    return { answer, by: crew.desk, visitIds: [id] };
  },
  "GET /dash/trash-privacy": list(
    "/dash/trash-privacy",
    { statusCode: "ended", hiddenAt: morning },
    crew.privacy,
  ),
  "GET /dash/erasure-requests": async () => {
    const { id } = await requested();
    return { answer: await crew.privacy.get("/dash/erasure-requests"), by: crew.privacy, visitIds: [id] };
  },
  "POST /dash/erasure-requests": async () => {
    const { id, answer } = await requested();
    return { answer, by: crew.privacy, visitIds: [id] };
  },
  /** A decided request has no personal data. */
  "PUT /dash/erasure-requests/:id": async () => {
    const { answer } = await requested();
    const path = `/dash/erasure-requests/${answer.body.id}`;
    const decided = await crew.privacy.put(path, { body: { decision: "refuse", reason: "본인 아님" } });
    expect(decided.body).toMatchObject({ name: "", cellPhone: "", visits: [] });
    return { answer: decided, by: crew.privacy, visitIds: [] };
  },
};

const reservation = () => ({
  name: "임꺽정",
  cellphone,
  hostUser: site.host,
  location: site.place,
  purpose: site.purpose,
  startDate: "2026-03-11 10:00",
  endDate: "2026-03-11 12:00",
});

async function requested() {
  const { id } = await visitAt({ statusCode: "ended" });
  const answer = await crew.privacy.post("/dash/erasure-requests", { body: { visitIDs: [id] } });
  return { id, answer };
}

const rowsOf = (by: Made["by"], action: string, after: number) =>
  server.db("accessLog").where({ hostUserId: by.id, action }).where("id", ">", after).orderBy("id");
const lastRow = async () => Number((await server.db("accessLog").max("id as id").first())?.id ?? 0);

describe("every endpoint", () => {
  it("is tested here if its response can contain a visitor", () => {
    const canHold = (endpoint: Endpoint) => visitorKeys.some((name) => propertiesOf(endpoint).has(name));
    const missing = endpoints
      .filter(canHold)
      .map(nameOf)
      .filter((name) => !(name in walks) && !(name in otherPeople));
    expect(missing).toEqual([]);
    expect(endpoints.filter(canHold).length).toBeGreaterThan(30);
  });

  it("is tested here or listed as not about visitors", () => {
    const names = endpoints.map(nameOf);
    const isKnown = (name: string) =>
      name in walks || name in otherPeople || withoutPerson.some((calls) => calls.test(name));
    expect(names.filter((name) => !isKnown(name) && name !== "POST /dash/access-log/search")).toEqual([]);
    expect(
      [...Object.keys(walks), ...Object.keys(otherPeople)].filter((name) => !names.includes(name)),
    ).toEqual([]);
  });
});

describe("access log of a successful call", () => {
  it.each(Object.keys(walks))("%s writes one row with the visits it returned", async (name) => {
    const endpoint = endpoints.find((one) => nameOf(one) === name) as Endpoint;
    const before = await lastRow();
    const { answer, by, visitIds } = await (walks[name] as () => Promise<Made>)();
    expect(answer.status, answer.text).toBe(200);
    // An export is logged as its list.
    const traced = endpoint === exportList ? searchVisits : endpoint;
    const rows = await rowsOf(by, accessAction(traced), before);
    // Adding and reading requests have the same path, and both log.
    const last = visitIds.length > 0 ? rows.slice(-1) : rows;
    expect(last.map((row) => row.visitIds.toSorted())).toEqual(
      visitIds.length > 0 ? [[...visitIds].sort()] : [],
    );
    const shared = name === "GET /dash/erasure-requests" ? 2 : visitIds.length > 0 ? 1 : 0;
    expect(rows).toHaveLength(shared);
  });

  it("writes a row for a replayed response", async () => {
    const headers = { "Idempotency-Key": "reservation-0001" };
    const reserve = () => crew.desk.post("/dash/visits/reserve", { body, headers });
    const body = reservation();
    const before = await lastRow();
    const first = await reserve();
    expect((await reserve()).body).toEqual(first.body);
    const rows = await rowsOf(crew.desk, "/dash/visits/reserve", before);
    expect(rows.map(({ visitIds }) => visitIds)).toEqual([[first.body.id], [first.body.id]]);
  });

  it("contains all returned visits", async () => {
    const { leader, companions } = await addGroup(server, site, 2, { statusCode: "approved" });
    const before = await lastRow();
    const party = await Promise.all(
      companions.map(async ({ id }) => ({ visitID: id, passNo: await addPass(server) })),
    );
    const answer = await answered(issueTo(crew.desk, leader.id, { passNo: await addPass(server), party }));
    const [row] = await rowsOf(crew.desk, "/dash/visits/:id/issue", before);
    expect(row.visitIds.toSorted()).toEqual(answer.body.map(({ id }: { id: number }) => id).sort());
    expect(row.visitIds).toHaveLength(3);
  });
});

describe("access log of a rejected call", () => {
  it("is empty", async () => {
    const { id } = await visitAt({ statusCode: "ended" });
    const before = await lastRow();
    expect((await crew.desk.put(`/dash/visits/${id}`, { body: {} })).status).toBe(405);
    expect((await crew.desk.put(`/dash/user/approve/${id}`, { body: {} })).status).toBe(405);
    expect(await lastRow()).toBe(before);
  });
});
