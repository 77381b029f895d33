/**
 * Checks that rooms are built on each other one way: of the folders that lie side by side, none imports another that
 * leads back to it, types included. A folder's own files are not a room: they are what its rooms share, or what puts them
 * together.
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT } from "../lib/paths.ts";

/** Rooms of the top level that lie in another one's folder. */
const ownRooms = ["api/contract", "resources/scripts", "resources/browser", "resources/i18n"];

const imports: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(ROOT, "package.json"), "utf8"),
).imports;

/** Two rooms that lie side by side, and a file of one that imports the other. */
interface Doorway {
  readonly from: string;
  readonly to: string;
  readonly seen: string;
}

/** @returns the imported file, from the root; undefined for a package */
function importedFile(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return join(dirname(file), specifier);
  for (const [name, target] of Object.entries(imports)) {
    const start = name.slice(0, -1);
    if (specifier.startsWith(start)) return join(target.slice(0, -1), specifier.slice(start.length));
  }
  return undefined;
}

/** Where a file lies: its folders from the top, with rooms that stand alone as one. */
function roomsOf(file: string): string[] {
  const own = ownRooms.find((room) => file.startsWith(`${room}/`));
  const rest = dirname(own ? relative(own, file) : file);
  return [...(own ? [own] : []), ...(rest === "." ? [] : rest.split("/"))];
}

function doorwaysOf(file: string): Doorway[] {
  const found: Doorway[] = [];
  const here = roomsOf(file);
  for (const [, specifier = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(
    /(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)"/g,
  )) {
    const target = importedFile(file, specifier);
    if (!target) continue;
    const there = roomsOf(target);
    const shared = here.findIndex((room, at) => room !== there[at]);
    const [from, to] = [here[shared], there[shared]];
    if (shared < 0 || from === undefined || to === undefined) continue;
    const way = (room: string) => [...here.slice(0, shared), room].join("/");
    found.push({ from: way(from), to: way(to), seen: `${file} imports ${target}` });
  }
  return found;
}

/**
 * @param doorways between rooms
 * @returns the doorways through which one comes back to where one started
 */
export function circles(doorways: readonly Doorway[]): Doorway[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of doorways) next.set(from, (next.get(from) ?? new Set()).add(to));
  const leadsTo = (start: string, end: string): boolean => {
    const seen = new Set([start]);
    // the set grows while it is walked through
    for (const room of seen) {
      if (room === end) return true;
      for (const further of next.get(room) ?? []) seen.add(further);
    }
    return false;
  };
  return doorways.filter(({ from, to }) => leadsTo(to, from));
}

/** @returns a line for each pair of rooms in a circle, with one import that makes it */
export function roomProblems(): string[] {
  const files = globSync("{api,db,desktop,web,resources}/**/*.{ts,tsx,mts}", { cwd: ROOT });
  const found = new Map<string, string>();
  for (const { from, to, seen } of circles(files.flatMap(doorwaysOf)))
    found.set(`${from} ${to}`, `${from} and ${to} import each other, perhaps by way of others: ${seen}`);
  return [...found.values()];
}
