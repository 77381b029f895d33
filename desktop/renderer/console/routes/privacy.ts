/** Routes of the privacy role: trash, register, access log, erasure requests. */
import { createRoute } from "@tanstack/react-router";
import { parseAccessSearch } from "../features/access-log/search.ts";
import { parseErasureSearch } from "../features/erasure-requests/search.ts";
import { parseRegisterSearch } from "../features/register/search.ts";
import { parseTrashSearch } from "../features/trash/search.ts";
import { screen } from "./loading.ts";
import { appShell, requirePermission } from "./root.ts";

const trash = createRoute({
  getParentRoute: () => appShell,
  path: "/trash",
  validateSearch: parseTrashSearch,
  beforeLoad: requirePermission("privacy.read"),
  component: screen(() => import("../pages/privacy/trash.tsx"), "TrashPage"),
});

const register = createRoute({
  getParentRoute: () => appShell,
  path: "/register",
  validateSearch: parseRegisterSearch,
  beforeLoad: requirePermission("privacy.read"),
  component: screen(() => import("../pages/privacy/register.tsx"), "RegisterPage"),
});

const accessLog = createRoute({
  getParentRoute: () => appShell,
  path: "/access-log",
  validateSearch: parseAccessSearch,
  beforeLoad: requirePermission("privacy.read"),
  component: screen(() => import("../pages/privacy/access-log.tsx"), "AccessLogPage"),
});

const erasureRequests = createRoute({
  getParentRoute: () => appShell,
  path: "/erasure-requests",
  validateSearch: parseErasureSearch,
  beforeLoad: requirePermission("privacy.read"),
  component: screen(() => import("../pages/privacy/erasure-requests.tsx"), "ErasureRequestsPage"),
});

export const privacyRoutes = [trash, register, accessLog, erasureRequests] as const;
