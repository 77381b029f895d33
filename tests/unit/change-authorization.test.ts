import { describe, expect, it } from "vitest";
import { authorizeChange } from "#api/live/change-authorization.ts";
import { type ChangeKind, changeKinds } from "#contract/live.ts";
import { type Role, roles } from "#contract/roles.ts";

describe("authorizeChange", () => {
  const front: readonly Role[] = ["desk", "admin"];
  const officers: readonly Role[] = ["admin", "privacy"];
  /** Roles notified of another user's change. */
  const audience: Record<ChangeKind, readonly Role[]> = {
    visit: ["desk", "admin", "privacy"],
    pass: front,
    configuration: roles,
    company: roles,
    code: roles,
    hostUser: roles,
    text: officers,
    sms: front,
    signage: front,
    erasureRequest: officers,
    accessReview: officers,
    dayClosing: front,
    delegation: front,
  };
  const isNotified = (role: Role, kind: string, hostUserId: number) =>
    authorizeChange(
      { id: 3, sessionId: 1, loginId: "kim", role, deputyFor: [] },
      { id: 9, kind, visitId: null, hostUserId },
    ) !== undefined;

  it.each(changeKinds)("a change of %s reaches the roles that may read it", (kind) => {
    expect(roles.filter((role) => isNotified(role, kind, 4))).toEqual(
      roles.filter((role) => audience[kind].includes(role)),
    );
  });

  it("a host receives changes of own visits, messages and delegations", () => {
    expect(changeKinds.filter((kind) => isNotified("host", kind, 3) && !isNotified("host", kind, 4))).toEqual(
      ["visit", "sms", "delegation"],
    );
  });

  it("an unknown kind of a newer server reaches no role", () => {
    expect(roles.some((role) => isNotified(role, "surprise", 3))).toBe(false);
  });
});
