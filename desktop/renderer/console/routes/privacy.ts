/** What those see who answer for personal data: the trash, its register, the access log, requests for erasure. */
import { createRoute } from "@tanstack/react-router";
import { parseAccessSearch } from "../features/access-log/search.ts";
import { parseErasureSearch } from "../features/erasure/search.ts";
import { parseRegisterSearch } from "../features/register/search.ts";
import { parseTrashSearch } from "../features/trash/search.ts";
import { later } from "./loading.ts";
import { frame, only } from "./root.ts";

const trash = createRoute({
  getParentRoute: () => frame,
  path: "/trash",
  validateSearch: parseTrashSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("../pages/privacy/trash.tsx"), "TrashPage"),
});

const register = createRoute({
  getParentRoute: () => frame,
  path: "/register",
  validateSearch: parseRegisterSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("../pages/privacy/register.tsx"), "RegisterPage"),
});

const accessLog = createRoute({
  getParentRoute: () => frame,
  path: "/access-log",
  validateSearch: parseAccessSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("../pages/privacy/access-log.tsx"), "AccessLogPage"),
});

const erasureRequests = createRoute({
  getParentRoute: () => frame,
  path: "/erasure-requests",
  validateSearch: parseErasureSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("../pages/privacy/erasure-requests.tsx"), "ErasureRequestsPage"),
});

export const privacyRoutes = [trash, register, accessLog, erasureRequests] as const;
