/** The steps of a route that need the database. */
import { beforeEach, describe, expect, it } from "vitest";
import { RetryTransaction } from "#api/errors.ts";
import { requireKey, requireSession } from "#api/http/admission.ts";
import { runOnce } from "#api/http/idempotency.ts";
import type { RequestContext, RouteMiddleware } from "#api/http/request-context.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { answered } from "../../support/api.ts";
import { signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { callSteps } from "../../support/steps.ts";

const { server, site } = await seededSite();

describe("requireSession", () => {
  const call = (cookie: string, headers = {}, background?: true) =>
    callSteps(
      [requireSession({ ...(background && { background }) }, server.deps)],
      { headers: { Cookie: cookie, ...headers } },
      ({ state }) => state.user,
    );
  const activeAt = async () => (await server.db("sessions").first("activeAt")).activeAt;

  it("finds out who calls", async () => {
    const desk = await signedIn(server, site.company, "desk");
    expect((await call(desk.cookie)).body).toMatchObject({ id: desk.id, role: "desk", deputyFor: [] });
  });

  it("is kept awake by what a person does only", async () => {
    await server.db("sessions").del();
    const desk = await signedIn(server, site.company, "desk");
    const before = await activeAt();
    const start = server.now;
    server.now = new Date(start.getTime() + 5 * 60_000);
    await call(desk.cookie, { "X-Background": "1" });
    await call(desk.cookie, {}, true);
    expect(await activeAt()).toEqual(before);
    await call(desk.cookie);
    expect(await activeAt()).toEqual(server.now);
    server.now = start;
  });
});

describe("requireKey", () => {
  const call = (headers: Record<string, string>) =>
    callSteps(
      [
        requireKey(
          { method: "GET", path: "/dash/visits", permission: "visits.see" } as Endpoint,
          server.deps,
        ),
      ],
      { headers },
    );

  it("refuses a key that is none, and says so to programs", async () => {
    const answer = await call({ Authorization: "Bearer vk_nothing" });
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });

  it("refuses a key that comes with a session", async () => {
    const desk = await signedIn(server, site.company, "desk");
    expect((await call({ Authorization: "Bearer vk_nothing", Cookie: desk.cookie })).status).toBe(400);
  });
});

describe("runOnce", () => {
  const key = "submission-0001";
  const body: (given: unknown) => RouteMiddleware = (given) => async (ctx, next) => {
    ctx.state.body = given;
    await next();
  };
  const as =
    (id: number): RouteMiddleware =>
    async (ctx, next) => {
      ctx.state.me = {
        id,
        sessionId: 1,
        loginId: "kim",
        role: "desk",
        deputyFor: [],
        scope: "all",
        hosts: [id],
      };
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

  it("does the same submission once, and answers it alike", async () => {
    const answers = await Promise.all(
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ].map((given) => submit([body(given)])),
    );
    expect(answers.map(({ status, body: answer }) => [status, answer])).toEqual(
      Array(2).fill([200, { done: 1 }]),
    );
    expect(await server.db("changes")).toHaveLength(1);
  });

  it("does it each time without a key", async () => {
    for (const expected of [1, 2])
      expect((await callSteps([body({})], {}, once(work))).body).toEqual({ done: expected });
    expect(await server.db("changes")).toHaveLength(2);
  });

  it("takes another person's key for another key", async () => {
    for (const [id, expected] of [
      [1, 1],
      [2, 2],
      [1, 1],
    ] as const)
      expect((await submit([body({}), as(id)])).body).toEqual({ done: expected });
  });

  it("refuses another body under the same key, and a key that is none", async () => {
    await submit([body({ a: 1 })]);
    expect((await answered(submit([body({ a: 2 })]), 422)).body.id).toBe("idempotencyMismatch");
    expect((await submit([body({ a: 1 })], "short")).status).toBe(400);
    expect(done).toBe(1);
  });

  it("undoes and forgets what failed", async () => {
    const failing = async (ctx: RequestContext) => {
      await work(ctx);
      throw new Error("no");
    };
    expect((await submit([body({})], key, failing)).status).toBe(500);
    expect(await server.db("changes")).toEqual([]);
    expect(await server.db("idempotencyKeys")).toEqual([]);
    expect((await submit([body({})])).body).toEqual({ done: 2 });
  });

  it("does it again from the beginning where a number that was drawn is taken, and gives up in the end", async () => {
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
