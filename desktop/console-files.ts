/**
 * Into which files the console's code goes: few for what is needed at once, since each one costs a request, and a page of
 * the app some milliseconds.
 */
import { basename, join } from "node:path";
import type { Rolldown } from "vite";

/** A library's list of all that it has. */
const isBarrel = (id: string) => /[\\/]node_modules[\\/].*[\\/](index|tabler-icons-react)\.m?js$/.test(id);

/** What a module names in its imports: of a barrel only the modules of that name are loaded with it. */
const namesIn = (code: string | null | undefined): ReadonlySet<string> =>
  new Set(
    [...(code ?? "").matchAll(/\bimport\b([^;]*?)\bfrom\b/g)].flatMap(
      ([, names = ""]) => names.match(/\w+/g) ?? [],
    ),
  );

/** @returns whether a module is loaded with the first one: it is that one itself, or imported by way of such modules */
function loadedWith(first: string) {
  const modules = new Set<string>();
  const addOf = (barrel: string, names: ReadonlySet<string>, context: Rolldown.ChunkingContext) => {
    for (const id of context.getModuleInfo(barrel)?.importedIds ?? []) {
      if (isBarrel(id) && id !== barrel) addOf(id, names, context);
      else if (names.has(basename(id).replace(/\.\w+$/, ""))) add(id, context);
    }
  };
  const add = (id: string, context: Rolldown.ChunkingContext) => {
    if (modules.has(id)) return;
    modules.add(id);
    const module = context.getModuleInfo(id);
    const names = namesIn(module?.code);
    for (const imported of module?.importedIds ?? []) {
      if (isBarrel(imported)) addOf(imported, names, context);
      else add(imported, context);
    }
  };
  return (id: string, context: Rolldown.ChunkingContext): boolean => {
    add(first, context);
    return modules.has(id);
  };
}

/** The file's name. */
export const firstPage = "first-page";

const isStyle = (id: string) => /\.css(\?|$)/.test(id);

/** What the first page adds to what every page needs comes in one file. */
function ofFirstPage(renderer: string) {
  const isOfPage = loadedWith(join(renderer, "console/pages/desk/today.tsx"));
  return (id: string, context: Rolldown.ChunkingContext) => (isOfPage(id, context) ? firstPage : null);
}

/** Entries that stand for themselves, in a file each. */
const isOtherEntry = (id: string) =>
  /[\\/]renderer[\\/](connection[\\/]|index\.html|console[\\/]early-calls\.ts)/.test(id);

/** For a build of the console alone. @param renderer the folder of its source */
export const consoleFiles = (renderer: string) => [
  {
    name: "libraries",
    tags: ["$initial" as const],
    test: (id: string) => id.includes("node_modules") && !isStyle(id),
    priority: 2,
  },
  { name: "console", tags: ["$initial" as const], test: (id: string) => !isOtherEntry(id), priority: 1 },
  { name: ofFirstPage(renderer), debugName: firstPage, test: (id: string) => !isOtherEntry(id), priority: 0 },
];

/**
 * For a build of the console and of the page that asks for the server, which has one file with what they share and loads
 * nothing else of the console.
 * @param renderer the folder of their source
 */
export function appFiles(renderer: string) {
  const isOfConnection = loadedWith(join(renderer, "connection/main.tsx"));
  const shared = (id: string, context: Rolldown.ChunkingContext) =>
    isOfConnection(id, context) && !isOtherEntry(id) ? "shared" : null;
  return [{ name: shared, debugName: "shared", priority: 3 }, ...consoleFiles(renderer)];
}
