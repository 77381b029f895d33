/** Routes without the app shell: before sign-in, offline, and print. */
import { createRoute } from "@tanstack/react-router";
import { companyProblems, getSignInStep } from "#contract/people/account.ts";
import { parseOfflineSearch } from "../features/offline/snapshot.ts";
import { parsePrintSearch } from "../features/print/search.ts";
import { call } from "../lib/api.ts";
import { oneOfParam, patternParam, searchParser } from "../lib/search-params.ts";
import type { StaffPermission } from "../lib/session.ts";
import { LoginPage } from "../pages/standalone/login.tsx";
import { screen } from "./loading.ts";
import { requirePermission, requireSession, rootRoute } from "./root.ts";

/**
 * Path to return to, as in the router, without `/dash`. Accepts only paths within the console, and not this page: links
 * are untrusted.
 */
const innerPath = patternParam(/^(?=.{1,2000}$)\/(?!\/|login\b|dash\/login\b)[^\s\\]*$/);

const parseLoginSearch = searchParser({
  back: innerPath,
  /** Error of the company's identity provider. */
  problem: oneOfParam(companyProblems),
  /** The user returned from the provider and needs the second step. */
  step: oneOfParam(["more"]),
});

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: parseLoginSearch,
  loaderDeps: ({ search: { step } }) => ({ step }),
  // if it fails, the user starts again with the password
  loader: async ({ deps: { step } }) =>
    step ? ((await call(getSignInStep, {}).catch(() => null)) ?? undefined) : undefined,
  // not lazy: replaces the screen immediately when a session ends
  component: LoginPage,
});

/** Invitation link, opened before sign-in. The token is in the fragment. */
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation",
  component: screen(() => import("../pages/standalone/invitation.tsx"), "InvitationPage"),
});

const challenge = patternParam(/^[\w-]{43}$/);

/** Sign-in in the browser for the desktop app. */
const appSignIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/app-sign-in",
  validateSearch: (raw: Record<string, unknown>) => ({ challenge: challenge(raw.challenge) ?? "" }),
  beforeLoad: requireSession,
  component: screen(() => import("../pages/standalone/app-sign-in.tsx"), "AppSignInPage"),
});

/** Permission by print kind; "desk" for all others. */
const printPermission: Readonly<Partial<Record<string, StaffPermission>>> = {
  passes: "visits.search",
  register: "privacy.read",
  invitations: "referenceData",
};

/** Print preview. */
const print = createRoute({
  getParentRoute: () => rootRoute,
  path: "/print/$kind",
  validateSearch: parsePrintSearch,
  beforeLoad: async (match) => {
    const context = await requireSession(match);
    requirePermission(printPermission[match.params.kind] ?? "desk")({ context });
    return context;
  },
  component: screen(() => import("../pages/standalone/print.tsx"), "PrintPage"),
});

/** Offline copy in the desktop app. Requires no session, which cannot be checked offline (main/snapshot). */
const offline = createRoute({
  getParentRoute: () => rootRoute,
  path: "/offline",
  validateSearch: parseOfflineSearch,
  component: screen(() => import("../pages/standalone/offline.tsx"), "OfflinePage"),
});

const offlinePrint = createRoute({
  getParentRoute: () => rootRoute,
  path: "/offline/print/$kind",
  validateSearch: parseOfflineSearch,
  component: screen(() => import("../pages/standalone/offline-print.tsx"), "OfflinePrintPage"),
});

export const standaloneRoutes = [login, invitation, appSignIn, print, offline, offlinePrint] as const;
