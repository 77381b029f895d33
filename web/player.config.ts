/**
 * The lobby's player once more, for the desktop app: the same page without the site around it, from the top of an origin
 * of its own. The app carries what comes out; neither imports the other (docs/decisions/signage/lobby-player.md).
 */
import path from "node:path";
import { defineConfig, type Plugin } from "vite";
import { fontLicence, makeFonts } from "../resources/fonts/pretendard.ts";
import { allTexts } from "./build/texts.ts";

const here = import.meta.dirname;
const top = path.dirname(here);

/** The app answers for what is on this list, and looks nothing up on the disk. */
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
    // the policy allows files of its own only
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { did: path.join(here, "did/index.html"), worker: path.join(here, "did/worker.ts") },
      output: {
        // its address is known to the page
        entryFileNames: ({ name }) => (name === "worker" ? "did/worker.js" : "assets/[name]-[hash].js"),
      },
    },
  },
}));
