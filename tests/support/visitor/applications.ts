/** Applications by visitors. */
import { expect } from "vitest";
import type { CallOptions, TestServer } from "../api.ts";

export const applicationPath = "/api/request/simple/save/";

export const visitCount = async ({ db }: TestServer) =>
  Number((await db("visits").count("id as n").first())?.n);

/** Sends an application that must be rejected without storing anything. @returns errors by field */
export async function refusedApplication(
  server: TestServer,
  body: unknown,
  options: Omit<CallOptions, "body"> = {},
) {
  const before = await visitCount(server);
  const answer = await server.post(applicationPath, { body, ...options });
  expect(answer.status, answer.text).toBe(400);
  expect(await visitCount(server)).toBe(before);
  return answer.body;
}
