/** What is seen without the appShell: before the sign-in, without the server, and on paper. */
import { createRoute } from "@tanstack/react-router";
import * as z from "zod/mini";
import { parseOfflineSearch } from "../features/offline/snapshot.tsx";
import { parsePrintSearch } from "../features/print/search.ts";
import type { AskedPermission } from "../lib/session.ts";
import { LoginPage } from "../pages/standalone/login.tsx";
import { lazyPage } from "./loading.ts";
import { requirePermission, requireSession, rootRoute } from "./root.ts";

/**
 * Only a way within the console, and not this page again: an address that somebody put into a link leads nowhere
 * else. Written as the router has it, without `/dash`.
 */
const inner = z.string().check(z.regex(/^\/(?!\/|login\b|dash\/login\b)[^\s\\]*$/), z.maxLength(2_000));

const loginParams = z.object({ back: z.catch(z.optional(inner), undefined) });

const parseLoginSearch = (raw: Record<string, unknown>) => loginParams.parse(raw);

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: parseLoginSearch,
  // with the rest: where a session ends, nothing of the appShell may be drawn while code is on its way
  component: LoginPage,
});

/** Where the link of an invitation leads; nobody has signed in there. The token is in the fragment. */
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation",
  component: lazyPage(() => import("../pages/standalone/invitation.tsx"), "InvitationPage"),
});

/** All else is the desk's. */
const printPermission: Readonly<Partial<Record<string, AskedPermission>>> = {
  passes: "visits.search",
  register: "privacy.read",
  invitations: "baseData",
};

/** What comes out of the printer stands alone. */
const print = createRoute({
  getParentRoute: () => rootRoute,
  path: "/print/$kind",
  validateSearch: parsePrintSearch,
  beforeLoad: async (match) => {
    const context = await requireSession(match);
    requirePermission(printPermission[match.params.kind] ?? "desk")({ context });
    return context;
  },
  component: lazyPage(() => import("../pages/standalone/print.tsx"), "PrintPage"),
});

/** The desktop app without its server: who is signed in cannot be asked, and is no condition (main/snapshot.ts). */
const offline = createRoute({
  getParentRoute: () => rootRoute,
  path: "/offline",
  validateSearch: parseOfflineSearch,
  component: lazyPage(() => import("../pages/standalone/offline.tsx"), "OfflinePage"),
});

const offlinePrint = createRoute({
  getParentRoute: () => rootRoute,
  path: "/offline/print/$kind",
  validateSearch: parseOfflineSearch,
  component: lazyPage(() => import("../pages/standalone/offline-print.tsx"), "OfflinePrintPage"),
});

export const standaloneRoutes = [login, invitation, print, offline, offlinePrint] as const;
