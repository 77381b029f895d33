import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosePass } from "#api/features/passes/issue-passes.ts";
import type { PassState } from "#api/features/passes/locked-passes.ts";
import { returnedPasses } from "#api/features/passes/return-passes.ts";
import { passesOfEntry } from "#api/features/passes/revert.ts";
import {
  type Action,
  actions,
  earliestIssue,
  isAllowed as isAllowedAt,
  isEditable,
  isExpectedAgain,
  type Transition,
  transition as transitionAt,
  type VisitState,
} from "#api/features/visits/state.ts";
import { addMinutes, toInstant, type WallTime } from "#contract/dates.ts";
import { type StatusCode, statusCodes } from "#contract/visits/status.ts";

const start = "2026-03-10 14:00";
const end = "2026-03-11 16:00";
const during = "2026-03-10 15:00";
const after = "2026-03-11 16:00";

const instant = (at: WallTime) => toInstant(at, "Asia/Seoul");
const transition = (action: Action, of: VisitState, at: WallTime): Transition =>
  transitionAt(action, of, { wallTime: at, now: instant(at) });
const isAllowed = (action: Action, of: VisitState, at: WallTime) =>
  isAllowedAt(action, of, { wallTime: at, now: instant(at) });

const visit = (statusCode: StatusCode, more: Partial<VisitState> = {}): VisitState => ({
  statusCode,
  start,
  end,
  enteredAt: statusCode === "entered" || statusCode === "exited" ? instant("2026-03-10 14:55") : null,
  enteredFrom: statusCode === "entered" || statusCode === "exited" ? "approved" : null,
  exitedAt: statusCode === "exited" ? instant("2026-03-10 14:58") : null,
  holdsPass: false,
  ...more,
});

/** All allowed transitions during a visit without issued passes. */
const whileGoingOn: Record<StatusCode, Partial<Record<Action, StatusCode>>> = {
  applied: { approve: "approved", reject: "rejected", cancel: "cancelled" },
  approved: { undo: "applied", cancel: "cancelled", issue: "entered", close: "ended" },
  rejected: { undo: "applied" },
  cancelled: {},
  entered: { recovery: "exited", overnight: "entered", revert: "approved" },
  exited: { issue: "entered", revert: "entered", close: "ended" },
  ended: {},
};

const nightly: Partial<Record<StatusCode, string>> = {
  applied: "expired",
  approved: "noShow",
  exited: "done",
};

describe.each(statusCodes)("status %s", (status) => {
  it.each(actions)("%s", (action) => {
    const to = whileGoingOn[status][action];
    const isOnlyTooEarly = action === "end" && status in nightly;
    const expected = to
      ? {
          to,
          ...(action === "close" && { endedBecause: "closed" }),
          ...(action === "revert" && { needsReason: true }),
        }
      : { refused: isOnlyTooEarly ? "notYet" : "status" };
    expect(transition(action, visit(status), during)).toEqual(expected);
  });

  it("is ended at night when the visit is over, unless inside", () => {
    const endedBecause = nightly[status];
    expect(transition("end", visit(status), after)).toEqual(
      endedBecause ? { to: "ended", endedBecause } : { refused: "status" },
    );
  });

  it("keeps its status when an issued pass is returned later", () => {
    const expected = { entered: "exited", exited: "exited", ended: "ended" }[status as string];
    expect(transition("recovery", visit(status, { holdsPass: true }), during)).toEqual(
      expected ? { to: expected } : { refused: "status" },
    );
  });

  it("keeps its status when an issued pass is reported lost", () => {
    const expected = ["entered", "exited", "ended"].includes(status) ? { to: status } : { refused: "status" };
    expect(transition("lost", visit(status, { holdsPass: true }), during)).toEqual(expected);
  });

  it("allows editing until the visit is over", () => {
    expect(isEditable({ statusCode: status })).toBe(!["ended", "cancelled"].includes(status));
  });
});

