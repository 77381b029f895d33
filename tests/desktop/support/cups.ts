/** A CUPS server with printers that store their jobs: Debian's cupsd on a socket, without filters. */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { missingPrograms } from "../../support/programs.ts";

export interface PrintedJob {
  readonly printer: string;
  readonly pdf: Buffer;
  /** the paper that the printer was asked for, millimetres; undefined where it was left to the printer */
  readonly paper: { readonly width: number; readonly height: number } | undefined;
}

export interface Cups {
  /** CUPS_SERVER of the program that prints */
  readonly server: string;
  /** the jobs since the last call, once there are so many. @throws after 20 seconds */
  readonly jobs: (count: number) => Promise<PrintedJob[]>;
  readonly stop: () => Promise<void>;
}

const cupsd = "/usr/sbin/cupsd";
const library = "/usr/lib/cups";

/** Why there is no CUPS here; undefined where there is. @throws in CI, where it is missing */
export function whyNoCups(): string | undefined {
  if (process.platform !== "linux") return "CUPS is tried on Linux";
  // it hands each job to a user of its own
  if (process.getuid?.() !== 0) return "only root can start a CUPS of its own";
  return missingPrograms("cupsd", "lpadmin");
}

/** A backend: without arguments it prints its name, else it gets a job, its options and perhaps a file. */
const backendScript = (out: string) => `#!/bin/sh
if [ $# -eq 0 ]; then echo 'direct keep "Unknown" "Keeps jobs"'; exit 0; fi
cat "\${6:--}" > "${out}/$1.pdf"
printf '%s\\n%s' "\${DEVICE_URI#keep:/}" "$5" > "${out}/$1.draft"
mv "${out}/$1.draft" "${out}/$1.job"
`;

const configuration = (socket: string) => `Listen ${socket}
Browsing No
WebInterface No
DefaultAuthType None
<Location />
  Order allow,deny
  Allow all
</Location>
<Policy default>
  <Limit All>
    Order deny,allow
  </Limit>
</Policy>
`;

const places = (at: (...names: string[]) => string) => `ServerRoot ${at("root")}
ServerBin ${at("bin")}
StateDir ${at("run")}
CacheDir ${at("cache")}
RequestRoot ${at("spool")}
TempDir ${at("spool", "tmp")}
AccessLog ${at("access.log")}
ErrorLog ${at("error.log")}
PageLog ${at("page.log")}
SystemGroup root
User lp
Group lp
Sandboxing relaxed
`;

/** The program's own folder, with only our backend. */
function linkPrograms(folder: string, out: string): void {
  mkdirSync(join(folder, "backend"), { recursive: true });
  for (const name of readdirSync(library).filter((each) => each !== "backend"))
    symlinkSync(join(library, name), join(folder, name));
  const backend = join(folder, "backend", "keep");
  writeFileSync(backend, backendScript(out));
  chmodSync(backend, 0o755);
}

/** "Custom.153.07x286.30" in points, "A4" by name. */
function paperOf(options: string): PrintedJob["paper"] {
  const [, width, height] = /\bPageSize=Custom\.([\d.]+)x([\d.]+)/.exec(options) ?? [];
  if (width && height)
    return {
      width: Math.round((Number(width) / 72) * 254) / 10,
      height: Math.round((Number(height) / 72) * 254) / 10,
    };
  return /\b(PageSize|media)=(iso_)?[Aa]4/.test(options) ? { width: 210, height: 297 } : undefined;
}

export async function startCups(printers: readonly string[]): Promise<Cups> {
  const folder = mkdtempSync(join(tmpdir(), "visitor-cups-"));
  const at = (...names: string[]) => join(folder, ...names);
  chmodSync(folder, 0o755);
  for (const name of ["root", "run", "cache", "spool/tmp", "out"]) mkdirSync(at(name), { recursive: true });
  chmodSync(at("out"), 0o777);
  linkPrograms(at("bin"), at("out"));
  const server = at("run", "cups.sock");
  writeFileSync(at("cupsd.conf"), configuration(server));
  writeFileSync(at("files.conf"), places(at));
  const daemon = spawn(cupsd, ["-f", "-c", at("cupsd.conf"), "-s", at("files.conf")], { stdio: "ignore" });
  const stop = async () => {
    const isOver = new Promise((resolve) => daemon.once("exit", resolve));
    if (daemon.exitCode === null && daemon.kill()) await isOver;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    await until(() => existsSync(server), "cupsd did not start");
    for (const name of printers) {
      const words = ["-p", name, "-E", "-v", `keep:/${name}`, "-m", "raw"];
      const made = spawnSync("lpadmin", words, {
        env: { ...process.env, CUPS_SERVER: server },
        encoding: "utf8",
      });
      if (made.status !== 0) throw new Error(`lpadmin: ${made.stderr}`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const names = () => readdirSync(at("out")).filter((name) => name.endsWith(".job"));
  let known = 0;
  const jobs = async (count: number) => {
    await until(() => names().length >= known + count, `no ${count} jobs arrived`);
    const numbers = names()
      .map((name) => Number.parseInt(name, 10))
      .sort((one, other) => one - other)
      .slice(known);
    known += numbers.length;
    return numbers.map((number): PrintedJob => {
      const [printer = "", ...options] = readFileSync(at("out", `${number}.job`), "utf8").split("\n");
      return { printer, pdf: readFileSync(at("out", `${number}.pdf`)), paper: paperOf(options.join(" ")) };
    });
  };
  return { server, jobs, stop };
}

async function until(isSo: () => boolean, otherwise: string): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(50)) if (isSo()) return;
  throw new Error(`${otherwise}.`);
}
