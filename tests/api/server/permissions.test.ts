import { describe, expect, it } from "vitest";
import type { Route } from "#api/http/route.ts";
import { routes } from "#api/routes.ts";
import { type Role, roles } from "#contract/roles.ts";
import { signedIn } from "../../support/console/staff.ts";
import { seededSite } from "../../support/console/staffed-site.ts";
import { contentOfTables, eventLog } from "../../support/console/tables.ts";
import { bodySchema, validBody } from "../../support/contract-bodies.ts";
import { nameOf, pathOf } from "../../support/key-calls.ts";
import { addVisit } from "../../support/visits/visits.ts";

const everyRole = ["host", "desk", "admin", "privacy"] as const;
const front = ["desk", "admin"] as const;
const admin = ["admin"] as const;

/** The table of docs/behaviour.md, "Roles and permissions", as an independent copy. The first match counts. */
const areas: [call: RegExp, may: "public" | readonly Role[]][] = [
  [
    /^GET \/api\/(config|terms\/deployed|privacy\/applied|user-code\/:kind\/inuse|companies\/inuse)$/,
    "public",
  ],
  [
    /^GET \/(visitor\/findHostUsers|custom\/logo|api\/openapi\.json|api\/did\/playlist|files\/:name)$/,
    "public",
  ],
  [/^(POST|GET) \/dash\/(login(\/.+)?|invitation(\/.+)?)$/, "public"],
  [/^POST \/api\/request\/(simple\/(save|code)|code|search|cancel|companion-link)\/?$/, "public"],
  [/^POST \/api\/(visit|decision)-link\//, "public"],
  // own account, preferences, live events
  [
    /^(POST \/dash\/logout|GET \/dash\/user\/current|PUT \/dash\/hostusers\/password|GET \/dash\/live)$/,
    everyRole,
  ],
  [
    /^\w+ \/dash\/user\/(preferences|public-search|sessions|second-factor|passkeys|app-code|company-sign-out|company-account)/,
    everyRole,
  ],
  [/^PUT \/dash\/views\/:id\/share$/, admin],
  [/^\w+ \/dash\/views/, everyRole],
  [/^\w+ \/dash\/delegations/, ["host", "desk", "admin"]],
  // own visits: log, companions, reservation, decisions, messages
  [/^GET \/dash\/user\/(requests|visited)$/, everyRole],
  [/^GET \/(dash\/visits\/:id|dash\/visits\/:id\/(logs|consents)|api\/visitor\/:id\/followers)$/, everyRole],
  [/^POST \/dash\/visits\/:id\/reveal$/, everyRole],
  [/^PUT \/dash\/user\/(approve|reject|undo|cancel|close)\/:id$/, ["host", "desk", "admin"]],
  [/^(POST \/dash\/visits\/reserve|GET \/dash\/visits\/previous-visitors)$/, ["host", "desk", "admin"]],
  [/^PUT \/dash\/sms\/templates\//, admin],
  [/^\w+ \/dash\/sms/, ["host", "desk", "admin"]],
  // Privacy officers search for data subjects; the board is not for them.
  [/^GET \/api\/visit$/, ["desk", "admin", "privacy"]],
  [/^GET \/(api\/visit\/not-returns|dash\/visits\/(reserved|active|undecided|progress))$/, front],
  [/^(POST \/dash\/visits\/:id\/(issue|desk-link)|PUT \/dash\/visits\/:id\/(recovery|revert))$/, front],
  [/^PUT \/dash\/visits\/:id$/, ["host", "desk", "admin"]],
  [/^PUT \/dash\/visits\/:id\/overnight$/, front],
  [/^PUT \/dash\/visits\/:id\/told$/, ["host", "desk", "admin"]],
  [/^\w+ \/dash\/day-closings/, front],
  [/^\w+ \/api\/(vehicle-)?pass(\/:id)?$/, front],
  [/^GET \/dash\/\w+\/select-options$/, everyRole],
  [/^\w+ \/dash\/did\//, front],
  [/^GET \/dash\/reports\//, front],
  [/^\w+ \/dash\/(webhooks|api-keys)/, admin],
  [/^GET \/dash\/setup$/, front],
  [/^GET \/dash\/setup\/templates$/, ["admin", "privacy"]],
  [/^POST \/dash\/setup\/test-messages$/, admin],
  [/^\w+ \/dash\/hostusers\/:id\/(sessions|company-account)$/, admin],
  [/^GET \/dash\/(companies|hostusers|usercodes|config|holidays)\b/, front],
  [/^(POST|PUT|DELETE) \/dash\/(companies|hostusers|usercodes|config|holidays)\b/, admin],
  [/^\w+ \/dash\/(terms|privacy-policies)\b/, ["admin", "privacy"]],
  [/^GET \/dash\/(trash-privacy|destruction-register|access-log|erasure)/, ["admin", "privacy"]],
  [/^\w+ \/dash\/events/, ["admin", "privacy"]],
  // The exported list is a visit list; others are in security/traces/exports.test.ts.
  [/^POST \/dash\/exports$/, ["desk", "admin", "privacy"]],
  [/^(POST|PUT|DELETE) \/dash\/(trash-privacy|access-log|erasure)/, ["privacy"]],
  [/^GET \/dash\/paused-jobs/, ["admin", "privacy"]],
  [/^PUT \/dash\/paused-jobs\/destroying/, ["privacy"]],
  [/^PUT \/dash\/paused-jobs\/cleaning/, ["admin"]],
  [/^PUT \/dash\/paused-jobs\/restored/, ["admin"]],
];

const mayCall = (route: Route) => areas.find(([call]) => call.test(nameOf(route)))?.[1];
const named = routes.map((route) => ({ name: nameOf(route), route }));

const { server, site } = await seededSite();

const unknownId = 2_000_000_000;

/** Reads only the beginning of endless responses. */
async function callRoute(
  route: Route,
  { id = unknownId, cookie = "" } = {},
): Promise<{ status: number; text: string }> {
  const { method } = route.endpoint;
  const schema = bodySchema(route.endpoint);
  const response = await fetch(server.url + pathOf(route, id), {
    method,
    headers: {
      Cookie: cookie,
      ...(method !== "GET" && { Origin: server.url }),
      ...(schema && { "Content-Type": "application/json" }),
    },
    ...(schema && { body: JSON.stringify(validBody(schema)) }),
  });
  const isEndless = response.headers.get("Content-Type")?.startsWith("text/event-stream");
  const text = isEndless ? "" : await response.text();
  await response.body?.cancel().catch(() => {});
  return { status: response.status, text };
}

describe("permissions", () => {
  it("are listed in the table for every endpoint", () => {
    expect(routes.filter((route) => mayCall(route) === undefined).map(nameOf)).toEqual([]);
    expect(routes.length).toBeGreaterThan(40);
  });

  it("are public for exactly the public endpoints of the table", () => {
    const isPublic = (route: Route) => route.endpoint.permission === "public";
    expect(routes.filter(isPublic).map(nameOf)).toEqual(
      routes.filter((route) => mayCall(route) === "public").map(nameOf),
    );
  });
});

const open = named.filter(({ route }) => mayCall(route) === "public");
const closed = named.filter(({ route }) => mayCall(route) !== "public");

it.each(open)("$name needs no session", async ({ route }) => {
  expect([401, 403]).not.toContain((await callRoute(route)).status);
});

it("every other endpoint returns 401 without a session and changes nothing", {
  timeout: 120_000,
}, async () => {
  const before = await contentOfTables(server.db, eventLog);
  for (const { name, route } of closed) expect((await callRoute(route)).status, name).toBe(401);
  expect(await contentOfTables(server.db, eventLog)).toEqual(before);
});

it.each(roles)(
  "role %s may call its endpoints and gets 403 from all others",
  { timeout: 120_000 },
  async (role) => {
    const refused = closed.filter(({ route }) => !mayCall(route)?.includes(role));
    let { cookie } = await signedIn(server, site.company, role);
    const before = await contentOfTables(server.db, eventLog);
    for (const { name, route } of refused)
      expect((await callRoute(route, { cookie })).status, name).toBe(403);
    expect(await contentOfTables(server.db, eventLog)).toEqual(before);
    for (const { name, route } of closed.filter((one) => !refused.includes(one))) {
      let answer = await callRoute(route, { cookie });
      if (answer.status === 401) {
        // An earlier call ended the session.
        ({ cookie } = await signedIn(server, site.company, role));
        answer = await callRoute(route, { cookie });
      }
      const { status, text } = answer;
      expect([401, 403], `${name} ${text}`).not.toContain(status);
      expect(status, `${name} ${text}`).toBeLessThan(500);
    }
  },
);

const stranger = await signedIn(server, site.company, "host");

/** Delegations have ids of their own: host-users/delegations.test.ts. */
const visitRoutes = named.filter(
  ({ route: { endpoint } }) =>
    endpoint.permission.startsWith("visits.") &&
    endpoint.path.includes(":id") &&
    !endpoint.path.startsWith("/dash/delegations"),
);

it.each(visitRoutes)(
  "$name returns 404 for another host's visit, as for an unknown one",
  async ({ route }) => {
    const { cookie } = stranger;
    const unknown = await callRoute(route, { cookie });
    expect(unknown.status, unknown.text).toBe(404);
    const visits = [];
    for (const statusCode of ["applied", "approved", "entered", "exited", "ended"] as const)
      visits.push(await addVisit(server, site, { statusCode, cellphone: "010-1234-5678" }));
    const before = await contentOfTables(server.db);
    for (const { id, statusCode } of visits)
      expect(await callRoute(route, { id, cookie }), statusCode).toEqual(unknown);
    expect(await contentOfTables(server.db)).toEqual(before);
  },
);

describe("another host's visits", () => {
  it("are tested for every visit endpoint that hosts may call", () => {
    expect(visitRoutes.length).toBeGreaterThanOrEqual(10);
  });
});
