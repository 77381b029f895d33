/** Programs that some tests need. `.ci/run` installs them; elsewhere tests without them are skipped. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** @returns the path of a program, also in root's folders */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/bin"]
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/**
 * @returns reason to skip a test; undefined if no program is missing
 * @throws Error in CI, where no test is skipped
 */
export function missingPrograms(...names: readonly string[]): string | undefined {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  const reason = `not installed: ${missing.join(", ")}`;
  if (process.env.CI) throw new Error(reason);
  return reason;
}
