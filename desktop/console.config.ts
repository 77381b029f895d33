/** Build of the console for browsers, served at `/dash`. For the app see electron.vite.config.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fontLicence, makeFonts } from "../resources/fonts/pretendard.ts";
import { sharedFiles } from "./shared-files.ts";

const here = import.meta.dirname;
const project = join(here, "..");

/** All texts of the console in both languages; the first font file must contain their characters. */
const texts = ["ko", "en"]
  .map((language) => readFileSync(join(project, `resources/i18n/${language}.json`), "utf8"))
  .join("");
const fonts = await makeFonts(texts, project, 400);

export default defineConfig({
  root: join(here, "renderer"),
  base: "/",
  cacheDir: join(here, "../node_modules/.cache/visitor-console"),
  envDir: here,
  plugins: [react(), fontLicence()],
  resolve: { alias: { "#fonts": fonts } },
  build: {
    outDir: join(here, "../dist/console"),
    emptyOutDir: true,
    target: "baseline-widely-available",
    assetsDir: "assets/dist",
    // the Content-Security-Policy allows no data: URLs
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: join(here, "renderer/console.html") },
      output: { codeSplitting: { groups: sharedFiles } },
    },
  },
  server: { host: "127.0.0.1", fs: { allow: [join(here, "..")] } },
});
