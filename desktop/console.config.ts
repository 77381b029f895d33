/** The console as the browser loads it, below `/dash` of the server. In the app it is part of the renderer (electron.vite.config.ts). */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fontLicence, makeFonts } from "../resources/fonts/pretendard.ts";
import { consoleFiles } from "./console-files.ts";
import { earlyCalls, firstFiles } from "./first-files.ts";
import { leanContract } from "./lean-contract.ts";
import { leanLibraries } from "./lean-libraries.ts";
import { consoleTexts, textParts } from "./text-parts.ts";

const here = import.meta.dirname;
const project = join(here, "..");

const fonts = await makeFonts(consoleTexts(project), project, 400);

export default defineConfig({
  root: join(here, "renderer"),
  base: "/",
  cacheDir: join(here, "../node_modules/.cache/visitor-console"),
  envDir: here,
  plugins: [react(), leanContract(project), leanLibraries(), textParts(), fontLicence(), firstFiles()],
  resolve: { alias: { "#fonts": fonts } },
  build: {
    outDir: join(here, "../dist/console"),
    emptyOutDir: true,
    target: "baseline-widely-available",
    assetsDir: "assets/dist",
    // the policy allows files of our own only
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: join(here, "renderer/console.html"), ...earlyCalls(join(here, "renderer")) },
      output: {
        codeSplitting: { groups: consoleFiles(join(here, "renderer")) },
      },
    },
  },
  server: { host: "127.0.0.1", fs: { allow: [join(here, "..")] } },
});