describe("time limits", () => {
  it("allow approval until the end", () => {
    expect(isAllowed("approve", visit("applied"), "2026-03-11 15:59")).toBe(true);
    expect(transition("approve", visit("applied"), end)).toEqual({ refused: "ended" });
  });

  it.each(["approved", "exited"] as const)("allow check-in of an %s visit an hour before", (status) => {
    expect(earliestIssue(visit(status))).toBe("2026-03-10 13:00");
    expect(transition("issue", visit(status), "2026-03-09 23:59")).toEqual({ refused: "beforeFirstDay" });
    for (const early of ["2026-03-10 00:00", "2026-03-10 12:59"])
      expect(transition("issue", visit(status), early)).toEqual({ to: "entered", needsReason: true });
    for (const inTime of ["2026-03-10 13:00", "2026-03-11 09:00", "2026-03-11 23:59"])
      expect(transition("issue", visit(status), inTime)).toEqual({ to: "entered" });
    expect(transition("issue", visit(status), "2026-03-12 00:00")).toEqual({ refused: "notThatDay" });
  });

  it("allow check-in without a reason an hour before a start after midnight", () => {
    const early = visit("approved", { start: "2026-03-10 00:30" });
    expect(transition("issue", early, "2026-03-09 23:30")).toEqual({ to: "entered" });
    expect(transition("issue", early, "2026-03-09 23:29")).toEqual({ refused: "beforeFirstDay" });
  });

  it("do not change the refusal of other statuses", () => {
    for (const at of ["2026-03-09 10:00", "2026-03-10 10:00", "2026-03-12 10:00"])
      expect(transition("issue", visit("applied"), at)).toEqual({ refused: "status" });
  });

  it("expect visitors again who left before the last day", () => {
    const at = (statusCode: StatusCode, exitedAt: WallTime | null, now: WallTime) =>
      isExpectedAgain(visit(statusCode), exitedAt, now);
    expect(at("exited", "2026-03-10 18:00", "2026-03-10 18:01")).toBe(true);
    expect(at("exited", "2026-03-10 18:00", "2026-03-11 23:59")).toBe(true);
    expect(at("exited", null, "2026-03-11 09:00")).toBe(true);
    expect(at("exited", "2026-03-10 18:00", "2026-03-12 00:00")).toBe(false);
    expect(at("exited", "2026-03-11 09:00", "2026-03-11 09:01")).toBe(false);
    for (const statusCode of statusCodes.filter((code) => code !== "exited"))
      expect(at(statusCode, "2026-03-10 18:00", "2026-03-11 09:00")).toBe(false);
  });
});

/** A group and passes, changed by the product's rules. */
class Site {
  now: WallTime = "2026-03-10 13:30";
  readonly passes: PassState[] = [];
  readonly visits: Map<number, VisitState> = new Map();

  constructor() {
    for (const id of [1, 2, 3]) this.visits.set(id, visit("applied"));
    for (const id of [1, 2, 3, 4, 5]) {
      const vehicle = id > 3;
      const passNo = `${vehicle ? "V" : "P"}${id}`;
      this.passes.push({ id, passNo, vehicle, status: "available", visitId: null, issuedAt: null });
    }
  }

  of(id: number): VisitState {
    const holdsPass = this.passes.some(({ visitId }) => visitId === id);
    return { ...(this.visits.get(id) as VisitState), holdsPass };
  }

  held = (id: number) => this.passes.filter(({ visitId }) => visitId === id);

  put(ids: readonly number[], change: Partial<PassState>) {
    for (const [place, pass] of this.passes.entries())
      if (ids.includes(pass.id)) this.passes[place] = { ...pass, ...change };
  }

  free(passes: readonly PassState[]) {
    const ids = passes.map(({ id }) => id);
    this.put(ids, { status: "available", visitId: null, issuedAt: null });
  }

  move(id: number, action: Action, more: Partial<VisitState> = {}) {
    const before = this.of(id);
    const moved = transition(action, before, this.now);
    if ("refused" in moved) return;
    this.visits.set(id, { ...before, statusCode: moved.to, ...more });
  }

