/** The console loads the style sheets of the components that it uses, and no others: without its own a component is bare. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../lib/paths.ts";

const core = join(ROOT, "node_modules/@mantine/core");
/** Where components lie, each in a folder of its name. */
const homes = [join(core, "esm/components"), join(core, "esm/utils")];

const homeOf = (component: string) =>
  homes.map((home) => join(home, component)).find((path) => existsSync(path));

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => ending.test(name));

/** Folders of components that code below a folder imports. */
function importedBy(folder: string): string[] {
  const names = filesIn(folder, /\.tsx?$/).flatMap((name) => {
    const code = readFileSync(join(folder, name), "utf8");
    const lists = code.matchAll(/import \{([^}]*)\} from "@mantine\/(?:core|spotlight|dates)"/g);
    return [...lists].flatMap(([, list = ""]) => list.split(",").map((each) => each.trim()));
  });
  return [...new Set(names)].filter((name) => homeOf(name));
}

/** A component's own style sheet and those of what it is made of. */
function neededBy(component: string, seen: Set<string>): Set<string> {
  const folder = homeOf(component);
  if (seen.has(component) || !folder) return seen;
  seen.add(component);
  for (const file of filesIn(folder, /\.mjs$/)) {
    const imports = readFileSync(join(folder, file), "utf8").matchAll(
      /from "(?:\.\.\/)+(?:(?:components|utils)\/)?([A-Z]\w+)\//g,
    );
    for (const [, other = ""] of imports) neededBy(other, seen);
  }
  return seen;
}

/** The place of a component's rules in the sheet that holds all of them. */
function placeOf(name: string, all: string): number {
  return all.indexOf(readFileSync(join(core, "styles", `${name}.css`), "utf8").slice(0, 60));
}

/** Style sheets, "Button.css", in the order in which they have to come: later ones refine earlier ones. */
function neededStyles(folder: string): string[] {
  const seen = new Set<string>(["ScrollArea", "UnstyledButton", "VisuallyHidden", "Paper"]);
  for (const name of importedBy(folder)) neededBy(name, seen);
  const all = readFileSync(join(core, "styles.css"), "utf8");
  return [...seen]
    .filter((name) => existsSync(join(core, "styles", `${name}.css`)))
    .sort((one, other) => placeOf(one, all) - placeOf(other, all))
    .map((name) => `${name}.css`);
}

/** The sheets of Mantine that one of ours takes in, "Button.css". */
const importedIn = (path: string): string[] =>
  [...readFileSync(path, "utf8").matchAll(/@import "@mantine\/core\/styles\/([\w-]+\.css)";/g)].map(
    ([, name = ""]) => name,
  );

/** @returns what is wrong, a line each; empty where nothing is */
export function styleProblems(): string[] {
  const renderer = join(ROOT, "desktop/renderer");
  const path = "console/styles/mantine.css";
  const first = importedIn(join(renderer, path));
  const later = importedIn(join(renderer, "console/styles/mantine-later.css"));
  const imported = [...first, ...later];
  const needed = ["baseline.css", "default-css-variables.css", "global.css", ...neededStyles(renderer)];
  const problems = [
    ...needed.filter((name) => !imported.includes(name)).map((name) => `${path}: ${name} is missing`),
    ...imported.filter((name) => !needed.includes(name)).map((name) => `${path}: ${name} is not needed`),
  ];
  const isInOrder = (some: readonly string[]) =>
    String(needed.filter((name) => some.includes(name))) === String(some);
  if (problems.length === 0 && !(isInOrder(first) && isInOrder(later)))
    problems.push(`${path}: not in Mantine's order, ${needed.join(", ")}`);
  return problems;
}
