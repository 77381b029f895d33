import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { endpoints, routes } from "#api/routes.ts";
import { permissions } from "#contract/permissions.ts";
import { type Answer, answered } from "../../support/api.ts";
import { addStaff, cookieOf, password, signIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { koreanApplication } from "../../support/site.ts";

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly "x-permission": string;
  readonly security: unknown[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
  readonly parameters: readonly Parameter[];
  readonly responses: Record<string, { $ref?: string; content?: Record<string, { schema: Schema }> }>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface Component {
  readonly name?: string;
  readonly headers?: object;
  readonly content?: object;
}

interface Description {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, Component>>;
}

const { server, site } = await seededSite();
let text: string;
let document: Description;
let operations: (Operation & { method: string; path: string })[];

beforeAll(async () => {
  const answer = await server.get("/api/openapi.json");
  text = answer.text;
  document = answer.body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  );
});

const operation = (method: string, path: string) => {
  const found = operations.find((operation) => operation.method === method && operation.path === path);
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
};

describe("GET /api/openapi.json", () => {
  it("is public JSON", async () => {
    const answer = await answered(server.get("/api/openapi.json"));
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  });

  it("is a valid OpenAPI 3.1 document without dangling references", async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true });
    expect(validator.version).toBe("3.1");
    for (const [, kind = "", name = ""] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components[kind]).toHaveProperty(name);
    }
    expect(text).not.toContain("$defs");
  });

  it("describes exactly the existing routes", () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const bound = routes.map(
      ({ endpoint: { method, path } }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`,
    );
    expect(described.sort()).toEqual(bound.sort());
  });

  it("gives every operation a summary, permission and responses", () => {
    for (const operation of operations) {
      const name = `${operation.method} ${operation.path}`;
      expect(operation.summary, name).toMatch(/\w.*\.$/);
      expect(permissions as readonly string[], name).toContain(operation["x-permission"]);
      const isPublic = operation["x-permission"] === "public";
      const session = [{ session: [] }];
      // Which of them accept keys is tested in tests/api/api-keys/permissions.test.ts.
      const may = isPublic ? [[]] : [session, [...session, { key: [] }]];
      expect(may, name).toContainEqual(operation.security);
      const statuses = Object.keys(operation.responses);
      expect(statuses, name).toEqual(expect.arrayContaining(["404", "default"]));
      expect(
        statuses.filter((status) => status.startsWith("2")),
        name,
      ).toHaveLength(1);
      expect(statuses.includes("401"), name).toBe(!isPublic);
      expect(statuses.includes("405"), name).toBe(operation.method !== "get");
      const inPath = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map((parameter) => `{${parameter.name}}`).sort(), name).toEqual(
        (operation.path.match(/\{\w+\}/g) ?? []).sort(),
      );
      expect(
        inPath.every(({ required }) => required),
        name,
      ).toBe(true);
    }
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it("declares rate limits, idempotency keys and other media types", () => {
    for (const { method, path, limit, idempotent, media, body, upload } of endpoints) {
      const { responses, parameters, security } = operation(
        method.toLowerCase(),
        path.replace(/:(\w+)/g, "{$1}"),
      );
      expect("429" in responses, path).toBe(limit !== undefined || security.length > 1);
      expect("422" in responses, path).toBe(idempotent === true);
      expect(
        parameters.some(({ $ref }) => $ref === "#/components/parameters/IdempotencyKey"),
        path,
      ).toBe(idempotent === true);
      expect("413" in responses && "415" in responses, path).toBe((body ?? upload) !== undefined);
      const content = responses["200"]?.content;
      if (content) expect(Object.keys(content), path).toEqual([media ?? "application/json"]);
    }
    expect(document.components.responses?.TooManyRequests?.headers).toHaveProperty("Retry-After");
    expect(Object.keys(document.components.responses?.Refused?.content ?? {})).toEqual(["text/plain"]);
  });

  it("marks required and optional fields", () => {
    const { requestBody } = operation("post", "/api/request/simple/save/");
    const schema = requestBody?.content["application/json"]?.schema;
    expect(schema?.required).toEqual(expect.arrayContaining(["hostUser", "name", "cellphone", "startDate"]));
    expect(schema?.required).not.toContain("carNumber");
    expect(schema?.properties?.startDate?.description).toMatch(/YYYY-MM-DD HH:mm/);
    expect(schema?.additionalProperties).toBe(false);
  });

  it("names the session cookie", async () => {
    const user = await addStaff(server, site.company, "host");
    const answer = await server.post("/dash/login", { body: { loginId: user.loginId, password } });
    expect(cookieOf(answer).split("=")[0]).toBe(document.components.securitySchemes?.session?.name);
  });
});

/** A schema on one line: `{ id: integer, note?: string | null }`; components by name. */
function shapeOf({
  $ref,
  anyOf,
  items,
  properties,
  additionalProperties: others,
  ...schema
}: Schema): string {
  if ($ref) return $ref.slice($ref.lastIndexOf("/") + 1);
  if (anyOf) return anyOf.map(shapeOf).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (items) return `[${shapeOf(items)}]`;
  const { type = "any", required = [] } = schema;
  if (!properties && typeof others !== "object") return [type].flat().join(" | ");
  const fields = Object.entries(properties ?? {}).map(
    ([name, value]) => `${name}${required.includes(name) ? "" : "?"}: ${shapeOf(value)}`,
  );
  if (typeof others === "object") fields.push(`*: ${shapeOf(others)}`);
  return `{ ${fields.sort().join(", ")} }`;
}

const contentShapes = (label: string, content: Record<string, { readonly schema?: Schema }> = {}) =>
  Object.entries(content).map(
    ([type, { schema = {} }]) =>
      `  ${label}${type === "application/json" ? "" : ` ${type}`}: ${shapeOf(schema)}`,
  );

/** An operation: method, path, permission, parameters, body and responses. */
function summaryOf({
  method,
  path,
  parameters,
  requestBody,
  responses,
  ...operation
}: (typeof operations)[0]) {
  const named = parameters
    .map(({ $ref, in: place, name, required, schema = {} }) =>
      $ref ? shapeOf({ $ref }) : `${place} ${name}${required ? "" : "?"}: ${shapeOf(schema)}`,
    )
    // The path names its parameters.
    .filter((parameter) => parameter !== "AcceptLanguage" && !/^path \w+: string$/.test(parameter));
  return [
    `${method.toUpperCase()} ${path} (${operation["x-permission"]})`,
    ...(named.length > 0 ? [`  ${named.sort().join("; ")}`] : []),
    ...contentShapes("body", requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { content }]) => contentShapes(status, content)),
  ].join("\n");
}

/** Installed apps rely on names. Accept a change with `npm test -- tests/api/server/openapi.test.ts -u`. */
it("the document keeps every path, permission, parameter and field of openapi.snapshot.txt", async () => {
  const shapes = Object.entries(document.components.schemas ?? {}).map(
    ([name, schema]) => `${name}: ${shapeOf(schema as Schema)}`,
  );
  const summary = [...operations.map(summaryOf).sort(), ...shapes.sort()].join("\n");
  await expect(`${summary}\n`).toMatchFileSnapshot("openapi.snapshot.txt");
});

describe("responses conform to the document", () => {
  function check(answer: Answer, method: string, path: string) {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ ...document, $id: "doc" });
    const described = operation(method, path).responses[String(answer.status)];
    if (!described) throw new Error(`${method} ${path} does not say that it answers ${answer.status}`);
    const place = described.$ref
      ? described.$ref.slice(1)
      : `/paths/${path.replaceAll("/", "~1").replace(/[{}]/g, encodeURIComponent)}/${method}/responses/${answer.status}`;
    const validate = ajv.compile({ $ref: `doc#${place}/content/application~1json/schema` });
    expect(validate(answer.body), JSON.stringify(validate.errors)).toBe(true);
    return validate;
  }

  it.each([
    ["/api/config", "/api/config"],
    ["/api/terms/deployed", "/api/terms/deployed"],
    ["/api/privacy/applied", "/api/privacy/applied"],
    ["/api/user-code/9002/inuse", "/api/user-code/{kind}/inuse"],
    ["/api/companies/inuse", "/api/companies/inuse"],
    ["/visitor/findHostUsers?s=김철", "/visitor/findHostUsers"],
  ])("of GET %s", async (path, described) => {
    const validate = check(await answered(server.get(path)), "get", described);
    expect(validate({ something: "else" })).toBe(false);
  });

  it("of a visitor's calls, including errors", async () => {
    const apply = "/api/request/simple/save/";
    check(await server.post(apply, { body: koreanApplication(site) }), "post", apply);
    check(await server.post(apply, { body: {} }), "post", apply);
    const search = "/api/request/search";
    const found = await server.post(search, { body: { name: "홍길동", cellPhone: "010-1234-5678" } });
    expect(found.body).toHaveLength(1);
    check(found, "post", search);
  });

  it("of a user's calls, including errors", async () => {
    const current = "/dash/user/current";
    check(await server.get(current), "get", current);
    const user = await addStaff(server, site.company, "desk");
    check(await (await signIn(server, user.loginId)).get(current), "get", current);
  });
});
