import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NtExecutable, NtExecutableResource } from "pe-library";
import { Resource } from "resedit";

/** The marker before the fuses in Electron's program, the version of the row, and its length. */
const sentinel = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const fuses = "101100011";
const fuseRow = Buffer.concat([Buffer.from(sentinel), Buffer.from([1, fuses.length]), Buffer.from(fuses)]);

const english = { lang: 1033, codepage: 1200 };

/** A program for Windows with only version resources and fuses. */
function windowsProgram(): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.create({
    lang: english.lang,
    fixedInfo: {},
    strings: [{ ...english, values: { ProductName: "Electron", FileDescription: "Electron" } }],
  });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(fuseRow);
  return Buffer.from(program.generate());
}

const programs = {
  linux: () => ({ name: "electron", bytes: Buffer.concat([Buffer.alloc(64), fuseRow, Buffer.alloc(64)]) }),
  win: () => ({ name: "electron.exe", bytes: windowsProgram() }),
};

/** A folder that passes for Electron's distribution; its program has only the parts that packaging edits. */
export function stubRuntime(folder: string, platform: keyof typeof programs): string {
  mkdirSync(join(folder, "locales"), { recursive: true });
  const { name, bytes } = programs[platform]();
  writeFileSync(join(folder, name), bytes);
  chmodSync(join(folder, name), 0o755);
  for (const language of ["ko", "en-US", "de"]) writeFileSync(join(folder, "locales", `${language}.pak`), "");
  writeFileSync(join(folder, "LICENSE"), "");
  return folder;
}
