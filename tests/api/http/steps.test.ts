/** The route step for idempotency keys. */
import { beforeEach, describe, expect, it } from "vitest";
import { RetryTransaction } from "#api/errors.ts";
import { runOnce } from "#api/http/idempotency.ts";
import type { RequestContext, RouteMiddleware } from "#api/http/request-context.ts";
import { answered } from "../../support/api.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { callSteps } from "../../support/steps.ts";

const { server } = await seededSite();

describe("runOnce", () => {
  const key = "submission-0001";
  const body: (given: unknown) => RouteMiddleware = (given) => async (ctx, next) => {
    ctx.state.body = given;
    await next();
  };
  const once = (handler: (ctx: RequestContext) => Promise<unknown>) => (ctx: RequestContext) =>
    runOnce(ctx, { path: "/things" }, server.deps, { work: () => handler(ctx), onRepeat: async () => {} });
  let done = 0;
  const work = async ({ state }: RequestContext) => {
    await state.trx?.("changes").insert({ kind: "pass" });
    done += 1;
    return { done };
  };
  const submit = (steps: readonly RouteMiddleware[], idempotencyKey = key, handler = work) =>
    callSteps(steps, { headers: { "Idempotency-Key": idempotencyKey } }, once(handler));

  beforeEach(async () => {
    done = 0;
    await server.db("idempotencyKeys").del();
    await server.db("changes").del();
  });

  it("rejects a different body with the same idempotency key, and an invalid key", async () => {
    await submit([body({ a: 1 })]);
    expect((await answered(submit([body({ a: 2 })]), 422)).body.id).toBe("idempotencyMismatch");
    expect((await submit([body({ a: 1 })], "short")).status).toBe(400);
    expect(done).toBe(1);
  });

  it("rolls back and forgets a failed call", async () => {
    const failing = async (ctx: RequestContext) => {
      await work(ctx);
      throw new Error("no");
    };
    expect((await submit([body({})], key, failing)).status).toBe(500);
    expect(await server.db("changes")).toEqual([]);
    expect(await server.db("idempotencyKeys")).toEqual([]);
    expect((await submit([body({})])).body).toEqual({ done: 2 });
  });

  it("retries the transaction when a drawn number is taken, up to five times", async () => {
    const until = (free: number) => async (ctx: RequestContext) => {
      const answer = await work(ctx);
      if (done < free) throw new RetryTransaction("taken");
      return answer;
    };
    expect((await submit([body({})], key, until(5))).body).toEqual({ done: 5 });
    expect(await server.db("changes")).toHaveLength(1);
    done = 0;
    expect((await submit([body({})], "submission-0002", until(6))).status).toBe(500);
    expect(await server.db("changes")).toHaveLength(1);
  });
});
