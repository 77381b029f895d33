/** Permissions of API keys (docs/behaviour.md, "API keys"). */
import { describe, expect, it } from "vitest";
import type { Route } from "#api/http/route.ts";
import { routes } from "#api/routes.ts";
import { type KeyPermission, keyPermissions } from "#contract/permissions.ts";
import { addedKey } from "../../support/api-keys.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { callRoute, closedRoutes, nameOf } from "../../support/key-calls.ts";

const { server, crew } = await staffedSite();
const { admin } = crew;

/** Permission that a key needs for a call, as an independent copy. The first match counts; other calls are refused. */
const areas: [call: RegExp, permission: KeyPermission | "person"][] = [
  [/^GET \/dash\/user\/(requests|visited)$/, "person"],
  [/^(PUT \/dash\/visits\/:id\/(overnight|told)|POST \/dash\/visits\/:id\/desk-link)$/, "person"],
  [/^(POST \/dash\/day-closings|PUT \/dash\/day-closings\/:id\/reopen)$/, "person"],
  [/^(POST|PUT|DELETE) \/dash\/hostusers/, "person"],
  [/^GET \/dash\/hostusers\/:id\/(sessions|company-account|delegations)$/, "person"],
  [/^\w+ \/dash\/delegations/, "person"],
  [/^(PUT \/dash\/config|POST \/dash\/setup\/test-messages)$/, "person"],
  [/^(PUT \/dash\/paused-jobs|\w+ \/dash\/views)/, "person"],
  [
    /^GET \/(dash\/visits\/:id|dash\/visits\/:id\/(logs|consents)|api\/visitor\/:id\/followers)$/,
    "visits.see",
  ],
  [/^GET \/api\/visit$/, "visits.search"],
  [/^(POST \/dash\/visits\/reserve|GET \/dash\/visits\/previous-visitors)$/, "visits.reserve"],
  [/^PUT \/dash\/visits\/:id$/, "visits.edit"],
  [/^PUT \/dash\/user\/(approve|reject|undo|cancel|close)\/:id$/, "visits.decide"],
  [/^GET \/(api\/visit\/not-returns|dash\/visits\/(reserved|active|undecided|progress))$/, "desk"],
  [/^(POST \/dash\/visits\/:id\/issue|PUT \/dash\/visits\/:id\/(recovery|revert))$/, "desk"],
  [/^(GET \/dash\/day-closings(\/current)?|POST \/dash\/day-closings\/reminders)$/, "desk"],
  [/^\w+ \/api\/(vehicle-)?pass(\/:id)?$/, "passes"],
  [/^PUT \/dash\/sms\/templates\/:event$/, "referenceData"],
  [/^\w+ \/dash\/sms/, "sms"],
  [/^GET \/dash\/reports\//, "reports"],
  [/^GET \/dash\/\w+\/select-options$/, "choices"],
  [/^\w+ \/dash\/did\//, "signage"],
  [/^GET \/dash\/setup$/, "referenceData.read"],
  [/^GET \/dash\/(companies|hostusers|usercodes|config|holidays)/, "referenceData.read"],
  [/^\w+ \/dash\/(companies|usercodes|config|holidays)/, "referenceData"],
  [/^(GET \/dash\/setup\/templates|\w+ \/dash\/(terms|privacy-policies).*)$/, "texts"],
  [
    /^GET \/dash\/(trash-privacy|destruction-register|access-log|erasure-requests|paused-jobs|events)/,
    "privacy.read",
  ],
  [/^POST \/dash\/events\/export$/, "privacy.read"],
];

const areaOf = (route: Route) => areas.find(([call]) => call.test(nameOf(route)))?.[1];

it.each(keyPermissions)("a key with %s alone calls the endpoints of that permission", async (permission) => {
  const key = await addedKey(server, admin, [permission]);
  for (const route of closedRoutes.filter((one) => areaOf(one) === permission)) {
    const { status, text } = await callRoute(key, route);
    expect([401, 403], `${nameOf(route)}: ${text}`).not.toContain(status);
    expect(status, `${nameOf(route)}: ${text}`).toBeLessThan(500);
  }
});

it.each(keyPermissions)("a key with all permissions but %s calls none of them", async (permission) => {
  const others = keyPermissions.filter((one) => one !== permission);
  const key = await addedKey(server, admin, others);
  for (const route of closedRoutes.filter((one) => areaOf(one) === permission)) {
    const { status, text, body } = await callRoute(key, route);
    expect([status, body.id], `${nameOf(route)}: ${text}`).toEqual([403, "keyNotAllowed"]);
  }
});

it("a key with all permissions calls no endpoint that is for people", async () => {
  const key = await addedKey(server, admin, keyPermissions);
  const forPeople = closedRoutes.filter((route) => ["person", undefined].includes(areaOf(route)));
  for (const route of forPeople) {
    const { status, text, body } = await callRoute(key, route);
    expect([status, body.id], `${nameOf(route)}: ${text}`).toEqual([403, "personNeeded"]);
  }
});

describe("GET /api/openapi.json", () => {
  it("declares key authentication for exactly these endpoints", async () => {
    const { paths, components } = (await server.get("/api/openapi.json")).body;
    for (const route of routes) {
      const { method, path } = route.endpoint;
      const { security } = paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
      const area = areaOf(route);
      const isAllowed = closedRoutes.includes(route) && area !== undefined && area !== "person";
      expect(
        security.some((way: object) => "key" in way),
        nameOf(route),
      ).toBe(isAllowed);
    }
    expect(components.securitySchemes.key).toMatchObject({ type: "http", scheme: "bearer" });
  });
});

describe("the table of areas", () => {
  it("has endpoints for every permission and for people only", () => {
    const found = new Set(closedRoutes.map(areaOf));
    for (const permission of [...keyPermissions, "person", undefined]) expect(found).toContain(permission);
  });

  it("keeps own accounts, exports, keys, webhooks, full numbers and privacy officers' endpoints from keys", () => {
    const left = closedRoutes
      .filter((route) => areaOf(route) === undefined)
      .map(({ endpoint }) => endpoint.permission);
    expect([...new Set(left)].sort()).toEqual(["account", "integrations", "privacy", "visits.reveal"]);
  });
});
