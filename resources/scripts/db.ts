/** Tasks `db:migrate`, `db:rollback`, `db:seed`, `db:reset`, `db:check`: on DATABASE_URL or the embedded database. */
import { parseArgs } from "node:util";
import type { Knex } from "knex";
import pg from "pg";
import { openFileStorage } from "#api/files/storage.ts";
import { describeViolations, violatedRules } from "#db/checks.ts";
import { connect } from "#db/connection.ts";
import { databaseId, inheritFiles } from "#db/files/owner.ts";
import { migrate, planRollback, type RollbackPlan, rollback } from "#db/migrate.ts";
import { answerHelp, commandOf, taskSettings } from "./lib/command.ts";
import { requireConsentToLoss } from "./lib/data-loss.ts";
import { openConfigured } from "./lib/database.ts";
import { runScoped } from "./lib/lifecycle.ts";

interface Target {
  url: string;
  /** undefined for DATABASE_URL, where nothing may be made up or thrown away */
  keysDir: string | undefined;
  /** newest migration that a rollback leaves */
  to?: string | undefined;
}

const usage =
  `Usage: ${commandOf("db rollback")} [--to MIGRATION]\n` +
  "rollback takes the last migration back, or all after the one named; migrate brings the database up to date; check tests\n" +
  "the rules that span tables, and only reads; seed and reset are for the demonstration's database.";

const tasks: Record<string, (target: Target) => Promise<void>> = {
  async migrate({ url }) {
    await migrate(url);
    console.log("The database has the newest schema.");
  },
  async rollback({ url, keysDir, to }) {
    const plan = await planRollback(url, to);
    if (!plan) {
      console.log("There is no migration to roll back.");
      return;
    }
    const losses = lossesOf(plan);
    const isDemonstration = keysDir !== undefined && process.env.NODE_ENV !== "production";
    if (!isDemonstration)
      requireConsentToLoss({
        task: "db rollback",
        options: to === undefined ? [] : [`--to=${to}`],
        url,
        losses,
        argv: process.argv,
      });
    await rollback(url, to);
    console.log(
      `Rolled back ${plan.migrations.join(", ")}.\n${losses.map((loss) => `  ${loss}`).join("\n")}`,
    );
  },
  async check({ url }) {
    const broken = await withDatabase(url, violatedRules);
    if (broken.length > 0) throw new Error(describeViolations(broken).join("\n"));
    console.log("Every rule that spans tables holds.");
  },
  async seed({ url, keysDir }) {
    await migrate(url);
    await seed(url, embeddedOnly(keysDir));
  },
  async reset({ url, keysDir }) {
    const keys = embeddedOnly(keysDir);
    requireConsentToLoss({
      task: "db reset",
      url,
      losses: ["everything: the demonstration starts again"],
      argv: process.argv,
    });
    const former = await formerId(url);
    await recreate(url);
    await migrate(url);
    await withDatabase(url, (db) => inheritFiles(db, files(), former));
    await seed(url, keys);
  },
};

function lossesOf({ migrations, tables, columns }: RollbackPlan): string[] {
  return [
    ...migrations.map((name) => `what ${name} brought`),
    ...tables.map(({ name, rows }) => `table ${name} (${rows} ${rows === 1 ? "row" : "rows"})`),
    ...columns.map((name) => `column ${name}`),
  ];
}

function embeddedOnly(keysDir: string | undefined): string {
  if (keysDir === undefined)
    throw new Error("Not on DATABASE_URL: this is for the demonstration database only.");
  return keysDir;
}

const files = () => openFileStorage(taskSettings());

async function withDatabase<Result>(url: string, work: (db: Knex) => Promise<Result>): Promise<Result> {
  const db = connect(url, { poolSize: 1, isLimited: false });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The id that the files know the database by; undefined where it has no schema, or an old one. */
const formerId = (url: string) => withDatabase(url, databaseId).catch(() => undefined);

async function seed(url: string, keysDir: string): Promise<void> {
  const { seedDemonstration } = await import("#db/seeds/demonstration.ts");
  await seedDemonstration(url, keysDir, new Date(), files());
  console.log("The database holds demonstration data.");
}

/** Drops and creates the database; existing connections are closed and reconnect to the new one. */
async function recreate(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const client = new pg.Client(Object.assign(new URL(url), { pathname: "/postgres" }).href);
  await client.connect();
  try {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

answerHelp(usage);
await runScoped(async (scope) => {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    options: { to: text, "yes-lose-data": text },
    allowPositionals: true,
  });
  const task = tasks[positionals[0] ?? ""];
  if (!task) throw new Error(usage);
  const settings = taskSettings();
  const { url, keysDir } = await openConfigured(scope, settings);
  await task({ url, keysDir, to: values.to });
});
