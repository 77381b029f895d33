import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { runNode } from "../support/run-node.ts";

let database: TestDatabase;
/** Closes connections at once. */
let closing: Server;

beforeAll(async () => {
  database = await testDatabase();
  const db = connect(database.url, { poolSize: 1 });
  await db.raw("DROP ROLE IF EXISTS newcomer; CREATE ROLE newcomer LOGIN PASSWORD 'x'");
  await db.destroy();
  closing = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  closing.close();
  const db = connect(database.url, { poolSize: 1 });
  await db.raw("DROP ROLE newcomer");
  await db.destroy();
  await database.drop();
});

const urlWith = (parts: Partial<URL>): string => Object.assign(new URL(database.url), parts).href;

const closingPort = () => String((closing.address() as { port: number }).port);

const mistakes: readonly (readonly [string, () => Partial<URL>, RegExp])[] = [
  ["a port where nothing listens", () => ({ port: "1" }), /nothing listens there/],
  [
    "an unknown host",
    () => ({ hostname: "no.invalid" }),
    /the host "no.invalid" (is not known|cannot be looked up)/,
  ],
  ["a wrong password", () => ({ password: "guess" }), /the password of the user "\w+" is wrong/],
  ["an unknown database", () => ({ pathname: "/absent" }), /no database "absent"/],
  [
    "a user without rights",
    () => ({ username: "newcomer", password: "x" }),
    /the user "newcomer" lacks rights/,
  ],
  ["TLS where there is none", () => ({ search: "?sslmode=require" }), /does not speak TLS/],
  ["another service", () => ({ port: closingPort() }), /the connection was closed at once/],
];

describe("a database that cannot be used", () => {
  it.each(mistakes)("is reported in a sentence: %s", async (_what, parts, sentence) => {
    const failed = migrate(urlWith(parts()));
    await expect(failed).rejects.toThrow(sentence);
    await expect(failed).rejects.toThrow(/^The database at \S+ cannot be used: /);
  });

  // In processes of their own: a connection that was begun without a password stays until its process ends.
  it.each([
    ["nothing listens there", { port: "1" }, /nothing listens there/],
    ["there is no password", { password: "" }, /holds no password/],
  ])("ends the command with only the sentence where %s", async (_what, parts, sentence) => {
    const key = `k:${Buffer.alloc(32, 7).toString("base64")}`;
    const env = { DATABASE_URL: urlWith(parts), DATA_KEYS: key, HASH_KEYS: key };
    const { code, output } = await runNode(".", ["resources/scripts/db.ts", "migrate"], env);
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toMatch(/^The database at 127.0.0.1:\d+\/\w+ cannot be used: /);
    expect(output).toMatch(sentence);
  });
});
