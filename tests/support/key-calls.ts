/** Calls to all non-public routes with an API key. */
import type { Route } from "#api/http/route.ts";
import { routes } from "#api/routes.ts";
import type { Answer } from "./api.ts";
import type { TestKey } from "./api-keys.ts";
import { bodySchema, validBody } from "./contract-bodies.ts";

export const nameOf = ({ endpoint: { method, path } }: Route): string => `${method} ${path}`;
export const closedRoutes: readonly Route[] = routes.filter(
  ({ endpoint }) => endpoint.permission !== "public",
);

const unknownId = 2_000_000_000;
/** The path with its parameters filled in. */
export const pathOf = ({ endpoint }: Route, id: number) =>
  endpoint.path.replace(
    /:(\w+)/g,
    (_, name: string) =>
      ({ kind: "9002", extra: "profile", lang: "ko", event: "approve" })[name] ?? String(id),
  );

/** Calls a route for a record; by default for a nonexistent one. */
export function callRoute(key: Pick<TestKey, "send">, route: Route, id = unknownId): Promise<Answer> {
  const schema = bodySchema(route.endpoint);
  const { method } = route.endpoint;
  return key.send(method, pathOf(route, id), schema && { body: validBody(schema) });
}
