/** Returns to the previous screen after an automatic restart. */
import * as z from "zod/mini";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";
import { openJsonFile } from "../storage/json-file.ts";

/** Time for the installation; later starts open the first screen. */
const validMs = 15 * 60_000;
const screen = /^\/dash(?:\/[\w-]+)*\/?$/;

const returnSchema = z.nullable(z.object({ path: z.string().check(z.regex(screen)), at: z.int() }));

/**
 * Saves the path only. Search and hash may contain names or phone numbers, which must not be written to disk.
 * @param now milliseconds since 1970
 */
export function openReturnPage(file: string, now: () => number, log: Log) {
  const stored = openJsonFile<z.infer<typeof returnSchema>>({
    file,
    schema: returnSchema,
    fallback: null,
    log,
  });

  return {
    /** @param address of the current page @throws when it cannot be written */
    async keep(address: string): Promise<void> {
      // Node's URL has no origin for custom schemes
      const { pathname: path, protocol, host } = new URL(address);
      if (`${protocol}//${host}` === appOrigin && screen.test(path))
        await stored.change(() => ({ path, at: now() }));
    },

    /** Returns and clears the saved page; undefined unless the app has just restarted. */
    take(): string | undefined {
      const found = stored.value();
      if (!found) return undefined;
      stored.change(() => null).catch((error: Error) => log("return-not-saved", { problem: error.message }));
      const age = now() - found.at;
      return age >= 0 && age < validMs ? appOrigin + found.path : undefined;
    },
  };
}
