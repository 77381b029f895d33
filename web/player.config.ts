/**
 * Build of the lobby player for the desktop app: the same page without the site, served from the root of its own
 * origin. The app bundles the output; neither imports the other (docs/decisions/signage/lobby-player.md).
 */
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { fontLicence, makeFonts } from "../resources/fonts/pretendard.ts";
import { allTexts } from "./build/texts.ts";

const here = import.meta.dirname;
const top = path.dirname(here);

/** The app serves only the files in this list. */
const listFiles = (): Plugin => ({
  name: "visitor-list-files",
  enforce: "post",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const source = JSON.stringify(Object.keys(bundle).sort());
      this.emitFile({ type: "asset", fileName: "files.json", source });
    },
  },
});

export default defineConfig(async () => ({
  root: here,
  base: "/",
  publicDir: false as const,
  plugins: [fontLicence(), listFiles()],
  resolve: {
    alias: {
      "#fonts": await makeFonts(allTexts(path.join(top, "resources/i18n")), top),
    },
  },
  build: {
    outDir: path.join(top, "dist/desktop/player"),
    emptyOutDir: true,
    target: "baseline-widely-available" as const,
    // the Content-Security-Policy allows no data: URLs
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { signage: path.join(here, "signage/index.html"), worker: path.join(here, "signage/worker.ts") },
      output: {
        // the page registers it by this path
        entryFileNames: ({ name }) => (name === "worker" ? "did/worker.js" : "assets/[name]-[hash].js"),
      },
    },
  },
}));
