/**
 * Into which files the console's code goes: few for what is needed at once, since each one costs a request, and a page of
 * the app some milliseconds.
 */
import { join } from "node:path";
import type { Rolldown } from "vite";

/** @returns whether a module is loaded with the first one: it is that one itself, or imported by way of such modules */
function loadedWith(first: string, follows: (id: string) => boolean) {
  const modules = new Set<string>();
  const add = (id: string, context: Rolldown.ChunkingContext) => {
    if (modules.has(id) || !follows(id)) return;
    modules.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) add(imported, context);
  };
  return (id: string, context: Rolldown.ChunkingContext): boolean => {
    add(first, context);
    return modules.has(id);
  };
}

/** Of the libraries, what the first page draws with and not every page needs. */
const drawsFirstPage =
  /node_modules[\\/](@mantine[\\/]core[\\/].*[\\/](Combobox|Skeleton|Table)|@tabler)[\\/]/;

/** The file's name. */
export const firstPage = "first-page";

/** What the first page adds to what every page needs comes in one file: its own modules and what they draw with. */
function ofFirstPage(renderer: string) {
  const page = join(renderer, "console/pages/desk/today.tsx");
  const isOfFirstPage = loadedWith(page, (id) => !id.includes("node_modules"));
  return (id: string, context: Rolldown.ChunkingContext) =>
    isOfFirstPage(id, context) || drawsFirstPage.test(id) ? firstPage : null;
}

/** Entries that stand for themselves, in a file each. */
const isOtherEntry = (id: string) =>
  /[\\/]renderer[\\/](connection[\\/]|index\.html|console[\\/]early-calls\.ts)/.test(id);

/** For a build of the console alone. @param renderer the folder of its source */
export const consoleFiles = (renderer: string) => [
  { name: "libraries", tags: ["$initial" as const], test: /[\\/]node_modules[\\/]/, priority: 2 },
  { name: "console", tags: ["$initial" as const], test: (id: string) => !isOtherEntry(id), priority: 1 },
  { name: ofFirstPage(renderer), test: (id: string) => !isOtherEntry(id), priority: 0 },
];

/**
 * For a build of the console and of the page that asks for the server, which has one file with what they share and loads
 * nothing else of the console.
 * @param renderer the folder of their source
 */
export function appFiles(renderer: string) {
  const isOfConnection = loadedWith(join(renderer, "connection/main.tsx"), () => true);
  const shared = (id: string, context: Rolldown.ChunkingContext) =>
    isOfConnection(id, context) && !isOtherEntry(id) ? "shared" : null;
  return [{ name: shared, priority: 3 }, ...consoleFiles(renderer)];
}
