/** Programs that some tests run. `.ci/run` installs them; elsewhere tests without theirs are skipped. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** @returns the path of a program, also of one that only root has on its path */
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
 * @returns why a test that needs these programs is skipped; undefined where they are all here
 * @throws in CI, where nothing is skipped for want of a program
 */
export function missingPrograms(...names: readonly string[]): string | undefined {
  const missing = names.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return undefined;
  const reason = `not installed: ${missing.join(", ")}`;
  if (process.env.CI) throw new Error(reason);
  return reason;
}
