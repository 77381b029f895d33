/** What is seen without the appShell: before the sign-in, without the server, and on paper. */
import { createRoute } from "@tanstack/react-router";
import { companyProblems, getSignInStep } from "#contract/people/account.ts";
import { parseOfflineSearch } from "../features/offline/snapshot.tsx";
import { parsePrintSearch } from "../features/print/search.ts";
import { oneOfParam, patternParam, searchParser } from "../lib/address.ts";
import { call } from "../lib/api.ts";
import type { AskedPermission } from "../lib/session.ts";
import { LoginPage } from "../pages/standalone/login.tsx";
import { screen } from "./loading.ts";
import { requirePermission, requireSession, rootRoute } from "./root.ts";

/**
 * Only a way within the console, and not this page again: an address that somebody put into a link leads nowhere
 * else. Written as the router has it, without `/dash`.
 */
const inner = patternParam(/^(?=.{1,2000}$)\/(?!\/|login\b|dash\/login\b)[^\s\\]*$/);

const parseLoginSearch = searchParser({
  back: inner,
  /** Why the company's provider did not sign somebody in. */
  problem: oneOfParam(companyProblems),
  /** Somebody came back from the provider, and is between the steps. */
  step: oneOfParam(["more"]),
});

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: parseLoginSearch,
  loaderDeps: ({ search: { step } }) => ({ step }),
  // where it cannot be asked, the person starts again with the password
  loader: async ({ deps: { step } }) =>
    step ? ((await call(getSignInStep, {}).catch(() => null)) ?? undefined) : undefined,
  // not loaded later: where a session ends, it replaces the screen at once
  component: LoginPage,
});

/** Where the link of an invitation leads; nobody has signed in there. The token is in the fragment. */
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation",
  component: screen(() => import("../pages/standalone/invitation.tsx"), "InvitationPage"),
});

const challenge = patternParam(/^[\w-]{43}$/);

/** Where the desktop app sends somebody to sign in by the browser. */
const appSignIn = createRoute({
  getParentRoute: () => rootRoute,
  path: "/app-sign-in",
  validateSearch: (raw: Record<string, unknown>) => ({ challenge: challenge(raw.challenge) ?? "" }),
  beforeLoad: requireSession,
  component: screen(() => import("../pages/standalone/app-sign-in.tsx"), "AppSignInPage"),
});

/** All else is the desk's. */
const printPermission: Readonly<Partial<Record<string, AskedPermission>>> = {
  passes: "visits.search",
  register: "privacy.read",
  invitations: "referenceData",
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
  component: screen(() => import("../pages/standalone/print.tsx"), "PrintPage"),
});

/** The desktop app without its server: who is signed in cannot be asked, and is no condition (main/snapshot.ts). */
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