  act(id: number, action: Action, { passNo, carPassNo, returned }: Choices) {
    const before = this.of(id);
    if (!isAllowed(action, before, this.now)) return;
    const now = instant(this.now);
    if (action === "issue") {
      const chosen = [passNo, carPassNo].map((requested, index) =>
        choosePass(
          id,
          requested,
          this.passes.filter(({ vehicle }) => vehicle === (index === 1)),
        ),
      );
      if (!chosen[0] || chosen.some((choice) => choice && !("pass" in choice))) return;
      for (const choice of chosen)
        if (choice && "pass" in choice && choice.isNew)
          this.put([choice.pass.id], { status: "issued", visitId: id, issuedAt: now });
      const enteredFrom = before.statusCode as "approved" | "exited";
      this.move(id, action, { enteredAt: now, enteredFrom, exitedAt: null });
    } else if (action === "recovery") {
      const back = returnedPasses(this.held(id), returned);
      this.move(id, action, before.statusCode === "entered" ? { exitedAt: now } : {});
      this.free(back);
    } else if (action === "revert") {
      this.move(id, action);
      if (before.statusCode === "entered") this.free(passesOfEntry(this.held(id), before.enteredAt));
    } else if (action === "lost") {
      const ids = this.held(id).map((pass) => pass.id);
      this.put(ids, { status: "lost", visitId: null, issuedAt: null });
    } else {
      this.move(id, action);
    }
  }
}

interface Choices {
  readonly passNo: string | undefined;
  readonly carPassNo: string | undefined;
  readonly returned: { readonly passReturned: boolean; readonly carPassReturned: boolean };
}

/** Common actions; the others end most sequences early. */
const usual: readonly Action[] = ["approve", "issue", "recovery", "revert"];

const step = fc.record({
  kind: fc.constantFrom("onward", "onward", "onward", "onward", "any", "lose", "wait"),
  id: fc.constantFrom(1, 2, 3),
  action: fc.constantFrom(...actions),
  nth: fc.nat(5),
  minutes: fc.constantFrom(1, 5, 16, 60, 240, 1440),
  passNo: fc.constantFrom("P1", "P2", "P3", undefined),
  carPassNo: fc.constantFrom("V4", "V5", undefined, undefined),
  returned: fc.record({ passReturned: fc.boolean(), carPassReturned: fc.boolean() }),
});

describe("random sequences of actions on a group with passes", () => {
  it("leave no visit stuck, no pass out forever and no visitor with two passes", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const site = new Site();
        for (const { kind, id, action, nth, minutes, ...choices } of steps) {
          const before = new Map(site.passes.map((pass) => [pass.id, pass.visitId]));
          const onward = usual.filter((name) => isAllowed(name, site.of(id), site.now));
          if (kind === "wait") site.now = addMinutes(site.now, minutes);
          else if (kind === "lose") site.put([id], { status: "lost", visitId: null, issuedAt: null });
          else site.act(id, (kind === "onward" && onward[nth % onward.length]) || action, choices);
          site.now = addMinutes(site.now, 1);

          for (const pass of site.passes) {
            expect(pass.status === "issued").toBe(pass.visitId !== null);
            if (pass.visitId === null) continue;
            expect([null, pass.visitId]).toContain(before.get(pass.id));
            expect(isAllowed("recovery", site.of(pass.visitId), site.now)).toBe(true);
          }
          for (const [visitId, { statusCode }] of site.visits) {
            const held = site.held(visitId);
            expect(held.filter(({ vehicle }) => vehicle).length).toBeLessThanOrEqual(1);
            expect(held.filter(({ vehicle }) => !vehicle).length).toBeLessThanOrEqual(1);
            expect(statusCode === "entered" || held.length === 0 || /exited|ended/.test(statusCode)).toBe(
              true,
            );
          }
        }
        // At the end visitors leave, visits are closed, and passes are returned.
        for (const id of site.visits.keys())
          if (site.of(id).statusCode === "entered")
            site.act(id, "recovery", none({ passReturned: false, carPassReturned: false }));
        site.now = addMinutes(site.now > end ? site.now : end, 1440);
        for (const id of site.visits.keys()) {
          site.move(id, "end");
          site.act(id, "recovery", none({ passReturned: true, carPassReturned: true }));
          expect(["ended", "cancelled", "rejected"]).toContain(site.of(id).statusCode);
          expect(site.held(id)).toEqual([]);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

const none = (returned: Choices["returned"]): Choices => ({
  passNo: undefined,
  carPassNo: undefined,
  returned,
});
