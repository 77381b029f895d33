import { accountRoutes } from "./account.ts";
import { liveRoutes } from "./live.ts";
import { openApiRoutes } from "./openapi.ts";
import { passRoutes } from "./passes.ts";
import { preferenceRoutes } from "./preferences.ts";
import { requestRoutes } from "./requests.ts";
import { siteRoutes } from "./site.ts";
import { visitActionRoutes } from "./visit-actions.ts";
import { visitListRoutes } from "./visit-lists.ts";

/** Every route there is. */
export const routes = [
  ...siteRoutes,
  ...requestRoutes,
  ...accountRoutes,
  ...preferenceRoutes,
  ...openApiRoutes,
  ...liveRoutes,
  ...passRoutes,
  ...visitListRoutes,
  // After every list under /dash/visits: the first route that fits is taken, and "/:id" fits them all.
  ...visitActionRoutes,
];
