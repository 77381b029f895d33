/** The steps of a route, each by itself; those that need the database are in tests/api/http. */
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { tooManyRequests } from "#api/errors.ts";
import { requirePermission } from "#api/http/admission.ts";
import { readBody } from "#api/http/body.ts";
import { type FieldsSchema, readInput } from "#api/http/input.ts";
import { countCall } from "#api/http/limit.ts";
import { requireOwnOrigin } from "#api/http/origin.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { answered } from "../../support/api.ts";
import { callSteps, withState } from "../../support/steps.ts";

describe("requireOwnOrigin", () => {
  it("lets the page of the host that was called through, and no other", async () => {
    const steps = [requireOwnOrigin(undefined)];
    expect((await callSteps(steps)).status).toBe(200);
    for (const origin of ["https://elsewhere.example", "null", ""]) {
      const answer = await callSteps(steps, { headers: { Origin: origin } });
      expect([answer.status, answer.body.id], origin).toEqual([403, "wrongOrigin"]);
    }
  });

  it("goes by the setting where there is one, whatever the case", async () => {
    const steps = [requireOwnOrigin("https://visit.example.com")];
    expect((await callSteps(steps, { headers: { Origin: "https://VISIT.example.com" } })).status).toBe(200);
    expect((await callSteps(steps)).status).toBe(403);
  });
});

describe("countCall", () => {
  it("counts the caller's address, and goes no further where there were too many calls", async () => {
    const count = vi.fn(async () => 1);
    const key = { id: "k", secret: Buffer.alloc(32) };
    const cipher = new FieldCipher({ data: [key], hash: [key] });
    const answer = vi.fn(() => ({}));
    const steps = [countCall("submit", { limits: { count }, cipher })];
    expect((await callSteps(steps, {}, answer)).status).toBe(200);
    expect(count).toHaveBeenCalledWith("submit", "127.0.0.1");
    count.mockRejectedValueOnce(tooManyRequests(17));
    expect((await answered(callSteps(steps, {}, answer), 429)).headers.get("Retry-After")).toBe("17");
    expect(answer).toHaveBeenCalledOnce();
  });
});

describe("requirePermission", () => {
  const person = (role: "host" | "desk" | "privacy") => ({
    id: 3,
    sessionId: 1,
    loginId: "kim",
    role,
    deputyFor: [],
  });

  it("says how far the permission reaches", async () => {
    for (const [role, scope] of [
      ["host", "own"],
      ["desk", "all"],
    ] as const) {
      const steps = [withState({ user: person(role) }), requirePermission("visits.see")];
      const { body } = await callSteps(steps, {}, ({ state }) => state.me);
      expect(body).toEqual({ ...person(role), scope, hosts: [3] });
    }
  });

  it("refuses a role without it, and callers who are not signed in", async () => {
    const steps = [withState({ user: person("privacy") }), requirePermission("desk")];
    expect((await callSteps(steps)).status).toBe(403);
    expect((await callSteps([requirePermission("account")])).status).toBe(401);
  });
});

describe("readBody", () => {
  const step = readBody({}, {} as never);
  const read = (sent: Parameters<typeof callSteps>[1], steps = [step]) =>
    callSteps(steps, sent, ({ state }) => ({ body: state.body, upload: state.upload?.toString() }));

  it("reads JSON without what was only read, and nothing as an empty object", async () => {
    const given = { name: "가", days: 3, errors: {}, createdAt: "x", updatedAt: "y" };
    expect((await read({ body: given })).body).toEqual({ body: { name: "가" } });
    expect((await read({})).body).toEqual({ body: {} });
    expect((await read({ body: [1] })).body).toEqual({ body: [1] });
  });

  it("refuses what is no JSON, is called something else, or is too large", async () => {
    expect((await read({ body: "{" })).body).toEqual({ _: expect.any(String) });
    expect((await read({ body: "a=1", headers: { "Content-Type": "text/plain" } })).status).toBe(415);
    expect(
      (await read({ body: { a: "x".repeat(2_000) } }, [readBody({ bodyLimit: "1kb" }, {} as never)])).status,
    ).toBe(413);
  });

  it("takes a file as its bytes", async () => {
    const steps = [readBody({ upload: { media: ["image/png"], maxBytes: 10 } }, {} as never)];
    const send = (body: string, type = "image/png") =>
      read({ body, headers: { "Content-Type": type } }, steps);
    expect((await send("bytes")).body).toEqual({ upload: "bytes" });
    expect((await send("too many bytes")).status).toBe(413);
    expect((await send("bytes", "text/html")).status).toBe(415);
  });
});

describe("readInput", () => {
  const endpoint = {
    params: z.object({ id: z.string().check(z.regex(/^\d$/, "invalid")) }),
    query: z.object({ q: z.string({ error: "required" }) }),
    body: z.strictObject({ name: z.string({ error: "required" }) }),
  };
  const configured = (autoApprove: boolean) => {
    const configuration = { autoApprove } as Configuration;
    return withState({ configuration: async () => configuration });
  };

  it("hands on what the schemas made of it", async () => {
    const steps = [withState({ body: { name: "가" } }), readInput(endpoint)];
    const { body } = await callSteps(steps, { path: "/things/7?q=a" }, ({ state }) => state.input);
    expect(body).toEqual({ params: { id: "7" }, query: { q: "a" }, body: { name: "가" } });
  });

  it("names what is wrong in all parts at once", async () => {
    const steps = [withState({ body: { surprise: 1 } }), readInput(endpoint)];
    const answer = await answered(callSteps(steps, { path: "/things/77" }), 400);
    expect(Object.keys(answer.body).sort()).toEqual(["id", "name", "q", "surprise"]);
  });

  it("reads a body field by field where the handler reports its errors", async () => {
    const fields: FieldsSchema = z.object({ name: z.string(), age: z.int({ error: "invalid" }) });
    const steps = [withState({ body: { name: "가", age: "x" } }), readInput({}, fields)];
    const { body } = await answered(callSteps(steps, {}, ({ state }) => state.fields));
    expect(body).toEqual({ validFields: { name: "가" }, errors: { age: "invalid" } });
  });

  it("asks what the site's configuration says", async () => {
    const fields: FieldsSchema = ({ autoApprove }) =>
      autoApprove ? z.object({}) : z.object({ reason: z.string({ error: "required" }) });
    for (const [on, errors] of [
      [true, {}],
      [false, { reason: "required" }],
    ] as const) {
      const steps = [configured(on), withState({ body: {} }), readInput({}, fields)];
      const { body } = await callSteps(steps, {}, ({ state }) => state.fields?.errors);
      expect(body).toEqual(errors);
    }
  });
});
