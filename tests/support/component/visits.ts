/** Answers about visits. */
import type { Endpoint, EndpointResponse } from "#contract/endpoint.ts";
import { getMessages, getSmsTemplates } from "#contract/messages/sms.ts";
import { getHostUserOptions, listHostUsers } from "#contract/people/host-users.ts";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { getCodesInUse } from "#contract/site/user-codes.ts";
import { type Pass, passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { issueVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer, VisitLogAnswer } from "#contract/visits/visits.ts";
import { getFollowers, getProgress, getVisit, getVisitLogs, searchVisits } from "#contract/visits/visits.ts";
import ko from "#i18n/ko.json" with { type: "json" };
import { emptyPage } from "./console.tsx";
import { templateAnswer } from "./messages.ts";
import { type Network, refused } from "./network.ts";

type Progress = EndpointResponse<typeof getProgress>;
type ProgressMore = Omit<Progress, "counts"> & { counts: Partial<Progress["counts"]> };

let visits = 0;

/** A visit of today with status `applied`, changed by `more`. */
export function visitAnswer(more: Partial<VisitAnswer> = {}): VisitAnswer {
  const id = ++visits;
  const statusCode = more.statusCode ?? "applied";
  return {
    id,
    reserveNo: `261122-${String(id).padStart(5, "0")}`,
    leader: null,
    leaderName: "",
    followersCnt: 0,
    name: `방문객${id}`,
    company: "나래상사",
    position: "",
    phone: "",
    cellPhone: "",
    emailMasked: "",
    emailBounced: false,
    unreachable: false,
    told: null,
    carNumber: "",
    accessiblePlace: { id: 1, name: "본관" },
    purpose: { id: 2, name: "회의" },
    hostUser: {
      id: 1,
      name: "김철수",
      department: "설계팀",
      position: "책임",
      company: { name: "가온정밀" },
      resigned: false,
    },
    startDate: "2026-11-22 00:00",
    endDate: "2026-11-22 23:50",
    statusCode,
    status: { code: statusCode, name: ko.status[statusCode] },
    endedBecause: null,
    overdue: false,
    overnight: null,
    expectedAgain: false,
    enteredAt: null,
    exitedAt: null,
    pass: null,
    carPass: null,
    consentMissing: false,
    consentRequired: false,
    guide: "",
    note: "",
    origin: "public",
    createdAt: "2026-11-21 09:00",
    updatedAt: "2026-11-21 09:00",
    actions: statusCode === "applied" ? ["approve", "reject", "cancel", "edit"] : [],
    ...more,
  };
}

/** The answer after an action on a visit; without further actions by default. */
export const afterAction = (
  visit: VisitAnswer,
  statusCode: StatusCode,
  more: Partial<VisitAnswer> = {},
): VisitAnswer => ({
  ...visit,
  actions: [],
  ...more,
  statusCode,
  status: { code: statusCode, name: ko.status[statusCode] },
});

export const pageOf = <Row>(rows: readonly Row[]) => ({ ...emptyPage, rows: [...rows], total: rows.length });

/** Answers for an approved leader, with a companion for each of `others`, and their check-in. @returns all visits */
export function answerParty(network: Network, ...others: Partial<VisitAnswer>[]) {
  const may = { statusCode: "approved", actions: ["issue"] } satisfies Partial<VisitAnswer>;
  const leader = visitAnswer({ name: "인솔자", followersCnt: others.length, ...may });
  const of = { leader: { id: leader.id, name: leader.name }, leaderName: leader.name, ...may };
  const companions = others.map((more, at) =>
    visitAnswer({ name: `동행${["하나", "둘", "셋"][at]}`, ...of, ...more }),
  );
  answerVisits(network, leader, ...companions);
  answerPasses(network);
  network.answer(getFollowers, companions);
  network.answer(issueVisit, ({ body }) => {
    const ids = [body.visitID, ...body.party.map(({ visitID }) => visitID)];
    return [leader, ...companions]
      .filter(({ id }) => ids.includes(id))
      .map((one) => afterAction(one, "entered"));
  });
  return { leader, companions };
}

let logs = 0;

/** An entry of a visit's log, just made by the desk. */
export const logAnswer = (more: Partial<VisitLogAnswer> = {}): VisitLogAnswer => ({
  id: ++logs,
  action: "issue",
  fromCode: "approved",
  toCode: "entered",
  actor: { kind: "staff", name: "안내원", onBehalfOf: null },
  note: "",
  passNo: "",
  at: "2026-11-22 10:00",
  effectiveAt: null,
  byLink: false,
  ...more,
});

let passes = 0;

/** An available pass, changed by `more`. */
export const passAnswer = (passNo: string, more: Partial<Pass> = {}): Pass => ({
  id: ++passes,
  passNo,
  kind: "",
  status: "available",
  visit: null,
  createdAt: "2026-11-01 09:00",
  updatedAt: "2026-11-01 09:00",
  ...more,
});

/** Answers the list of passes by status and number, without vehicle passes. */
export function answerPasses(network: Network, ...rows: Pass[]): void {
  network.answer(passCalls.list, ({ query: { status, q } }) =>
    pageOf(
      rows.filter(
        (row) =>
          (!status || status.includes(row.status)) &&
          (!q || row.passNo.toLowerCase().includes(q.toLowerCase())),
      ),
    ),
  );
  network.answer(vehiclePassCalls.list, emptyPage);
}

/** Answers the calls of the list of visits, and of the drawers. */
export function answerVisits(network: Network, ...rows: VisitAnswer[]): void {
  network.answer(searchVisits, pageOf(rows));
  network.answer(
    getVisit,
    ({ params }) => rows.find(({ id }) => id === params.id) ?? refused(404, "찾을 수 없습니다."),
  );
  network.answer(getVisitLogs, []);
  network.answer(getFollowers, []);
  network.answer(getMessages, emptyPage);
  network.answer(getSavedViews, []);
  network.answer(getHostUserOptions, []);
  network.answer(listHostUsers, emptyPage);
}

/** Answers the options of visit forms: one purpose, one place, and messages to visitors. */
export function answerChoices(network: Network): void {
  network.answer(getSmsTemplates, [templateAnswer({ event: "change" })]);
  network.answer(getCodesInUse, ({ params }) => [
    params.kind === 9003 ? { id: 2, name: "회의" } : { id: 1, name: "본관" },
  ]);
}

type VisitCall = Endpoint & { readonly response: typeof getVisit.response };

/** Answers a call that changes a visit; later reads return the changed one. */
export function answerChange(network: Network, call: VisitCall, after: VisitAnswer): void {
  network.answer(call, () => {
    answerVisits(network, after);
    return after;
  });
}

/** The board of a day without visits, changed by `more`. */
export const progress = ({ counts, ...more }: Partial<ProgressMore> = {}): Progress => ({
  counts: {
    ...{ applied: 0, approved: 0, entered: 0, exited: 0, ended: 0 },
    ...{ overdue: 0, expectedAgain: 0, notReturned: 0 },
    ...counts,
  },
  byHour: [],
  rows: [],
  dayLeftOpen: null,
  ...more,
});

/** Answers the calls of the board. */
export const answerBoard = (network: Network, ...rows: VisitAnswer[]): void =>
  network.answer(getProgress, progress({ rows }));
