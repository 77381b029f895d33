import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEmbedded } from "#db/embedded/index.ts";
import { identify, isAlive } from "#db/embedded/lock.mjs";
import { keysFromFolder } from "#db/field-keys.ts";
import {
  type Holder,
  hold,
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

const isGone = (pid: number) => !isAlive(identify(pid));

/** Takes a port as soon as it is free. */
async function holdPort(port: number): Promise<Server> {
  while (true) {
    const server = createServer().listen(port, "127.0.0.1");
    const [problem] = await Promise.race([once(server, "listening"), once(server, "error")]).catch(
      (error) => [error],
    );
    if (!problem) return server;
  }
}

beforeEach(() => {
  folder = temporaryFolder();
  root = join(folder.path, ".data");
});

afterEach(async () => {
  for (const holder of holders.splice(0)) if (holder.process.exitCode === null) await holder.stop();
  const postgres = postgresOf(root);
  if (postgres > 0 && !isGone(postgres)) process.kill(postgres, "SIGQUIT");
  await until(() => isGone(postgres));
  folder.remove();
});

describe("a first start", () => {
  test("makes a UTF-8 database that only this machine reaches, and leaves it cleanly", async () => {
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
    const postgres = postgresOf(root);
    await holder.stop();
    expect(isGone(postgres)).toBe(true);
    expect(postgresLog(root)).toContain("database system is shut down");
  });

  test("tells a wrong password apart", async () => {
    const holder = await start();
    const wrong = new URL(holder.url);
    wrong.password = "guess";
    await expect(query(wrong.href, "select 1")).rejects.toThrow(/password authentication failed/);
  });

  test("that was killed while the database was made is made good by the next", async () => {
    const interrupted = hold(root).catch(() => undefined);
    const draft = () => readdirSync(root).some((name) => name.startsWith("postgres.new-"));
    await until(() => statSync(root, { throwIfNoEntry: false }) !== undefined && draft());
    const { pid } = JSON.parse(readFileSync(join(root, "start.lock"), "utf8"));
    process.kill(pid, "SIGKILL");
    await interrupted;
    const holder = await start();
    expect(holder.log).toContain("left half made");
    expect(await query(holder.url, "select 1 as one")).toEqual([{ one: 1 }]);
    expect(draft()).toBe(false);
  });

  test("by three at once makes one database, and the last to leave stops it", async () => {
    const all = await Promise.all([start(), start(), start()]);
    expect(all.map(({ owned }) => owned).sort()).toEqual([false, false, true]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    expect(all.filter(({ log }) => log.includes("Making a new PostgreSQL database"))).toHaveLength(1);
    const postgres = postgresOf(root);
    const [owner, ...others] = all.toSorted((a, b) => Number(b.owned) - Number(a.owned));
    await owner?.stop();
    for (const other of others) {
      expect(await query(other.url, "select 1 as one")).toEqual([{ one: 1 }]);
      await other.stop();
    }
    expect(isGone(postgres)).toBe(true);
  });
});

describe("with data there", () => {
  let prepared: ReturnType<typeof temporaryFolder>;

  beforeAll(async () => {
    prepared = temporaryFolder();
    const holder = await hold(join(prepared.path, ".data"));
    await query(holder.url, "create table kept as select 'still there' as word");
    await holder.stop();
  });

  afterAll(() => prepared.remove());

  beforeEach(() => {
    // cp keeps the owner, which fs.cp does not
    spawnSync("cp", ["-a", join(prepared.path, ".data"), root]);
  });

  const expectKept = async ({ url }: Holder) =>
    expect(await query(url, "select word from kept")).toEqual([{ word: "still there" }]);

  const leaveLock = (pid: number) => {
    const data = join(root, "postgres");
    writeFileSync(
      join(data, "postmaster.pid"),
      `${pid}\n${data}\n1700000000\n5999\n\n127.0.0.1\n  1 1\nready   \n`,
    );
  };

  /** A process of the user PostgreSQL runs as: over another's number PostgreSQL helps itself. */
  const strangerOfSameUser = () => {
    const { uid, gid } = statSync(join(root, "postgres"));
    return spawn("sleep", ["60"], process.getuid?.() === 0 ? { uid, gid, cwd: "/" } : {});
  };

  test("the lock of a process that is gone does not hinder", async () => {
    leaveLock(spawnSync("true").pid);
    await expectKept(await start());
  });

  test("a lock whose number now belongs to another process is removed", async () => {
    const stranger = strangerOfSameUser();
    try {
      leaveLock(stranger.pid ?? 0);
      const holder = await start();
      expect(holder.log).toContain("Removed a stale database lock");
      await expectKept(holder);
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  test("the lock of the original does not hinder a copy of its folder", async () => {
    const original = await hold(join(prepared.path, ".data"));
    try {
      const lock = join("postgres", "postmaster.pid");
      cpSync(join(prepared.path, ".data", lock), join(root, lock));
      const holder = await start();
      await expectKept(holder);
      expect(holder.url).not.toBe(original.url);
      await expectKept(original);
    } finally {
      await original.stop();
    }
  });

  test("an empty lock is removed", async () => {
    writeFileSync(join(root, "postgres", "postmaster.pid"), "");
    await expectKept(await start());
  });

  test("after kill -9 of its process the running database is taken over and stopped in the end", async () => {
    const first = await start();
    const postgres = postgresOf(root);
    await first.kill();
    expect(isGone(postgres)).toBe(false);
    const second = await start();
    expect(second.owned).toBe(true);
    expect(postgresOf(root)).toBe(postgres);
    await expectKept(second);
    await second.stop();
    expect(isGone(postgres)).toBe(true);
  });

  test("after kill -9 of everything it recovers", async () => {
    const first = await start();
    await query(first.url, "insert into kept values ('committed')");
    const postgres = postgresOf(root);
    await first.kill();
    process.kill(postgres, "SIGKILL");
    await until(() => isGone(postgres));
    const second = await start();
    expect(await query(second.url, "select count(*)::int from kept")).toEqual([{ count: 2 }]);
    expect(postgresLog(root)).toContain("automatic recovery");
  });

  test("who joins does not stop it for the one who started it", async () => {
    const first = await start();
    const second = await start();
    expect(second.owned).toBe(false);
    await second.stop();
    await expectKept(first);
  });

  test("a revived database waits for its port while somebody holds it", async () => {
    const database = await startEmbedded({ root, log: () => {} });
    try {
      const postgres = postgresOf(root);
      process.kill(postgres, "SIGKILL");
      await until(() => isGone(postgres));
      const holder = await holdPort(Number(new URL(database.url).port));
      setTimeout(() => holder.close(), 500);
      await database.revive();
      expect(await query(database.url, "select count(*)::int from kept")).toEqual([{ count: 1 }]);
    } finally {
      await database.stop();
    }
  });

  test("a killed database is revived at the same address", async () => {
    const database = await startEmbedded({ root, log: () => {} });
    try {
      const postgres = postgresOf(root);
      await database.revive();
      expect(postgresOf(root)).toBe(postgres);
      process.kill(postgres, "SIGKILL");
      await until(() => isGone(postgres));
      await database.revive();
      expect(await query(database.url, "select count(*)::int from kept")).toEqual([{ count: 1 }]);
    } finally {
      await database.stop();
    }
  });

  test("leaving without waiting stops it too", async () => {
    const database = await startEmbedded({ root, log: () => {} });
    const postgres = postgresOf(root);
    database.abandon();
    await until(() => isGone(postgres));
    expect(postgresLog(root)).toContain("database system is shut down");
  });

  test("when it cannot start, the error holds PostgreSQL's own words", async () => {
    const failing = startEmbedded({ root, settings: { shared_buffers: "nonsense" }, log: () => {} });
    await expect(failing).rejects.toThrow(/did not start[\s\S]*invalid value for parameter "shared_buffers"/);
    await expectKept(await start());
  });

  test("data of another major version is refused, not touched", async () => {
    writeFileSync(join(root, "postgres", "PG_VERSION"), "17\n");
    await expect(startEmbedded({ root, log: () => {} })).rejects.toThrow(
      /is of PostgreSQL 17, the programs are 18/,
    );
  });

  test("missing keys are said, and none are made in their place", async () => {
    renameSync(join(root, "keys"), join(root, "away"));
    await expect(startEmbedded({ root, log: () => {} })).rejects.toThrow(
      /keys are not: .*Put the folder .* back/,
    );
    expect(existsSync(join(root, "keys"))).toBe(false);
    expect(postgresOf(root)).toBe(0);
    renameSync(join(root, "away"), join(root, "keys"));
    const file = join(root, "keys", "field-keys.json");
    renameSync(file, `${file}.away`);
    const database = await startEmbedded({ root, log: () => {} });
    try {
      expect(() => keysFromFolder(database.keysDir)).toThrow(/^The encryption keys are missing: without /);
    } finally {
      await database.stop();
    }
    expect(existsSync(file)).toBe(false);
  });

  test("a missing password is said, and the database is not left running", async () => {
    mkdirSync(join(root, "elsewhere"));
    cpSync(join(root, "keys", "postgres-password"), join(root, "elsewhere", "postgres-password"));
    writeFileSync(join(root, "keys", "postgres-password"), "wrong\n");
    await expect(startEmbedded({ root, log: () => {} })).rejects.toThrow(/password/);
    expect(postgresOf(root)).toBe(0);
  });
});
