import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import type { Plugin } from "vite";
import { sharedFiles } from "./desktop/shared-files.ts";
import packageJson from "./package.json" with { type: "json" };
import { fontLicence, makeFonts } from "./resources/fonts/pretendard.ts";

const here = import.meta.dirname;
const desktop = join(here, "desktop");
const out = join(here, "dist/desktop");

/** The app's own package.json: what is packaged is `dist/desktop` alone, without dependencies of any kind. */
function describeApp(): Plugin {
  return {
    name: "visitor:describe-app",
    writeBundle({ dir = out }) {
      const { version, description, license } = packageJson;
      const app = {
        name: "visitor-desk",
        productName: "Visitor Desk",
        version,
        description,
        license,
        author: "The Visitor authors",
        type: "module",
        main: "main/index.js",
        // ties the window to its entry in the menus of Linux
        desktopName: "visitor-desk.desktop",
      };
      writeFileSync(join(dir, "../package.json"), `${JSON.stringify(app, undefined, 2)}\n`);
    },
  };
}

/** Pages are served from the top of `app://console`, and only files on this list are served. */
function listFiles(): Plugin {
  return {
    name: "visitor:list-files",
    enforce: "post",
    config: () => ({ base: "/" }),
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const source = JSON.stringify(Object.keys(bundle).sort());
        this.emitFile({ type: "asset", fileName: "files.json", source });
      },
    },
  };
}

/** Everything is bundled: a sandboxed preload can load nothing, and the package holds no node_modules. */
const bundled = { externalizeDeps: false, emptyOutDir: true } as const;

/** Everything the console may show, in both languages: what its first font file has to draw. */
const texts = ["ko", "en"]
  .map((language) => readFileSync(join(here, `resources/i18n/${language}.json`), "utf8"))
  .join("");
const fonts = await makeFonts(texts, here, 400);

export default defineConfig({
  main: {
    envDir: desktop,
    plugins: [describeApp()],
    build: {
      ...bundled,
      outDir: join(out, "main"),
      rolldownOptions: { input: { index: join(desktop, "main/index.ts") } },
    },
  },
  preload: {
    envDir: desktop,
    build: {
      ...bundled,
      outDir: join(out, "preload"),
      rolldownOptions: {
        input: { index: join(desktop, "preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: join(desktop, "renderer"),
    // apart from the public site's, which may be running too
    cacheDir: join(here, "node_modules/.cache/visitor-desk"),
    envDir: desktop,
    plugins: [react(), fontLicence(), listFiles()],
    resolve: { alias: { "#fonts": fonts } },
    server: { host: "127.0.0.1", port: 5183, strictPort: true, hmr: { host: "127.0.0.1", clientPort: 5183 } },
    build: {
      outDir: join(out, "renderer"),
      emptyOutDir: true,
      // the console's files lie at the same address in the browser
      assetsDir: "assets/dist",
      // the policy allows files of our own only
      assetsInlineLimit: 0,
      minify: true,
      rolldownOptions: {
        // the connection page, and the console as the browser has it
        input: {
          index: join(desktop, "renderer/index.html"),
          console: join(desktop, "renderer/console.html"),
        },
        output: { codeSplitting: { groups: sharedFiles } },
      },
    },
  },
});
