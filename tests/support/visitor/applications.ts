/** Applications as visitors send them. */
import type { Knex } from "knex";
import { expect } from "vitest";
import type { Sent, TestServer } from "../api.ts";

export const applicationPath = "/api/request/simple/save/";

export const visitCount = async ({ db }: TestServer) =>
  Number((await db("visits").count("id as n").first())?.n);

/** Sends an application that must be refused, without anything stored. @returns what was wrong, by field */
export async function refusedApplication(server: TestServer, body: unknown, sent: Omit<Sent, "body"> = {}) {
  const before = await visitCount(server);
  const answer = await server.post(applicationPath, { body, ...sent });
  expect(answer.status, answer.text).toBe(400);
  expect(await visitCount(server)).toBe(before);
  return answer.body;
}

/** Makes applications under these keys wait until the transaction is rolled back. */
export async function holdKeys({ db, now }: TestServer, keys: readonly string[]): Promise<Knex.Transaction> {
  const trx = await db.transaction();
  await trx("idempotencyKeys").insert(
    [...new Set(keys)].map((key) => ({
      endpoint: applicationPath,
      key,
      bodyHash: Buffer.alloc(32),
      createdAt: now,
    })),
  );
  return trx;
}
