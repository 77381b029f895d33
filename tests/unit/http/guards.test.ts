/** Steps that keep calls out before anybody asks who calls. */
import { describe, expect, it } from "vitest";
import type { Deps } from "#api/deps.ts";
import { tooManyRequests } from "#api/errors.ts";
import { requireSolution } from "#api/http/limit.ts";
import { maskAnswer } from "#api/http/mask-answer.ts";
import { isConsoleCall, requireConsoleAddress } from "#api/http/origin.ts";
import type { RouteMiddleware } from "#api/http/request-context.ts";
import { solutionHeader } from "#contract/challenge.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { solve } from "../../../web/lib/proof-of-work.ts";
import { callSteps } from "../../support/steps.ts";

const put = (state: Partial<Parameters<RouteMiddleware>[0]["state"]>): RouteMiddleware => {
  return async (ctx, next) => {
    Object.assign(ctx.state, state);
    await next();
  };
};

describe("requireConsoleAddress", () => {
  it("refuses whoever calls from elsewhere", async () => {
    for (const isConsoleAddress of [true, false]) {
      const { status } = await callSteps([put({ isConsoleAddress }), requireConsoleAddress]);
      expect(status).toBe(isConsoleAddress ? 200 : 403);
    }
  });

  it("is for the console's calls, and not for what visitors call", () => {
    expect(isConsoleCall({ path: "/dash/login", permission: "public" })).toBe(true);
    expect(isConsoleCall({ path: "/api/hosts", permission: "desk" })).toBe(true);
    expect(isConsoleCall({ path: "/api/pass", permission: "public" })).toBe(false);
  });
});

describe("requireSolution", () => {
  const key = { id: "k", secret: Buffer.alloc(32, 1) };
  const start = Date.parse("2026-11-23T00:00:00Z");

  /** A server that asks nobody about three calls, and a clock that a test turns. */
  function asking() {
    const used = new Set<string>();
    const clock = { now: start };
    const deps = {
      settings: { limits: { unchallenged: 3 } },
      cipher: new FieldCipher({ data: [key], hash: [key] }),
      clock: () => new Date(clock.now),
      random: (size: number) => Buffer.alloc(size, 7),
      limits: {
        count: async (_name: string, solution: string) => {
          if (used.has(solution)) throw tooManyRequests(1);
          used.add(solution);
          return 1;
        },
      },
    } as unknown as Deps;
    const call = (counted: number, solution = "", address = "192.0.2.1") =>
      callSteps([put({ counted, address }), requireSolution(deps)], {
        headers: solution ? { [solutionHeader]: solution } : {},
      });
    const solved = async () => {
      const token = (await call(4)).body.challenge;
      return `${token}:${await solve(token)}`;
    };
    return { call, clock, solved };
  }

  it("asks nobody who calls now and then", async () => {
    const { call } = asking();
    expect((await call(3)).status).toBe(200);
    expect((await call(4)).status).toBe(428);
  });

  it("takes a solution once, however its last part is spelled", async () => {
    const { call, solved } = asking();
    const solution = await solved();
    expect((await call(4, solution)).status).toBe(200);
    expect((await call(4, solution)).status).toBe(428);
    expect((await call(4, solution.replace(/:/, "=:"))).status).toBe(428);
  });

  it("takes none of another address, and none that is five minutes old", async () => {
    const { call, clock, solved } = asking();
    const solution = await solved();
    expect((await call(4, solution, "192.0.2.2")).status).toBe(428);
    clock.now = start + 5 * 60_000;
    expect((await call(4, solution)).status).toBe(428);
  });

  it("takes no number that solves nothing, and no token of somebody's own", async () => {
    const { call, solved } = asking();
    const [token = "", number = ""] = (await solved()).split(":");
    const unsolved = `${token}:${Number(number) + 1}`;
    const own = `1.${token.split(".").slice(1).join(".")}:1`;
    for (const solution of [unsolved, own, `${token}:`, ":1", "x:1"])
      expect((await call(4, solution)).status, solution).toBe(428);
  });
});

describe("maskAnswer", () => {
  const answered = {
    rows: [{ phone: "01000005678", passNo: "010-0000-5678", note: "010-0000-5678, visitor@example.com" }],
  };

  it("masks numbers and addresses wherever they stand, and no pass number", () => {
    const { rows } = maskAnswer({ path: "/dash/visits" }, answered) as typeof answered;
    expect(rows[0]?.phone).toMatch(/\*/);
    expect(rows[0]?.passNo).toBe("010-0000-5678");
    expect(rows[0]?.note).not.toMatch(/010-0000-5678|visitor@example/);
  });

  it("leaves what the site says of itself as it is", () => {
    expect(maskAnswer({ path: "/dash/companies" }, answered)).toBe(answered);
  });
});
