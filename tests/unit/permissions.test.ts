import { describe, expect, it } from "vitest";
import { authorizeChange } from "#api/live/change-authorization.ts";
import { mayCall } from "#api/permissions.ts";
import { type ChangeKind, changeKinds } from "#contract/live.ts";
import { type Role, roles } from "#contract/roles.ts";

describe("mayCall", () => {
  it("goes by the call's permission, and by whose it is about", () => {
    const decide = { permission: "visits.decide" } as const;
    expect(mayCall(decide, "host", true)).toBe(true);
    expect(mayCall(decide, "host", false)).toBe(false);
    expect(mayCall(decide, "desk", false)).toBe(true);
    expect(mayCall(decide, "privacy", true)).toBe(false);
    for (const role of roles) expect(mayCall({ permission: "public" }, role, false)).toBe(true);
  });
});

describe("authorizeChange", () => {
  const everybody: readonly Role[] = roles;
  const front: readonly Role[] = ["desk", "admin"];
  const officers: readonly Role[] = ["admin", "privacy"];
  /** Who is told of a change that is not about themselves. */
  const told: Record<ChangeKind, readonly Role[]> = {
    visit: ["desk", "admin", "privacy"],
    pass: front,
    configuration: everybody,
    company: everybody,
    code: everybody,
    hostUser: everybody,
    text: officers,
    sms: front,
    signage: front,
    erasureRequest: officers,
    accessReview: officers,
    dayClosing: front,
  };
  const hears = (role: Role, kind: string, hostUserId: number) =>
    authorizeChange(
      { id: 3, sessionId: 1, loginId: "kim", role },
      { id: 9, kind, visitId: null, hostUserId },
    ) !== undefined;

  it.each(changeKinds)("tells of a change of %s whoever may read it", (kind) => {
    expect(roles.filter((role) => hears(role, kind, 4))).toEqual(
      roles.filter((role) => told[kind].includes(role)),
    );
  });

  it("tells a host of their own visits and messages", () => {
    expect(changeKinds.filter((kind) => hears("host", kind, 3) && !hears("host", kind, 4))).toEqual([
      "visit",
      "sms",
    ]);
  });

  it("tells nobody of a kind that only a newer server knows", () => {
    expect(roles.some((role) => hears(role, "surprise", 3))).toBe(false);
  });
});
