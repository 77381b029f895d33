import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { fontLicence, makeFonts } from "../resources/fonts/pretendard.ts";
import { allTexts, textParts } from "./build/texts.ts";

const here = import.meta.dirname;
const top = path.dirname(here);

/**
 * Matches modules of the site. Excludes the lobby player, which shares only build and fonts, and the entry modules,
 * which no other page may load.
 */
const isSiteModule = (id: string) =>
  !/[\\/]web[\\/](signage[\\/]|preview[\\/]|index\.html|main\.tsx)/.test(id);

const i18n = path.join(top, "resources/i18n");

/** Serves the additional pages at their production paths during development. */
const additionalPages = (): Plugin => ({
  name: "visitor-other-pages",
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (request.url === "/did") request.url = "/signage/index.html";
      if (request.url === "/preview") request.url += "/index.html";
      next();
    });
  },
});

export default defineConfig(async () => ({
  root: here,
  base: "/assets/visitor/",
  plugins: [react(), textParts(i18n), fontLicence(), additionalPages()],
  resolve: {
    alias: { "#fonts": await makeFonts(allTexts(i18n), top) },
  },
  build: {
    outDir: path.join(top, "dist/visitor"),
    emptyOutDir: true,
    target: "baseline-widely-available" as const,
    // The Content-Security-Policy allows no data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: path.join(here, "index.html"),
        signage: path.join(here, "signage/index.html"),
        preview: path.join(here, "preview/index.html"),
        worker: path.join(here, "signage/worker.ts"),
      },
      output: {
        // The lobby's service worker needs a fixed path.
        entryFileNames: ({ name }: { name: string }) =>
          name === "worker" ? "did/worker.js" : "assets/[name]-[hash].js",
        codeSplitting: {
          // Code of every page in two chunks: libraries, which rarely change, and the site.
          groups: [
            { name: "libraries", tags: ["$initial" as const], test: /[\\/]node_modules[\\/]/, priority: 2 },
            { name: "site", tags: ["$initial" as const], test: isSiteModule, priority: 1 },
            // One chunk for the little code that lazy pages share.
            {
              name: "pages",
              test: /[\\/](web[\\/](components|routes|lib)|resources[\\/]browser)[\\/]/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // The contract, fonts and libraries are outside of this folder.
    fs: { allow: [top] },
    proxy: Object.fromEntries(
      ["/api", "/visitor/", "/custom", "/files"].map((prefix) => [prefix, "http://127.0.0.1:3000"]),
    ),
  },
}));
