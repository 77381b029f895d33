/** Root route and guards. */
import { createRootRouteWithContext, createRoute, redirect } from "@tanstack/react-router";
import type { CurrentUser } from "#contract/people/account.ts";
import { desktopApp } from "../../shared/desktop-app.ts";
import { isServerUnreachable } from "../lib/connectivity.ts";
import { endHandOver } from "../lib/hand-over.ts";
import { firstScreen } from "../lib/navigation.ts";
import { loadPreferences } from "../lib/preferences.ts";
import { queryClient } from "../lib/query-client.ts";
import { may, type StaffPermission, sessionQuery } from "../lib/session.ts";
import { ConsoleShell } from "../shell/app-shell.tsx";
import { NotFound } from "../shell/error-pages.tsx";
import { setDraftOwner } from "../stores/drafts.ts";

export const rootRoute = createRootRouteWithContext<object>()({ notFoundComponent: NotFound });

/** Requires a signed-in user and loads their preferences; redirects to the sign-in. */
export async function requireSession({ location }: { location: { href: string } }) {
  const user = await queryClient.query({ ...sessionQuery(), staleTime: "static" }).catch((error: unknown) => {
    if (desktopApp && isServerUnreachable(error)) throw redirect({ to: "/offline" });
    throw error;
  });
  if (!user) throw redirect({ to: "/login", search: { back: location.href } });
  endHandOver();
  setDraftOwner(user.id);
  const { startScreen } = await loadPreferences();
  return { user, startScreen };
}

/** Parent of all routes that require a session. */
export const appShell = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: requireSession,
  component: ConsoleShell,
});

/** Requires a permission; redirects to the user's start screen. */
export const requirePermission =
  (permission: StaffPermission) =>
  ({ context: { user } }: { context: { user: CurrentUser } }) => {
    if (!may(user, permission)) throw redirect({ to: firstScreen(user) });
  };
