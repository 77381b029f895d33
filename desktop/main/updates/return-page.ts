/** Brings the program back to its screen after it restarted itself. */
import * as z from "zod/mini";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";
import { openJsonFile } from "../storage/json-file.ts";

/** Installing takes its time; whoever starts the program later begins with the first screen. */
const validMs = 15 * 60_000;
const screen = /^\/dash(?:\/[\w-]+)*\/?$/;

const returnSchema = z.nullable(z.object({ path: z.string().check(z.regex(screen)), at: z.int() }));

/**
 * Keeps the path alone. The rest of the address can hold a name or a phone number that was searched for, which does not
 * belong on the disk.
 * @param now milliseconds since 1970
 */
export function openReturnPage(file: string, now: () => number, log: Log) {
  const kept = openJsonFile<z.infer<typeof returnSchema>>({
    file,
    schema: returnSchema,
    fallback: null,
    log,
  });

  return {
    /** @param address what the window shows. @throws when it cannot be written */
    async keep(address: string): Promise<void> {
      // Node knows no origin of a scheme of our own
      const { pathname: path, protocol, host } = new URL(address);
      if (`${protocol}//${host}` === appOrigin && screen.test(path))
        await kept.change(() => ({ path, at: now() }));
    },

    /** The page to come back to, once; undefined where the program did not restart itself just now. */
    take(): string | undefined {
      const found = kept.value();
      if (!found) return undefined;
      kept.change(() => null).catch((error: Error) => log("return-not-saved", { problem: error.message }));
      const age = now() - found.at;
      return age >= 0 && age < validMs ? appOrigin + found.path : undefined;
    },
  };
}
