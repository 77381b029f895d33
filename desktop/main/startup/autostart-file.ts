/** Autostart at sign-in on Linux (XDG autostart). */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeAtomically } from "../storage/atomic-file.ts";

/**
 * Quotes a program for the Exec key (Desktop Entry Specification, "The Exec key"); string values are escaped once more.
 */
const quoted = (program: string): string =>
  `"${program
    .replace(/[\\"`$]/g, "\\$&")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")}"`;

export const autostartEntry = (program: string): string => `[Desktop Entry]
Type=Application
Name=Visitor Desk
Name[ko]=방문 관리
Exec=${quoted(program)}
Icon=visitor-desk
Terminal=false
X-GNOME-Autostart-enabled=true
`;

/** @param config the user's configuration folder, "/home/kim/.config" */
export function createAutostartFile(config: string, program: string) {
  const file = join(config, "autostart", "visitor-desk.desktop");
  const entry = autostartEntry(program);
  return {
    /** Desktop settings disable an entry by adding a line. */
    isOn: (): boolean =>
      existsSync(file) &&
      !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\r?$/m.test(readFileSync(file, "utf8")),
    /** Writes or removes the entry. @throws when it cannot be written */
    async set(isOn: boolean): Promise<void> {
      if (!isOn) {
        rmSync(file, { force: true });
        return;
      }
      if (existsSync(file) && readFileSync(file, "utf8") === entry) return;
      mkdirSync(dirname(file), { recursive: true });
      await writeAtomically(file, entry);
    },
  };
}
