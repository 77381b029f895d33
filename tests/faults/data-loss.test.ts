/** `npm run db:rollback` and `db:reset` on a database that is not the demonstration's. */
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { connect } from "#db/connection.ts";
import { FieldCipher } from "#db/field-cipher.ts";
import { migrate } from "#db/migrate.ts";
import { databaseName } from "#scripts/lib/data-loss.ts";
import { startTestServer } from "../support/api.ts";
import { passphrase, temporaryFolder } from "../support/database/backups.ts";
import { type TestDatabase, testDatabase } from "../support/database/database.ts";
import { runNode } from "../support/run-node.ts";
import { seedSite } from "../support/site.ts";
import { addVisit } from "../support/visits/visits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ empty: true });
});
afterAll(() => database.drop());
beforeEach(() => migrate(database.url));

const key = () => `k:${randomBytes(32).toString("base64")}`;
const taskIn = (environment: string | undefined, ...args: string[]) =>
  runNode(process.cwd(), ["resources/scripts/db.ts", ...args], {
    DATABASE_URL: database.url,
    DATA_KEYS: key(),
    HASH_KEYS: key(),
    NODE_ENV: environment,
  });

async function completed(): Promise<string[]> {
  const db = connect(database.url, { poolSize: 1 });
  try {
    return await db("knex_migrations").orderBy("id").pluck("name");
  } finally {
    await db.destroy();
  }
}

it.each([
  ["production", []],
  ["production", ["--yes-lose-data=visitor"]],
  [undefined, []],
])("db:rollback needs the name of the database (NODE_ENV %s, %j)", async (environment, args) => {
  const before = await completed();
  const { code, output } = await taskIn(environment, "rollback", ...args);
  expect(code, output).not.toBe(0);
  expect(output).toContain(`what ${before.at(-1)} brought`);
  expect(output).toContain(`--yes-lose-data=${databaseName(database.url)}`);
  expect(output).not.toMatch(/ at .*\.ts:\d+/);
  expect(await completed()).toEqual(before);
});

it("db:rollback undoes one migration at a time", async () => {
  const before = await completed();
  const { code, output } = await taskIn(
    "production",
    "rollback",
    `--yes-lose-data=${databaseName(database.url)}`,
  );
  expect(code, output).toBe(0);
  expect(output).toContain(`Rolled back ${before.at(-1)}`);
  expect(await completed()).toEqual(before.slice(0, -1));
});

/** Commands that lose no data, with the reason; those of `refused` use `requireConsentToLoss`. */
const harmless: Record<string, string> = {
  start: "without DATABASE_URL only the demonstration, which production refuses; else migrates and serves",
  dev: "as start",
  build: "replaces what it built",
  desktop: "runs the app",
  package: "replaces what it packed",
  release: "refuses a file whose name was released before with other content",
  icons: "replaces what it drew",
  check: "reads",
  format: "changes sources, which git keeps",
  test: "databases and folders of its own",
  "test:full": "as test",
  bench: "as test",
  pictures: "as test",
  "admin:create": "adds the first administrator",
  "admin:invite": "ends one password, which is what it is for",
  backup: "refuses a folder that is there",
  "db:check": "reads",
  "db:migrate": "goes forward only",
  guard: "gives the logs another owner",
};

interface Refused {
  readonly args: readonly string[];
  readonly says: RegExp;
}

const agree = /--yes-lose-data=\S+$/m;
const refused: Record<string, Refused> = {
  "db:rollback": { args: ["db.ts", "rollback"], says: agree },
  "db:reset": { args: ["db.ts", "reset"], says: /demonstration database only/ },
  "db:seed": { args: ["db.ts", "seed"], says: /demonstration database only/ },
  "keys:rotate": { args: ["keys.ts", "rotate", "--lost=data:other"], says: agree },
  restore: { args: ["restore.ts", "--without-erasure-register", "--from"], says: agree },
};

it("every command is listed in this test", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const files = readdirSync("resources/scripts").filter((name) => /^[a-z]+\.ts$/.test(name));
  const parts = ["serve.ts"];
  const known = Object.keys({ ...harmless, ...refused });
  expect(Object.keys(scripts).filter((name) => !known.includes(name))).toEqual([]);
  const tasks = new Set(known.map((name) => `${name.split(":")[0]}.ts`));
  expect(
    files.filter((name) => !parts.includes(name) && !tasks.has(name) && !/^(db|keys|admin)\.ts$/.test(name)),
  ).toEqual([]);
});

it("no command loses production data without the name of the database", { timeout: 120_000 }, async () => {
  const other = { id: "other", secret: randomBytes(32) };
  const cipher = new FieldCipher({ data: [other], hash: [other] });
  const server = await startTestServer({ databaseUrl: database.url, cipher });
  await addVisit(server, await seedSite(server.db), { cellphone: "010-0000-1234" });
  await server.close();
  const env = {
    DATABASE_URL: database.url,
    DATA_KEYS: key(),
    HASH_KEYS: key(),
    FILES_DIR: join(temporaryFolder(), "files"),
    BACKUP_PASSPHRASE: passphrase,
    NODE_ENV: "production",
    PUBLIC_ORIGIN: "https://visit.example.com",
  };
  const run = ([script, ...args]: readonly string[]) =>
    runNode(process.cwd(), [`resources/scripts/${script}`, ...args], env);
  const stored = async () => {
    const db = connect(database.url, { poolSize: 1 });
    try {
      const counted = ["visits", "knex_migrations", "key_canaries", "user_codes"].map((table) =>
        db(table).count(),
      );
      return await Promise.all(counted);
    } finally {
      await db.destroy();
    }
  };
  const backup = join(temporaryFolder(), "backup");
  const result = await run(["backup.ts", "--to", backup]);
  expect(result.code, result.output).toBe(0);
  const before = await stored();
  for (const [name, { args, says }] of Object.entries(refused)) {
    const { code, output } = await run(name === "restore" ? [...args, backup] : args);
    expect(code, name).toBe(1);
    expect(output, name).toMatch(says);
    expect(output, name).not.toMatch(/ at .*\.ts:\d+/);
    expect(await stored(), name).toEqual(before);
  }
});
