import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { runNode } from "../support/run-node.ts";

let database: TestDatabase;
/** Takes connections, and closes them at once. */
let stranger: Server;

beforeAll(async () => {
  database = await testDatabase();
  const db = connect(database.url, { poolSize: 1 });
  await db.raw(
    "DROP ROLE IF EXISTS newcomer_without_rights; CREATE ROLE newcomer_without_rights LOGIN PASSWORD 'x'",
  );
  await db.destroy();
  stranger = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => stranger.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  stranger.close();
  const db = connect(database.url, { poolSize: 1 });
  await db.raw("DROP ROLE newcomer_without_rights");
  await db.destroy();
  await database.drop();
});

const altered = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

const mistakes: readonly (readonly [string, () => string, RegExp])[] = [
  ["a port where nothing listens", () => altered((url) => (url.port = "1")), /nothing listens there/],
  [
    "a host that there is not",
    () => altered((url) => (url.hostname = "no-such-host.invalid")),
    /the host "no-such-host.invalid" (is not known|cannot be looked up)/,
  ],
  [
    "a wrong password",
    () => altered((url) => (url.password = "guess")),
    /the password of the user "\w+" is wrong/,
  ],
  [
    "a database that there is not",
    () => altered((url) => (url.pathname = "/absent")),
    /no database "absent"/,
  ],
  [
    "a user without rights",
    () => altered((url) => Object.assign(url, { username: "newcomer_without_rights", password: "x" })),
    /the user "newcomer_without_rights" lacks rights/,
  ],
  [
    "TLS where there is none",
    () => altered((url) => url.searchParams.set("sslmode", "require")),
    /does not speak TLS/,
  ],
  [
    "something else that listens there",
    () => altered((url) => (url.port = String((stranger.address() as { port: number }).port))),
    /the connection was closed at once/,
  ],
];

describe("a database that cannot be used", () => {
  it.each(mistakes)("is told in a sentence: %s", async (_what, url, sentence) => {
    const failed = migrate(url());
    await expect(failed).rejects.toThrow(sentence);
    await expect(failed).rejects.toThrow(/^The database at \S+ cannot be used: /);
  });

  // In processes of their own: a connection that was begun without a password stays until its process ends.
  it.each([
    ["nothing listens there", () => altered((address) => (address.port = "1")), /nothing listens there/],
    ["there is no password", () => altered((address) => (address.password = "")), /holds no password/],
  ])("ends the command with the sentence alone where %s", async (_what, url, sentence) => {
    const key = `k:${Buffer.alloc(32, 7).toString("base64")}`;
    const { code, output } = await runNode(".", ["resources/scripts/db.ts", "migrate"], {
      ...{ DATABASE_URL: url(), DATA_KEYS: key, HASH_KEYS: key },
    });
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toMatch(/^The database at 127.0.0.1:\d+\/\w+ cannot be used: /);
    expect(output).toMatch(sentence);
  });
});
