/** Steps that reject calls before authentication. */
import { describe, expect, it } from "vitest";
import type { Deps } from "#api/deps.ts";
import { tooManyRequests } from "#api/errors.ts";
import { requireSolution } from "#api/http/limit.ts";
import { maskAnswer } from "#api/http/mask-answer.ts";
import { solutionHeader } from "#contract/challenge.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { solve } from "../../../web/lib/proof-of-work.ts";
import { callSteps, withState } from "../../support/steps.ts";

describe("requireSolution", () => {
  const key = { id: "k", secret: Buffer.alloc(32, 1) };
  const start = Date.parse("2026-11-23T00:00:00Z");

  function callers() {
    const used = new Set<string>();
    const clock = { now: start };
    const deps = {
      settings: { limits: { unchallenged: 3 } },
      cipher: new FieldCipher({ data: [key], hash: [key] }),
      clock: () => new Date(clock.now),
      random: (size: number) => Buffer.alloc(size, 7),
      limits: {
        consume: async (_name: string, solution: string) => {
          if (used.has(solution)) throw tooManyRequests(1);
          used.add(solution);
          return 1;
        },
      },
    } as unknown as Deps;
    const call = (counted: number, solution = "", clientNetwork = "192.0.2.1") =>
      callSteps([withState({ counted, clientNetwork }), requireSolution(deps)], {
        headers: solution ? { [solutionHeader]: solution } : {},
      });
    const solved = async () => {
      const token = (await call(4)).body.challenge;
      return `${token}:${await solve(token)}`;
    };
    return { call, clock, solved };
  }

  it("accepts a solution once, in any encoding", async () => {
    const { call, solved } = callers();
    const solution = await solved();
    expect((await call(4, solution)).status).toBe(200);
    expect((await call(4, solution)).status).toBe(428);
    expect((await call(4, solution.replace(/:/, "=:"))).status).toBe(428);
  });

  it("rejects a solution of another address and after five minutes", async () => {
    const { call, clock, solved } = callers();
    const solution = await solved();
    expect((await call(4, solution, "192.0.2.2")).status).toBe(428);
    clock.now = start + 5 * 60_000;
    expect((await call(4, solution)).status).toBe(428);
  });

  it("rejects a wrong solution and a forged token", async () => {
    const { call, solved } = callers();
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

  it("masks numbers and addresses in every field, except pass numbers", () => {
    const { rows } = maskAnswer({ path: "/dash/visits" }, answered) as typeof answered;
    expect(rows[0]?.phone).toMatch(/\*/);
    expect(rows[0]?.passNo).toBe("010-0000-5678");
    expect(rows[0]?.note).not.toMatch(/010-0000-5678|visitor@example/);
  });

  it("does not mask the site's own data", () => {
    expect(maskAnswer({ path: "/dash/companies" }, answered)).toBe(answered);
  });
});
