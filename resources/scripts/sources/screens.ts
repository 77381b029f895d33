/** docs/screens.md: every call has a place where a person uses it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "#contract/endpoint.ts";
import { ROOT } from "../lib/paths.ts";

interface Screen {
  readonly address: string;
  readonly calls: readonly string[];
}

const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);

/** The rows of the table below a heading. */
function screensOf(heading: string): Screen[] {
  const text = readFileSync(join(ROOT, "docs/screens.md"), "utf8");
  const [, section = ""] = text.split(`\n## ${heading}\n`);
  const rows =
    section.split("\n## ", 1)[0]?.matchAll(/^\| (?!screen|what|-)(.+?) \| (.+?) \| (.+?) \|$/gm) ?? [];
  return [...rows].map(([, , address = "", calls = ""]) => ({
    address: quoted(address)[0] ?? "",
    calls: quoted(calls),
  }));
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "path" in value;

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

function codeBelow(folder: string): string {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8"))
    .join("\n");
}

/** The calls of the contract, with their exported name: "addCompany", or the object that holds it, "passCalls". */
export async function declaredCalls(): Promise<Map<string, string>> {
  const folder = join(ROOT, "api/contract");
  const names = new Map<string, string>();
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  for (const file of files) {
    const module: Record<string, unknown> = await import(join(folder, file));
    for (const [name, value] of Object.entries(module)) {
      const declared = isEndpoint(value) ? [value] : Object.values(value ?? {}).filter(isEndpoint);
      if (Array.isArray(value)) continue;
      for (const each of declared) names.set(nameOf(each), name);
    }
  }
  return names;
}

const routed = [
  { heading: "The public site", folder: "web", addresses: "web/router.tsx" },
  { heading: "The console", folder: "desktop/renderer", addresses: "desktop/renderer/console/routes" },
] as const;
const faces = [...routed, { heading: "The lobby", folder: "web/signage" }];
const headings = [...faces.map(({ heading }) => heading), "Without a screen"];

/** docs/screens.md lists every call of the contract, and no other. */
function ofContract(declared: readonly string[]): string[] {
  const listed = new Set(headings.flatMap((heading) => screensOf(heading).flatMap(({ calls }) => calls)));
  return [
    ...declared.filter((call) => !listed.has(call)).map((call) => `docs/screens.md: ${call} is missing`),
    ...[...listed]
      .filter((call) => !declared.includes(call))
      .map((call) => `docs/screens.md: ${call} is no endpoint`),
  ];
}

/** The screens it names have a route. */
function ofRoutes({ heading, addresses }: (typeof routed)[number]): string[] {
  const code = addresses.endsWith(".tsx")
    ? readFileSync(join(ROOT, addresses), "utf8")
    : codeBelow(addresses);
  const screens = screensOf(heading).map(({ address }) => address);
  if (screens.length === 0) return [`docs/screens.md: no screens below "${heading}"`];
  return screens
    .filter((address) => !code.includes(`"${address}"`))
    .map((address) => `docs/screens.md: ${addresses} has no ${address}`);
}

/** A face uses the calls that are said to be its own. */
function ofFace({ heading, folder }: (typeof faces)[number], names: ReadonlyMap<string, string>): string[] {
  const code = codeBelow(folder);
  return (
    screensOf(heading)
      .flatMap(({ calls }) => calls)
      // by its name, or by its address where a picture or a stream is asked for
      .filter((call) => !new RegExp(`\\b${names.get(call)}\\b|["\`]${call.split(" ")[1]}["?\`]`).test(code))
      .map((call) => `docs/screens.md: ${folder} does not use ${call}`)
  );
}

/** @returns what is wrong, a line each; empty where nothing is */
export async function screenProblems(): Promise<string[]> {
  const names = await declaredCalls();
  return [
    ...ofContract([...names.keys()]),
    ...routed.flatMap(ofRoutes),
    ...faces.flatMap((face) => ofFace(face, names)),
  ];
}
