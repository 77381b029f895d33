import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEmbedded } from "#db/embedded/index.ts";
import { keysFromFolder } from "#db/field-keys.ts";
import {
  type Holder,
  hold,
  isRunning,
  postgresLog,
  postgresOf,
  query,
  temporaryFolder,
  until,
} from "../support/database/database-holder.ts";

const holders: Holder[] = [];
let folder: ReturnType<typeof temporaryFolder>;
let root: string;

async function start(): Promise<Holder> {
  const holder = await hold(root);
  holders.push(holder);
  return holder;
}

const hasEnded = (pid: number) => !isRunning(pid);

beforeEach(() => {
  folder = temporaryFolder();
  root = join(folder.path, ".data");
});

afterEach(async () => {
  for (const holder of holders.splice(0)) if (holder.process.exitCode === null) await holder.stop();
  const postgres = postgresOf(root);
  if (postgres > 0 && !hasEnded(postgres)) process.kill(postgres, "SIGQUIT");
  await until(() => hasEnded(postgres));
  folder.remove();
});

describe("first start of the embedded database", () => {
  test("creates a UTF-8 database listening locally, and stops it cleanly", async () => {
    const holder = await start();
    expect(holder.owned).toBe(true);
    const [found] = await query(
      holder.url,
      `select current_setting('listen_addresses') as listen, datlocale as locale, datlocprovider as provider,
         pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
    );
    expect(found).toEqual({ listen: "127.0.0.1", locale: "C.UTF-8", provider: "b", encoding: "UTF8" });
    expect(statSync(join(root, "keys")).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, "keys", "postgres-password")).mode & 0o777).toBe(0o600);
    const wrong = new URL(holder.url);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
    const postgres = postgresOf(root);
    await holder.stop();
    expect(hasEnded(postgres)).toBe(true);
    expect(postgresLog(root)).toContain("database system is shut down");
  });

  test("completes an interrupted creation", async () => {
    mkdirSync(join(root, "postgres.new", "data"), { recursive: true });
    writeFileSync(join(root, "postgres.new", "data", "PG_VERSION"), "18\n");
    const holder = await start();
    expect(await query(holder.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(existsSync(join(root, "postgres.new"))).toBe(false);
  });
});

describe("embedded database with data", () => {
  let prepared: ReturnType<typeof temporaryFolder>;

  beforeAll(async () => {
    prepared = temporaryFolder();
    const holder = await hold(join(prepared.path, ".data"));
    await query(holder.url, "create table kept as select 'still there' as word");
    await holder.stop();
  });

  afterAll(() => prepared.remove());

  beforeEach(() => {
    // unlike fs.cp, cp keeps the owner
    spawnSync("cp", ["-a", join(prepared.path, ".data"), root]);
  });

  const expectKept = async ({ url }: Holder) =>
    expect(await query(url, "select word from kept")).toEqual([{ word: "still there" }]);

  test("starts when its recorded pid belongs to another program", async () => {
    const data = join(root, "postgres");
    const { uid, gid } = statSync(data);
    // owned by PostgreSQL's user: PostgreSQL ignores pids of other users
    const stranger = spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid, gid, cwd: "/" } : {});
    try {
      const lines = [stranger.pid, data, 1700000000, 5999, "", "127.0.0.1", "  1 1", "ready   ", ""];
      writeFileSync(join(data, "postmaster.pid"), lines.join("\n"));
      await expectKept(await start());
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  test("rejects a copy made while the original ran, which keeps running", async () => {
    const original = await hold(join(prepared.path, ".data"));
    rmSync(root, { recursive: true });
    spawnSync("cp", ["-a", join(prepared.path, ".data"), root]);
    await expect(startEmbedded({ root })).rejects.toThrow(/is a copy of .*, made while its database ran/);
    await expectKept(original);
    await original.stop();
    const copy = await start();
    const postgres = postgresOf(root);
    await expectKept(copy);
    await copy.stop();
    expect(hasEnded(postgres)).toBe(true);
  });

  test("rejects a copy in place of the moved running original", async () => {
    const original = await start();
    const [data, moved] = [join(root, "postgres"), join(root, "moved")];
    renameSync(data, moved);
    spawnSync("cp", ["-a", moved, data]);
    await expect(startEmbedded({ root })).rejects.toThrow(/is a copy of .*, made while its database ran/);
    rmSync(data, { recursive: true });
    renameSync(moved, data);
    await expectKept(original);
  });

  test("starts when its recorded pid belongs to another database's PostgreSQL", async () => {
    const other = await hold(join(prepared.path, ".data"));
    const lines = [postgresOf(join(prepared.path, ".data")), join(root, "postgres"), 1700000000, 5999];
    writeFileSync(join(root, "postgres", "postmaster.pid"), [...lines, "", "", "", "ready"].join("\n"));
    await expectKept(await start());
    await expectKept(other);
    await other.stop();
  });

  test("takes over a running PostgreSQL after kill -9 of the process, and stops it at the end", async () => {
    const first = await start();
    const postgres = postgresOf(root);
    await first.kill();
    expect(hasEnded(postgres)).toBe(false);
    const second = await start();
    expect(postgresOf(root)).toBe(postgres);
    await expectKept(second);
    await second.stop();
    expect(hasEnded(postgres)).toBe(true);
  });

  test("recovers after kill -9 of process and PostgreSQL", async () => {
    const first = await start();
    await query(first.url, "insert into kept values ('committed')");
    const postgres = postgresOf(root);
    await first.kill();
    process.kill(postgres, "SIGKILL");
    await until(() => hasEnded(postgres));
    const second = await start();
    expect(await query(second.url, "select count(*)::int from kept")).toEqual([{ count: 2 }]);
    expect(postgresLog(root)).toContain("automatic recovery");
  });

  test("is shared by several processes; the last one stops it", async () => {
    const first = await start();
    const second = await start();
    expect(second).toMatchObject({ owned: false, url: first.url });
    const postgres = postgresOf(root);
    await first.stop();
    expect(first.log).toContain("Leaving the database running");
    await expectKept(second);
    await second.stop();
    expect(hasEnded(postgres)).toBe(true);
  });

  test("is stopped by abandon()", async () => {
    const database = await startEmbedded({ root });
    const postgres = postgresOf(root);
    database.abandon();
    await until(() => hasEnded(postgres));
    expect(postgresLog(root)).toContain("database system is shut down");
  });

  test("reports PostgreSQL's own error when it cannot start", async () => {
    const failing = startEmbedded({ root, settings: { shared_buffers: "nonsense" } });
    await expect(failing).rejects.toThrow(/did not start[\s\S]*invalid value for parameter "shared_buffers"/);
    await expectKept(await start());
  });

  test("is not left running when recovery takes too long", async () => {
    writeFileSync(join(root, "postgres", "recovery.signal"), "");
    const settings = { restore_command: "sleep 60" };
    await expect(startEmbedded({ root, settings, startSeconds: 1 })).rejects.toThrow(/did not start/);
    expect(postgresOf(root)).toBe(0);
  });

  test("rejects data of another major version unchanged", async () => {
    writeFileSync(join(root, "postgres", "PG_VERSION"), "17\n");
    await expect(startEmbedded({ root })).rejects.toThrow(/is of PostgreSQL 17, the programs are 18/);
  });

  test("rejects an incomplete data folder unchanged", async () => {
    rmSync(join(root, "postgres", "PG_VERSION"));
    await expect(startEmbedded({ root })).rejects.toThrow(/holds no complete database/);
  });

  test("reports missing keys and creates none", async () => {
    renameSync(join(root, "keys"), join(root, "away"));
    await expect(startEmbedded({ root })).rejects.toThrow(/keys are not: .*Put the folder .* back/);
    expect(existsSync(join(root, "keys"))).toBe(false);
    expect(postgresOf(root)).toBe(0);
    renameSync(join(root, "away"), join(root, "keys"));
    const file = join(root, "keys", "field-keys.json");
    renameSync(file, `${file}.away`);
    const database = await startEmbedded({ root });
    try {
      expect(() => keysFromFolder(database.keysDir)).toThrow(/^The encryption keys are missing: without /);
    } finally {
      await database.stop();
    }
    expect(existsSync(file)).toBe(false);
  });

  test("reports a wrong password and is not left running", async () => {
    writeFileSync(join(root, "keys", "postgres-password"), "wrong\n");
    await expect(startEmbedded({ root })).rejects.toThrow(/password/);
    expect(postgresOf(root)).toBe(0);
  });
});
