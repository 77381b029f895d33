/** Visits as the server tells of them, and the calls that a drawer makes for one. */
import { getMessages } from "#contract/messages/sms.ts";
import { getHostUserOptions, listHostUsers } from "#contract/people/host-users.ts";
import { getSavedViews } from "#contract/people/saved-views.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { getFollowers, getProgress, getVisit, getVisitLogs, searchVisits } from "#contract/visits/visits.ts";
import ko from "#i18n/ko.json" with { type: "json" };
import { emptyPage } from "./console.tsx";
import { type Network, refused } from "./network.ts";

let visits = 0;

/** A visit of today that waits for its host; `more` changes it. */
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
    guide: "",
    note: "",
    origin: "public",
    createdAt: "2026-11-21 09:00",
    updatedAt: "2026-11-21 09:00",
    actions: statusCode === "applied" ? ["approve", "reject", "cancel", "edit"] : [],
    ...more,
  };
}

export const pageOf = (rows: VisitAnswer[]) => ({ ...emptyPage, rows, total: rows.length });

/** Answers what the list of visits and a drawer ask. */
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

/** Answers what the board asks. */
export const answerBoard = (network: Network, ...rows: VisitAnswer[]): void =>
  network.answer(getProgress, {
    counts: {
      ...{ applied: 0, approved: 0, entered: 0, exited: 0, ended: 0 },
      ...{ overdue: 0, expectedAgain: 0, notReturned: 0 },
    },
    byHour: [],
    rows,
    dayLeftOpen: null,
  });
