/** The steps of a route that need the database. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forbidden, notFound, RetryTransaction } from "#api/errors.ts";
import { requireKey, requireSession } from "#api/http/admission.ts";
import { provideConfiguration } from "#api/http/bind-route.ts";
import { doOnce } from "#api/http/idempotency.ts";
import { recordCall } from "#api/http/record-call.ts";
import type { RequestContext, RouteMiddleware } from "#api/http/request-context.ts";
import type { Endpoint, Method } from "#contract/endpoint.ts";
import { startTestServer, type TestServer } from "../../support/api.ts";
import { signedIn } from "../../support/console/staff.ts";
import { truncate } from "../../support/database/truncate.ts";
import { seedSite } from "../../support/site.ts";
import { callSteps } from "../../support/steps.ts";

let server: TestServer;
let company: number;

beforeAll(async () => {
  server = await startTestServer();
  ({ company } = await seedSite(server.db));
});
afterAll(() => server.close());

describe("requireSession", () => {
  const call = (cookie: string, headers = {}, background?: true) =>
    callSteps(
      [requireSession({ ...(background && { background }) }, server.deps)],
      { headers: { Cookie: cookie, ...headers } },
      ({ state }) => state.user,
    );
  const activeAt = async () => (await server.db("sessions").first("activeAt")).activeAt;

  it("finds out who calls", async () => {
    const desk = await signedIn(server, company, "desk");
    expect((await call(desk.cookie)).body).toMatchObject({ id: desk.id, role: "desk", deputyFor: [] });
  });

  it("refuses whoever has no session", async () => {
    for (const cookie of ["", "visitor_session=unknown"]) {
      const answer = await call(cookie);
      expect([answer.status, answer.body.id]).toEqual([401, "unauthorized"]);
    }
  });

  it("brings the site along as it is then, without asking for it again", async () => {
    const desk = await signedIn(server, company, "desk");
    const sent: string[] = [];
    const note = ({ sql }: { sql: string }) => void sent.push(sql);
    const read = () =>
      callSteps(
        [provideConfiguration(server.deps.db), requireSession({}, server.deps)],
        { headers: { Cookie: desk.cookie } },
        async ({ state }) => (await state.configuration()).maxRequestDays,
      );
    try {
      for (const maxRequestDays of [3, 4]) {
        await server.db("configuration").update({ maxRequestDays });
        expect((await read()).body).toBe(maxRequestDays);
      }
      server.deps.db.on("query", note);
      expect((await read()).body).toBe(4);
    } finally {
      server.deps.db.removeListener("query", note);
    }
    expect(sent).toEqual([expect.stringContaining("FROM site_version")]);
  });

  it("is kept awake by what a person does only", async () => {
    await server.db("sessions").del();
    const desk = await signedIn(server, company, "desk");
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
    const desk = await signedIn(server, company, "desk");
    expect((await call({ Authorization: "Bearer vk_nothing", Cookie: desk.cookie })).status).toBe(400);
  });
});

describe("provideConfiguration", () => {
  const sent: string[] = [];
  const note = ({ sql }: { sql: string }) => void sent.push(sql);

  beforeEach(() => {
    sent.length = 0;
    server.db.on("query", note);
  });
  afterEach(() => void server.db.removeListener("query", note));

  it("reads when it is asked, and once", async () => {
    const steps = [provideConfiguration(server.db)];
    await callSteps(steps);
    expect(sent).toEqual([]);
    const ask = () =>
      callSteps(steps, {}, async ({ state }) => [await state.configuration(), await state.configuration()]);
    const { body } = await ask();
    expect(body[0].timezone).toBe("Asia/Seoul");
    expect(body[1]).toEqual(body[0]);
    sent.length = 0;
    // A later request asks for the version only.
    expect((await ask()).body).toEqual(body);
    expect(sent).toEqual([expect.stringContaining("site_version")]);
  });

  it("reads inside the transaction that it is handed", async () => {
    const outside: string[] = [];
    const watch = ({ sql, __knexTxId }: { sql: string; __knexTxId?: string }) => {
      if (!__knexTxId) outside.push(sql);
    };
    server.db.on("query", watch);
    const { status } = await callSteps([provideConfiguration(server.db)], {}, ({ state }) =>
      server.db.transaction((trx) => state.configuration(trx)),
    );
    server.db.removeListener("query", watch);
    expect([status, outside]).toEqual([200, []]);
    expect(sent).toContainEqual(expect.stringContaining("site_version"));
  });
});

describe("doOnce", () => {
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
    doOnce(ctx, { path: "/things" }, server.deps, { work: () => handler(ctx), onRepeat: async () => {} });
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
    const other = await submit([body({ a: 2 })]);
    expect([other.status, other.body.id]).toEqual([422, "idempotencyMismatch"]);
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

describe("recordCall", () => {
  const endpoint = (method: Method, recorded: Endpoint["recorded"] = { subject: "companies" }) =>
    ({ method, path: "/dash/companies/:id", permission: "desk", recorded }) as Endpoint;
  const as =
    (id: number): RouteMiddleware =>
    async (ctx, next) => {
      ctx.state.user = { id, sessionId: 1, loginId: "kim", role: "desk", deputyFor: [] };
      // as admission and input note it
      Object.assign(ctx.state.call ?? {}, { hostUserId: id, subjectId: 7 });
      await next();
    };
  const call = (bound: Endpoint, steps: readonly RouteMiddleware[], work: () => unknown = () => ({})) =>
    callSteps([recordCall(bound, server.deps), ...steps], {}, work);
  const kept = () =>
    server.db("events").select("kind", "hostUserId", "call", "subject", "subjectId", "detail");
  let person: number;

  beforeAll(async () => {
    ({ id: person } = await signedIn(server, company, "desk"));
  });
  beforeEach(() => truncate(server.db, "events"));

  it("keeps a write of somebody signed in, with the record that it was about", async () => {
    await call(endpoint("PUT"), [as(person)]);
    expect(await kept()).toEqual([
      {
        ...{ kind: "call", hostUserId: person, call: "PUT /dash/companies/:id" },
        ...{ subject: "companies", subjectId: 7, detail: "" },
      },
    ]);
  });

  it("keeps it with the work's own transaction, once, and not where that is undone", async () => {
    const write = (fails: boolean) => () =>
      server.db.transaction(async (trx) => {
        await trx("changes").insert({ kind: "pass" });
        if (fails) throw notFound();
      });
    expect((await call(endpoint("PUT"), [as(person)], write(true))).status).toBe(404);
    expect(await kept()).toEqual([]);
    await call(endpoint("PUT"), [as(person)], write(false));
    expect(await kept()).toHaveLength(1);
  });

  it("keeps what somebody was refused, of reads, too, and no read that was answered", async () => {
    await call(endpoint("GET", "none"), [as(person)]);
    expect(await kept()).toEqual([]);
    await call(endpoint("GET", "none"), [as(person)], () => {
      throw forbidden();
    });
    expect(await kept()).toMatchObject([
      { kind: "refused", call: "GET /dash/companies/:id", detail: "forbidden" },
    ]);
  });

  it("keeps nothing of whoever is not signed in", async () => {
    await call(endpoint("POST"), []);
    expect(await kept()).toEqual([]);
  });
});
