import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./tests/support/slowest-first.ts";
import { textParts as siteTextParts } from "./web/build/texts.ts";

const database = "tests/support/database/global-database.ts";
const browser = "tests/support/browser/global-browser.ts";
const publicSite = "tests/support/browser/global-public-site.ts";
/** Tests of times, which need the machine to themselves. */
const timed = [
  "tests/e2e/**/{speed,colleagues,host-import-scale}.test.ts",
  "tests/faults/database-silence.test.ts",
];

/** A busy machine may fail a test once; a fault fails twice. The last lines of a run name tests that were repeated. */
const retry = process.env.CI ? 1 : 0;

const desktopBuild = "tests/desktop/support/global-build.ts";
/** The package would download Electron's program when it is imported. */
const standIn = {
  resolve: {
    alias: { electron: fileURLToPath(new URL("tests/desktop/support/electron.ts", import.meta.url)) },
  },
};

/** Fonts are made by the build, and not needed where nothing is painted. */
const noFonts: Plugin = {
  name: "no-fonts",
  enforce: "pre",
  resolveId: (id) => (id.startsWith("#fonts/") ? "\0no-fonts" : undefined),
  load: (id) => (id === "\0no-fonts" ? 'export default ""' : undefined),
};

/** React as it is shipped: its development version takes half as much time again. */
const asShipped: Plugin = { name: "as-shipped", config: () => ({ oxc: { jsx: { development: false } } }) };

/** The databases that tests make themselves go where the others are. */
const inMemory = process.env.TEST_DATA_DIR ? { TMPDIR: process.env.TEST_DATA_DIR } : {};

const i18n = fileURLToPath(new URL("resources/i18n", import.meta.url));

const inBrowser = {
  globalSetup: [database, browser, publicSite],
  retry,
  expect: { poll: { timeout: 5_000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Of all projects: workers wait for a third of their time. */
const WORKERS = 3;

/** One project for each environment, one after the other; tests of times come last. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    tags: [
      { name: "full", description: "Runs with `npm run test:full` only: long faults, other engines." },
      {
        name: "engines",
        description: "Needs Firefox or WebKitGTK; `npm run test:full -- --no-engines` leaves it out.",
      },
    ],
    projects: [
      {
        test: {
          name: "unit",
          testTimeout: 20_000,
          include: ["tests/{domain,unit}/**/*.test.ts"],
          isolate: false,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [react(), asShipped, siteTextParts(i18n), noFonts],
        test: {
          name: "component",
          retry,
          env: { NODE_ENV: "production" },
          include: ["tests/component/**/*.test.tsx"],
          environment: "jsdom",
          environmentOptions: { jsdom: { url: "http://console.example/" } },
          setupFiles: ["tests/support/component/jsdom-gaps.ts"],
          // one console and one public site for all files of a worker: their modules are most of the time
          isolate: false,
          maxWorkers: WORKERS,
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "api",
          retry,
          include: ["tests/{api,db,security}/**/*.test.ts"],
          globalSetup: [database],
          maxWorkers: WORKERS,
          // loading the server's modules for each file is a quarter of the time
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          exclude: timed,
          ...inBrowser,
          maxWorkers: WORKERS,
          // loading the server's modules for each file is a tenth of the time
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "timed",
          include: timed,
          ...inBrowser,
          env: inMemory,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "faults",
          retry,
          include: ["tests/faults/**/*.test.ts"],
          exclude: timed,
          globalSetup: [database],
          env: inMemory,
          maxWorkers: WORKERS,
          // loading the server's modules for each file is a tenth of the time
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...standIn,
        test: {
          name: "desktop",
          retry,
          include: ["tests/desktop/{main,packaging}/**/*.test.ts"],
          globalSetup: [desktopBuild],
          maxWorkers: WORKERS,
          // a worker for each file is a quarter of the time
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...standIn,
        test: {
          name: "electron",
          include: ["tests/desktop/electron/*.test.ts"],
          globalSetup: [database, publicSite, desktopBuild, "tests/desktop/support/global-session.ts"],
          retry,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: WORKERS,
          // loading the server's modules for each file is a tenth of the time
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
