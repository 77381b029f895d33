import { describe, expect, it } from "vitest";
import { authorizeChange } from "#api/live/change-authorization.ts";
import { mayCall, mayCallAbout, permissionsOf, reachFor } from "#api/permissions.ts";
import { type ChangeKind, changeKinds } from "#contract/live.ts";
import { type Role, roles } from "#contract/roles.ts";

describe("mayCall", () => {
  it("depends on the call's permission and on whose visit it is", () => {
    const decide = { permission: "visits.decide" } as const;
    expect(mayCall(decide, "host", true)).toBe(true);
    expect(mayCall(decide, "host", false)).toBe(false);
    expect(mayCall(decide, "desk", false)).toBe(true);
    expect(mayCall(decide, "privacy", true)).toBe(false);
    for (const role of roles) expect(mayCall({ permission: "public" }, role, false)).toBe(true);
  });
});

describe("reachFor", () => {
  const deputyOf = (role: Role, deputyFor: readonly number[] = [7, 8]) => ({ id: 3, role, deputyFor });

  it("is the role's scope with the own visits", () => {
    expect(reachFor("visits.decide", deputyOf("host", []))).toEqual({ scope: "own", hosts: [3] });
    expect(reachFor("visits.decide", deputyOf("desk", []))).toEqual({ scope: "all", hosts: [3] });
    expect(reachFor("visits.decide", deputyOf("privacy", []))).toBeUndefined();
  });

  it("gives deputies of any role a host's rights for their hosts only", () => {
    expect(reachFor("visits.decide", deputyOf("host"))).toEqual({ scope: "own", hosts: [3, 7, 8] });
    expect(reachFor("visits.decide", deputyOf("privacy"))).toEqual({ scope: "own", hosts: [7, 8] });
    expect(reachFor("visits.see", deputyOf("privacy"))).toEqual({ scope: "all", hosts: [3, 7, 8] });
    for (const permission of ["desk", "passes", "referenceData", "privacy", "reports"] as const)
      expect(reachFor(permission, deputyOf("host"))).toBeUndefined();
    expect(permissionsOf("privacy", true)["visits.decide"]).toBe("own");
    expect(permissionsOf("privacy")["visits.decide"]).toBeUndefined();
    expect(permissionsOf("desk", true)).toEqual(permissionsOf("desk"));
  });

  it("is checked for each host", () => {
    const decide = { permission: "visits.decide" } as const;
    const may = (role: Role, host: number | null) => mayCallAbout(decide, deputyOf(role), host);
    expect([3, 7, 9, null].map((host) => may("host", host))).toEqual([true, true, false, false]);
    expect([3, 7, 9, null].map((host) => may("privacy", host))).toEqual([false, true, false, false]);
    expect([3, 7, 9, null].map((host) => may("desk", host))).toEqual([true, true, true, true]);
    expect(mayCallAbout({ permission: "public" }, deputyOf("host", []), null)).toBe(true);
  });
});

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
