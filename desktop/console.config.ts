/** The console as the browser loads it, below `/dash` of the server. In the app it is part of the renderer (electron.vite.config.ts). */
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { fontLicence, makeFonts } from "../resources/fonts/pretendard.ts";
import { consoleTexts, textParts } from "./text-parts.ts";

const here = import.meta.dirname;
const project = join(here, "..");

const firstPage = join(here, "renderer/console/pages/desk/today.tsx");

/** Of the libraries, what the first page draws with and not every page needs. */
const drawsFirstPage =
  /node_modules[\\/](@mantine[\\/]core[\\/].*[\\/](Combobox|Skeleton|Table)|@tabler)[\\/]/;

/** What the first page adds to what every page needs comes in one file: its own modules and what they draw with. */
function isOfFirstPage() {
  const modules = new Set<string>();
  const add = (id: string, context: Rolldown.ChunkingContext) => {
    if (modules.has(id) || id.includes("node_modules")) return;
    modules.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported, context);
  };
  return (id: string, context: Rolldown.ChunkingContext) => {
    add(firstPage, context);
    return modules.has(id) || drawsFirstPage.test(id) ? "first-page" : null;
  };
}

const fonts = await makeFonts(consoleTexts(project), project, 400);

export default defineConfig({
  root: join(here, "renderer"),
  base: "/",
  cacheDir: join(here, "../node_modules/.cache/visitor-console"),
  envDir: here,
  plugins: [react(), textParts(), fontLicence()],
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
      input: join(here, "renderer/console.html"),
      output: {
        codeSplitting: {
          groups: [
            { name: "libraries", tags: ["$initial" as const], test: /[\\/]node_modules[\\/]/, priority: 2 },
            { name: "console", tags: ["$initial" as const], priority: 1 },
            { name: isOfFirstPage(), priority: 0 },
          ],
        },
      },
    },
  },
  server: { host: "127.0.0.1", fs: { allow: [join(here, "..")] } },
});
