/** Runs migrations up and down. */
import { readdir } from "node:fs/promises";
import type { Knex } from "knex";
import { tablesOf } from "./backup/catalog.ts";
import { connect } from "./connection.ts";
import { DatabaseUnavailable, errorCode } from "./error-code.ts";
import { forApplication } from "./migration-owner.ts";
import { migrationsFolder, unknownRequirement } from "./schema-requirements.ts";

type Migration = Record<"up" | "down", (knex: Knex) => Promise<void>>;

const load = (name: string): Promise<Migration> =>
  import(new URL(`./migrations/${name}`, import.meta.url).href);

/** @returns the migrations of this version, in order */
export async function knownMigrations(): Promise<string[]> {
  const names = await readdir(migrationsFolder);
  return names.filter((name) => name.endsWith(".ts")).sort();
}

/** Knex's configuration. @param later further migrations by name, for tests */
const migratorConfig = (later: Readonly<Record<string, Migration>> = {}): Knex.MigratorConfig => ({
  migrationSource: {
    getMigrations: async () => [...(await knownMigrations()), ...Object.keys(later)],
    getMigrationName: String,
    async getMigration(name) {
      const { up, down } = later[String(name)] ?? (await load(String(name)));
      return { up: forApplication(up), down: forApplication(down) };
    },
  } satisfies Knex.MigrationSource<unknown>,
});

export const migrations = migratorConfig();

/** Whether completed migrations are those of a development version before the first release. */
export const areBeforeFirstRelease = async (ran: readonly string[]): Promise<boolean> =>
  ran.length > 0 && ran[0] !== (await knownMigrations())[0];

/** @throws Error with a sentence for a database from before the first release */
async function requireReleased(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable("knex_migrations"))) return;
  if (await areBeforeFirstRelease(await knex("knexMigrations").orderBy("id").limit(1).pluck("name")))
    throw new Error(
      "This database was made by a version before the first release and cannot be updated: start anew, the demonstration " +
        "with npm run db:reset -- --yes-lose-data=visitor, another database by creating it again.",
    );
}

type Problems = Readonly<Record<string, (address: URL) => string>>;
type ProblemsByMessage = readonly (readonly [RegExp, string])[];

/** Temporary problems, by code of the driver or of PostgreSQL; a retry may succeed. */
const temporaryProblems: Problems = {
  ECONNREFUSED: () => "nothing listens there. Is PostgreSQL running, and does it listen on this address?",
  ENOTFOUND: ({ hostname }) => `the host "${hostname}" is not known.`,
  EAI_AGAIN: ({ hostname }) => `the host "${hostname}" cannot be looked up at present.`,
  EHOSTUNREACH: () => "the host is unreachable.",
  ENETUNREACH: () => "the host is unreachable.",
  ETIMEDOUT: () => "there is no answer. Is a firewall in between?",
  ECONNRESET: () => "the connection was closed at once. Is this PostgreSQL?",
  "53300": () => "it has no connection left (max_connections of PostgreSQL).",
  "57P01": () => "it is shutting down.",
  "57P03": () => "it is starting up or shutting down.",
};

/** These need an administrator. */
const permanentProblems: Problems = {
  "28P01": ({ username }) => `the password of the user "${username}" is wrong.`,
  "28000": ({ username }) =>
    `the user "${username}" may not connect (pg_hba.conf of PostgreSQL says who may).`,
  "3D000": ({ pathname }) => `there is no database "${pathname.slice(1)}". Create it first: CREATE DATABASE.`,
  "42501": ({ username }) =>
    `the user "${username}" lacks rights there: it must own the database's tables. Where the logs belong to a role of their own, a ` +
    'new version that changes them needs "npm run db:migrate" of an administrator first (docs/upgrading.md).',
};

/** Messages of the driver without a code. */
const temporaryProblemsByMessage: ProblemsByMessage = [
  [/timeout expired|timeout acquiring/i, "there is no answer. Is a firewall in between?"],
  [/terminated unexpectedly/i, "the connection was closed at once. Is this PostgreSQL?"],
];

