import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
// fflate's Node build declares its own `require`, which clashes with the bundle's
import { strToU8, zipSync } from "fflate/browser";
import { logFileName } from "../logging/log-file.ts";
import { redact } from "../logging/redact.ts";
import type { StepResult } from "./connection-test.ts";

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Content of `diagnostics.json` (docs/desktop-diagnostics.md). */
export interface Report {
  /** ISO 8601 in UTC */
  readonly madeAt: string;
  readonly versions: Readonly<Record<string, Json>>;
  readonly settings: Readonly<Record<string, Json>>;
  readonly policy: Readonly<Record<string, Json>>;
  /** the only part that names the server */
  readonly connection: { readonly server: string | null; readonly steps: readonly StepResult[] };
}

export type LogFiles = Readonly<Record<string, string>>;

/** @returns the log files, redacted once more; none if the folder is unreadable */
export async function readLogs(folder: string): Promise<LogFiles> {
  const names = await readdir(folder).catch(() => []);
  const logs: Record<string, string> = {};
  for (const name of names.filter((each) => each.startsWith(logFileName)).sort()) {
    const text = await readFile(join(folder, name), "utf8").catch(() => "");
    logs[name] = text.split("\n").map(redactLine).join("\n");
  }
  return logs;
}

/** Keeps the timestamp, which would otherwise be redacted as a phone number. */
function redactLine(line: string): string {
  try {
    const { time, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const facts = Object.entries(rest).map(([name, fact]) => [
      name,
      typeof fact === "string" ? redact(fact) : fact,
    ]);
    return JSON.stringify({ time, ...Object.fromEntries(facts) });
  } catch {
    return redact(line);
  }
}

/** Writes the report and the logs to a zip file. @throws when it cannot be written */
export async function writeArchive(file: string, report: Report, logs: LogFiles): Promise<void> {
  const entries = Object.entries(logs).map(([name, text]) => [`logs/${name}`, strToU8(text)] as const);
  const bytes = zipSync({
    "diagnostics.json": strToU8(`${JSON.stringify(report, undefined, 2)}\n`),
    ...Object.fromEntries(entries),
  });
  await writeFile(file, bytes, { mode: 0o600 });
}
