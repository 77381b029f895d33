/** The API alone on the database that `dev` prepared; `dev` runs it with `node --watch`. */
import { serve } from "#api/server.ts";
import { readSettings } from "#api/settings.ts";
import { runScoped, untilAborted } from "./lib/lifecycle.ts";

await runScoped(
  async (scope) => {
    const settings = readSettings(process.env);
    const databaseUrl = settings.databaseUrl ?? process.env.DEV_DATABASE_URL;
    if (!databaseUrl) throw new Error("This is started by `npm run dev`.");
    const server = await serve({ settings, databaseUrl, keysDir: process.env.DEV_KEYS_DIR });
    scope.defer(() => server.close());
    await untilAborted(scope.signal);
  },
  { silent: true },
);
