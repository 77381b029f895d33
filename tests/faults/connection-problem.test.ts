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
  [
    "no CA file",
    () => ({ search: "?sslrootcert=/absent/ca.pem" }),
    /names the file \/absent\/ca.pem, which is not there/,
  ],
];

describe("unusable database", () => {
  it.each(mistakes)("is reported with a sentence: %s", async (_what, parts, sentence) => {
    const failed = migrate(urlWith(parts()));
    await expect(failed).rejects.toThrow(sentence);
    await expect(failed).rejects.toThrow(/^The database at \S+ cannot be used: /);
  });

  it.each([
    [
      "an older PostgreSQL",
      // Takes precedence over the one of pg_catalog.
      "CREATE VIEW pg_settings (name, setting) AS VALUES ('server_version', '17.4'), ('server_version_num', '170004')",
      "TEMPLATE template0",
      {},
      /it is PostgreSQL 17.4, and the product needs 18 or newer/,
    ],
    [
      "another encoding",
      "",
      "TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'",
      {},
      /its encoding is SQL_ASCII/,
    ],
    [
      "too few connections",
      "",
      "",
      { needed: 9_999 },
      /\(max_connections\), and this server needs 9999: lower DATABASE_POOL/,
    ],
  ])("is rejected with a sentence: %s", async (_what, prepare, options, needs, sentence) => {
    const db = connect(database.url, { poolSize: 1 });
    await db.raw(`CREATE DATABASE unfit ${options}`);
    await db.raw("ALTER DATABASE unfit SET search_path = public, pg_catalog");
    const unfit = connect(urlWith({ pathname: "/unfit" }), { poolSize: 1 });
    try {
      await unfit.raw(prepare || "SELECT 1");
      await expect(migrate(urlWith({ pathname: "/unfit" }), needs)).rejects.toThrow(sentence);
      expect(await unfit.schema.hasTable("knex_migrations")).toBe(false);
    } finally {
      await unfit.destroy();
      await db.raw("DROP DATABASE unfit WITH (FORCE)");
      await db.destroy();
    }
  });

  // In separate processes: a connection without a password ends only with its process.
  it.each([
    ["nothing listens there", { port: "1" }, /nothing listens there/],
    ["the password is missing", { password: "" }, /holds no password/],
  ])("ends the command with one sentence when %s", async (_what, parts, sentence) => {
    const key = `k:${Buffer.alloc(32, 7).toString("base64")}`;
    const env = { DATABASE_URL: urlWith(parts), DATA_KEYS: key, HASH_KEYS: key };
    const { code, output } = await runNode(".", ["resources/scripts/db.ts", "migrate"], env);
    expect(code).toBe(1);
    expect(output.trim().split("\n")).toHaveLength(1);
    expect(output).toMatch(/^The database at 127.0.0.1:\d+\/\w+ cannot be used: /);
    expect(output).toMatch(sentence);
  });
});