const permanentProblemsByMessage: ProblemsByMessage = [
  [/client password must be/i, "DATABASE_URL holds no password, and PostgreSQL asks for one."],
  [/does not support SSL/i, "it does not speak TLS, which DATABASE_URL asks for (sslmode)."],
  [
    /certificate|self[- ]signed/i,
    "its certificate is not trusted (sslmode and sslrootcert in DATABASE_URL).",
  ],
];

const placeOf = ({ host, pathname }: URL) => `The database at ${host}${pathname} cannot be used`;

/** A file of TLS that the address names: sslrootcert, sslcert or sslkey. */
function fileProblem(error: unknown): string | undefined {
  const { syscall, path, code } = error as NodeJS.ErrnoException;
  if (syscall !== "open" || path === undefined) return undefined;
  return code === "ENOENT"
    ? `its address names the file ${path}, which is not there.`
    : `its address names the file ${path}, which this user may not read (${code}): the user needs r on the file and x on its folders.`;
}

/**
 * @returns an error that describes why the database cannot be used, DatabaseUnavailable for a temporary problem;
 *   undefined for other failures
 */
function connectionProblem(error: unknown, url: string): Error | undefined {
  const address = new URL(url);
  const [code = "", message] = [errorCode(error), error instanceof Error ? error.message : ""];
  const find = (byCode: Problems, byMessage: ProblemsByMessage) =>
    byCode[code]?.(address) ?? byMessage.find(([pattern]) => pattern.test(message))?.[1];
  const temporary = find(temporaryProblems, temporaryProblemsByMessage);
  if (temporary !== undefined) return new DatabaseUnavailable(`${placeOf(address)}: ${temporary}`);
  const permanent = fileProblem(error) ?? find(permanentProblems, permanentProblemsByMessage);
  return permanent === undefined ? undefined : new Error(`${placeOf(address)}: ${permanent}`);
}

const minVersion = 18;

/**
 * @param needed connections of all pools together
 * @throws Error with a sentence where PostgreSQL is too old, or its encoding or number of connections does not do
 */
async function requireServer(knex: Knex, url: string, needed: number): Promise<void> {
  const rows: { name: string; setting: string }[] = await knex("pg_settings").select("name", "setting");
  const setting = (name: string) => rows.find((row) => row.name === name)?.setting ?? "";
  const [version, encoding] = [setting("server_version"), setting("server_encoding")];
  const connections =
    Number(setting("max_connections")) -
    Number(setting("superuser_reserved_connections")) -
    Number(setting("reserved_connections"));
  const problem =
    Number(setting("server_version_num")) < minVersion * 10_000
      ? `it is PostgreSQL ${version}, and the product needs ${minVersion} or newer.`
      : encoding !== "UTF8"
        ? `its encoding is ${encoding}. Create it with ENCODING 'UTF8' TEMPLATE template0.`
        : needed > connections
          ? `it has ${connections} connections (max_connections), and this server needs ${needed}: lower DATABASE_POOL or WEB_CONCURRENCY, or raise max_connections.`
          : undefined;
  if (problem !== undefined) throw new Error(`${placeOf(new URL(url))}: ${problem}`);
}

/** Any number that no other lock uses. */
const migrationLock = 7_230_901;

const isLocked = async (knex: Knex): Promise<boolean> =>
  (await knex.schema.hasTable("knex_migrations_lock")) &&
  (await knex("knexMigrationsLock").where({ isLocked: 1 })).length > 0;

/**
 * Holds an advisory lock while it works, so that processes that start at once migrate one after the other. Knex's own
 * lock remains when its holder is killed; under this lock it can be removed.
 * @throws Error with a sentence where the database cannot be reached
 */
async function withMigrationLock(
  url: string,
  work: (knex: Knex) => Promise<void>,
  needed = 0,
): Promise<void> {
  const knex = connect(url, { poolSize: 3, isLimited: false });
  try {
    await requireServer(knex, url, needed);
    await knex.transaction(async (holder) => {
      await holder.raw("SELECT pg_advisory_xact_lock(?)", [migrationLock]);
      await requireReleased(knex);
      if (await isLocked(knex)) await knex.migrate.forceFreeMigrationsLock(migrations);
      await work(knex);
    });
  } catch (error) {
    throw connectionProblem(error, url) ?? error;
  } finally {
    await knex.destroy();
  }
}

