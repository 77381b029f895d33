import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What Electron's program has before its fuses: the mark, the version of the row, and its length. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const fuses = "101100011";

/** A folder that passes for Electron's distribution: its program does nothing but has fuses to set. */
export function stubRuntime(folder: string): string {
  mkdirSync(join(folder, "locales"), { recursive: true });
  const program = join(folder, "electron");
  const row = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, fuses.length]), Buffer.from(fuses)]);
  writeFileSync(program, Buffer.concat([Buffer.alloc(64), row, Buffer.alloc(64)]));
  chmodSync(program, 0o755);
  for (const language of ["ko", "en-US", "de"]) writeFileSync(join(folder, "locales", `${language}.pak`), "");
  writeFileSync(join(folder, "LICENSE"), "");
  return folder;
}
