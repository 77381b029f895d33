/** Generates the OpenAPI 3.1 document from the contract. */

import { version } from "#api/version.ts";
import { type Endpoint, type FormUpload, takesKey } from "#contract/endpoint.ts";
import { fieldErrorsHeader } from "#contract/errors.ts";
import { cookies } from "../cookies/cookies.ts";
import { type Json, writeSchema } from "./openapi-schemas.ts";

const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: Json): Json => ({ "application/json": { schema } });
const answer = (description: string, content?: Json, headers?: Json): Json => ({
  description,
  ...(content && { content }),
  ...(headers && { headers }),
});

const fieldMap: Json = {
  type: "object",
  additionalProperties: { type: "string" },
  description:
    "A sentence per invalid field, in the reader's language; `_` is for errors of no single field.",
  examples: [{ startDate: "필수 입력 항목입니다" }],
};

const refusal: Json = {
  type: "object",
  properties: { id: { type: "string" }, message: { type: "string" } },
  required: ["id", "message"],
  additionalProperties: false,
};

const retryAfter = {
  "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 1 } },
};

const fieldCodes = {
  [fieldErrorsHeader]: {
    description:
      'The code of each bad field, as JSON in ASCII: `{"startDate":"required"}`. Left out where it were too long.',
    schema: { type: "string" },
  },
};

const errorContent = json(component("schemas", "HttpError"));

const responses: Record<string, Json> = {
  Invalid: answer("Bad fields, all at once.", json(component("schemas", "FieldErrors")), fieldCodes),
  Unauthorized: answer("Not signed in.", errorContent),
  Forbidden: answer("Not allowed, or a write from another origin.", errorContent),
  NotFound: answer("There is none such, or it is not yours to see.", errorContent),
  Refused: answer("A rule of the business refuses, in one sentence.", {
    "text/plain": { schema: { type: "string" } },
  }),
  TooLarge: answer("The body is too large.", errorContent),
  UnsupportedMediaType: answer("The body is not of a type that is taken here.", errorContent),
  IdempotencyMismatch: answer("The `Idempotency-Key` came before with another body.", errorContent),
  Challenged: answer(
    "The address calls often: solve `challenge` and send it back in `Challenge-Solution` (docs/decisions/server/rate-limits.md).",
    errorContent,
  ),
  TooManyRequests: answer("Too often.", errorContent, retryAfter),
  Unexpected: answer("Anything else: the server failed, or is busy.", errorContent),
};

/** Possible error responses of a call, by status. */
function errorsOf(endpoint: Endpoint): Json {
  const { permission, params, query, body, upload, idempotent, limit, challenge } = endpoint;
  const isWrite = endpoint.method !== "GET";
  const names: [string, string, unknown][] = [
    ["400", "Invalid", params ?? query ?? body ?? upload],
    ["401", "Unauthorized", permission !== "public"],
    ["403", "Forbidden", permission !== "public" || isWrite],
    ["404", "NotFound", true],
    ["405", "Refused", isWrite],
    ["413", "TooLarge", body ?? upload],
    ["415", "UnsupportedMediaType", body ?? upload],
    ["422", "IdempotencyMismatch", idempotent],
    ["428", "Challenged", challenge],
    ["429", "TooManyRequests", limit ?? takesKey(endpoint)],
    ["default", "Unexpected", true],
  ];
  return Object.fromEntries(
    names.flatMap(([status, name, given]) => (given ? [[status, component("responses", name)]] : [])),
  );
}

const idempotencyKey: Json = {
  name: "Idempotency-Key",
  in: "header",
  description: "The same key and body within 24 hours get the same answer, and nothing is done twice.",
  schema: { type: "string", pattern: "^[\\x21-\\x7e]{8,200}$" },
};

const overHttps = `Over https its name is \`__Host-${cookies.session.name}\`.`;

const acceptLanguage: Json = {
  name: "Accept-Language",
  in: "header",
  description: "`en…` is English, anything else Korean.",
  schema: { type: "string" },
};

function parametersOf({ params, query, idempotent }: Endpoint, found: Map<string, unknown>): Json[] {
  const read = (schema: Endpoint["query"], place: "path" | "query"): Json[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = writeSchema(schema, "input", found);
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: rest,
    }));
  };
  return [
    ...read(params, "path"),
    ...read(query, "query"),
    component("parameters", "AcceptLanguage"),
    ...(idempotent ? [component("parameters", "IdempotencyKey")] : []),
  ];
}

function successOf({ media, response, summary }: Endpoint, found: Map<string, unknown>): Json {
  if (media) return { "200": answer(summary, { [media]: { schema: {} } }) };
  const isNothing = response.safeParse(undefined).success;
  return isNothing
    ? { "204": answer("Done.") }
    : { "200": answer("Done.", json(writeSchema(response, "output", found))) };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** For example getDashVisitsByIdLogs for `GET /dash/visits/:id/logs`. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .replaceAll("/:", "/by-")
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join("");

/** Form data: the fields, then the file. */
function formContent({ file, fields }: FormUpload, found: Map<string, unknown>): Json {
  const { properties, required = [], ...rest } = writeSchema(fields, "input", found);
  const content = { type: "string", format: "binary", description: "The last part." };
  const schema = { ...rest, properties: { ...properties, [file]: content }, required: [...required, file] };
  return { "multipart/form-data": { schema } };
}

/** Request body: JSON or a file. */
function requestBodyOf({ body, upload, form }: Endpoint, found: Map<string, unknown>): Json | undefined {
  if (body) {
    const content = { ...json(writeSchema(body, "input", found)), ...(form && formContent(form, found)) };
    return { required: true, content };
  }
  if (!upload) return undefined;
  const description = `At most ${upload.maxBytes} bytes.`;
  return {
    required: true,
    description,
    content: Object.fromEntries(upload.media.map((media) => [media, { schema: {} }])),
  };
}

/** Possible callers: public, a session, or an API key as well. */
function securityOf(endpoint: Endpoint): Json[] {
  if (endpoint.permission === "public") return [];
  return takesKey(endpoint) ? [{ session: [] }, { key: [] }] : [{ session: [] }];
}

function operationOf(endpoint: Endpoint, found: Map<string, unknown>): Json {
  const { permission, summary } = endpoint;
  const requestBody = requestBodyOf(endpoint, found);
  return {
    operationId: operationIdOf(endpoint),
    summary,
    "x-permission": permission,
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint, found),
    ...(requestBody && { requestBody }),
    responses: { ...successOf(endpoint, found), ...errorsOf(endpoint) },
  };
}

/** Describes calls; `:name` in a path becomes `{name}`. */
export function describeCalls(endpoints: readonly Endpoint[]): Json {
  const found = new Map<string, unknown>();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, found) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Visitor reservation",
      version,
      description:
        "JSON, camelCase; times are the site's wall clock. Writes need the site's own `Origin`, except with an API key. Every answer has `X-Request-Id`.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: { FieldErrors: fieldMap, HttpError: refusal, ...Object.fromEntries([...found].sort()) },
      parameters: { AcceptLanguage: acceptLanguage, IdempotencyKey: idempotencyKey },
      responses,
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookies.session.name, description: overHttps },
        key: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "vk_…",
          description:
            "An API key (docs/behaviour.md), which needs the call's `x-permission`. Never together with a session. Its answers hold no full phone numbers and no e-mail addresses.",
        },
      },
    },
  };
}
