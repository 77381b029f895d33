import { defineConfig } from "vitest/config";

/** `npm run bench`: stands alone, and is never part of `npm test`. */
export default defineConfig({
  test: {
    name: "bench",
    root: `${import.meta.dirname}/../..`,
    include: ["tests/bench/**/*.bench.ts"],
    globalSetup: ["tests/support/database/global-database.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    disableConsoleIntercept: true,
  },
});
