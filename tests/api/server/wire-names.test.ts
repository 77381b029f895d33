/**
 * The names on the wire, one a line, as clients in the field use them: a rename that nobody meant fails here. One that is
 * meant is accepted as CONTRIBUTING says ("an endpoint").
 */
import { expect, it } from "vitest";
import { describeCalls } from "#api/http/openapi/openapi.ts";
import { endpoints } from "#api/routes.ts";

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
}

interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly required?: boolean;
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

/** As it is sent. */
const { paths, components }: Description = JSON.parse(JSON.stringify(describeCalls(endpoints)));

const lastOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1);

/** Every name in a schema by its place: `rows[].hostUser.name`; `?` may be left out, `→` names a component. */
function namesOf(schema: Schema, at = ""): string[] {
  const { $ref, anyOf, items, properties, required = [], additionalProperties: others } = schema;
  if ($ref) return [`${at} → ${lastOf($ref)}`.trimStart()];
  if (anyOf) return anyOf.filter(({ type }) => type !== "null").flatMap((one) => namesOf(one, at));
  if (items) return namesOf(items, `${at}[]`);
  const inside = Object.entries(properties ?? {}).flatMap(([name, value]) =>
    namesOf(value, `${at}${at && "."}${name}${required.includes(name) ? "" : "?"}`),
  );
  if (typeof others === "object") inside.push(...namesOf(others, `${at}${at && "."}*`));
  return inside.length > 0 ? inside : [at];
}

const sorted = (names: readonly string[]) => [...new Set(names)].sort();

function parameterName({ $ref, in: place, name, required }: Parameter): string {
  const shared = $ref && components.parameters[lastOf($ref)];
  return shared ? parameterName(shared) : `${place} ${name}${required ? "" : "?"}`;
}

const bodyNames = (label: string, { content = {} }: Body) =>
  Object.entries(content).flatMap(([type, { schema }]) =>
    namesOf(schema ?? {}).map((name) =>
      `${label} ${type === "application/json" ? "" : `${type} `}${name}`.trimEnd(),
    ),
  );

function operationNames({ parameters = [], requestBody = {}, responses }: Operation): string[] {
  const answers = Object.entries(responses).flatMap(([status, body]) => bodyNames(status, body));
  return sorted([...parameters.map(parameterName), ...bodyNames("body", requestBody), ...answers]);
}

const section = (title: string, names: readonly string[]) =>
  [title, ...names.map((name) => `  ${name}`)].join("\n");

it("keeps every path, parameter and property as clients know it", async () => {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      section(`${method.toUpperCase()} ${path}`, operationNames(operation)),
    ),
  );
  const shapes = Object.entries(components.schemas).map(([name, schema]) =>
    section(`component ${name}`, sorted(namesOf(schema))),
  );
  await expect(`${[...calls.sort(), ...shapes.sort()].join("\n\n")}\n`).toMatchFileSnapshot("wire-names.txt");
});