/**
 * Runs pending migrations. Does nothing where none is pending, or where a newer version ran more that are compatible.
 * @param later further migrations by name, for tests
 * @param needed connections of all pools together, which the server must have
 * @throws Error with a sentence where the schema is too new for this version, or from before the first release
 */
export async function migrate(
  url: string,
  { later, needed }: { later?: Readonly<Record<string, Migration>>; needed?: number } = {},
): Promise<void> {
  const run = async (knex: Knex) => {
    const unknown = (await knex.schema.hasTable("schema_requirements")) && (await unknownRequirement(knex));
    if (unknown) {
      throw new Error(
        `A newer version has changed this database (${unknown.replace(/\.ts$/, "")}) in a way that this version ` +
          "cannot work with. Start that version or a newer one; docs/upgrading.md says how to go back.",
      );
    }
    // Knex would refuse a database with migrations that this version lacks.
    const config = { ...migratorConfig(later), disableMigrationsListValidation: true };
    const [, pending] = await knex.migrate.list(config);
    // Knex takes its lock even for none, and a server must start while no write is confirmed by a standby.
    if (pending.length > 0) await knex.migrate.latest(config);
  };
  await withMigrationLock(url, run, needed);
}

/**
 * Runs the first migrations only, on an empty database: those of a backup.
 * @param names of files, in order
 * @throws Error for an unknown one
 */
export async function migrateThrough(url: string, names: readonly string[]): Promise<void> {
  await withMigrationLock(url, async (knex) => {
    for (const name of names) await knex.migrate.up({ ...migrations, name });
  });
}

/** Effects of rolling migrations back. */
export interface RollbackPlan {
  /** File names of the migrations, newest first: "12_server.ts". */
  readonly migrations: readonly string[];
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
  /** Of tables that stay, "visits.destroy_on". */
  readonly columns: readonly string[];
}

/** @throws Error with a sentence where `to` has not run */
async function namesAfter(knex: Knex, to: string | undefined): Promise<string[]> {
  const [completed] = await knex.migrate.list(migrations);
  const names = completed.map(({ name }: { name: string }) => name);
  if (to === undefined) return names.slice(-1);
  const last = names.indexOf(to.endsWith(".ts") ? to : `${to}.ts`);
  if (last < 0) throw new Error(`The database has no migration "${to}". It has: ${names.join(", ")}.`);
  return names.slice(last + 1).reverse();
}

/** Columns by table, as seen by the transaction. */
const columnsOf = async (trx: Knex.Transaction): Promise<Map<string, string[]>> =>
  new Map((await tablesOf(trx)).map(({ name, columns }) => [name, columns]));

/**
 * Rolls migrations back in a transaction that is not committed, to determine the effects.
 * @param to the newest migration that stays; without it the last one is rolled back
 * @returns undefined where there is none to roll back
 */
export async function planRollback(url: string, to?: string): Promise<RollbackPlan | undefined> {
  let plan: RollbackPlan | undefined;
  await withMigrationLock(url, async (knex) => {
    const names = await namesAfter(knex, to);
    if (names.length === 0) return;
    const trial = await knex.transaction();
    try {
      const before = await columnsOf(trial);
      const counts = new Map<string, number>();
      for (const name of before.keys())
        counts.set(name, Number((await trial(name).count({ rows: "*" }).first())?.rows ?? 0));
      for (const name of names) await (await load(name)).down(trial);
      const after = await columnsOf(trial);
      plan = {
        migrations: names,
        tables: [...before.keys()]
          .filter((name) => !after.has(name))
          .map((name) => ({ name, rows: counts.get(name) ?? 0 })),
        columns: [...before].flatMap(([name, columns]) => {
          const left = after.get(name);
          return left ? columns.filter((each) => !left.includes(each)).map((each) => `${name}.${each}`) : [];
        }),
      };
    } finally {
      await trial.rollback();
    }
  });
  return plan;
}

/**
 * Rolls migrations back, each in a transaction of its own.
 * @param to as in `planRollback`
 * @returns their file names, newest first
 */
export async function rollback(url: string, to?: string): Promise<string[]> {
  let names: string[] = [];
  await withMigrationLock(url, async (knex) => {
    names = await namesAfter(knex, to);
    for (let left = names.length; left > 0; left--) await knex.migrate.down(migrations);
  });
  return names;
}
