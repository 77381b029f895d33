/** Valid and invalid bodies, generated from the contract. */
import { writeSchema } from "#api/http/openapi/openapi-schemas.ts";
import type { Endpoint } from "#contract/endpoint.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly $ref?: string;
}

type Body = Record<string, unknown>;

/** The schema of the endpoint's body; undefined without one. */
export function bodySchema({ body }: Endpoint): Schema | undefined {
  if (!body) return undefined;
  const components = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref } = value as Schema;
    if ($ref !== undefined) return resolve(components.get($ref.replace(/^.*\//, "")));
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
  };
  return resolve(writeSchema(body, "input", components)) as Schema;
}

function exampleOf(schema: Schema): unknown {
  const { anyOf, type } = schema;
  if (anyOf?.[0]) return exampleOf(anyOf[0]);
  if (schema.const !== undefined) return schema.const;
  if (schema.examples) return schema.examples[0];
  if (schema.enum) return schema.enum[0];
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  if (type === "boolean") return true;
  if (type === "array") return [];
  if (type === "object") return validBody(schema);
  return "가".repeat(Math.max(1, schema.minLength ?? 1));
}

/** A valid body with the required fields only. */
export const validBody = ({ properties = {}, required = [] }: Schema): Body =>
  Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));

export interface InvalidBody {
  /** description of the error */
  readonly what: string;
  /** field that the answer must name */
  readonly field: string;
  readonly body: Body;
}

const nonsense = "\u00a7".repeat(10_000);

/** Invalid values for a field of this schema, each with a description. */
function invalidValues({
  anyOf,
  type,
  enum: words,
  maxLength,
  maximum,
  minimum,
  maxItems,
  items,
}: Schema): [string, unknown][] {
  if (anyOf) {
    const kinds = anyOf.filter((one) => one.type !== "null");
    return kinds.length === 1 && kinds[0] ? invalidValues(kinds[0]) : [];
  }
  if (words) return [["another word", "no such word"]];
  if (type === "string")
    return [
      ["a number", 12.5],
      ["NUL", "a\u0000b"],
      ["too much text", maxLength === undefined ? nonsense : "가".repeat(maxLength + 1)],
    ];
  if (type === "integer") {
    const tooLittle = minimum === undefined || minimum > 0 ? 0 : minimum - 1;
    return [
      ["text", "abc"],
      ["a fraction", 1.5],
      ...(maximum === undefined
        ? []
        : ([
            ["too little", tooLittle],
            ["too much", maximum + 1],
          ] as [string, unknown][])),
    ];
  }
  if (type === "array" && items && maxItems !== undefined)
    return [
      ["text", "x"],
      ["too many", Array.from({ length: maxItems + 1 }, () => exampleOf(items))],
    ];
  return ["boolean", "array", "object"].includes(type ?? "") ? [["text", "x"]] : [];
}

/** Invalid bodies for every field, each with one error. */
export function invalidBodies(schema: Schema): InvalidBody[] {
  const { properties = {}, required = [] } = schema;
  const valid = validBody(schema);
  return [
    { what: "an unknown field", field: "surprise", body: { ...valid, surprise: 1 } },
    ...required.map((field) => {
      const { [field]: _, ...body } = valid;
      return { what: `no ${field}`, field, body };
    }),
    ...Object.entries(properties).flatMap(([field, property]) => [
      ...invalidValues(property).map(([what, value]) => ({
        what: `${what} for ${field}`,
        field,
        body: { ...valid, [field]: value },
      })),
      ...(property.items?.type === "object"
        ? invalidBodies(property.items).map((invalid) => ({
            what: `${invalid.what} in ${field}`,
            field: `${field}.0.${invalid.field}`,
            body: { ...valid, [field]: [invalid.body] },
          }))
        : []),
    ]),
  ];
}
