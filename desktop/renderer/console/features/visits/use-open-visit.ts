import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";

/** Screens that have a drawer for a visit. */
const screens = [
  "/today",
  "/closing",
  "/visits",
  "/approvals",
  "/passes",
  "/vehicle-passes",
  "/messages",
] as const;

/** @returns opens a visit beside what is on the screen, or on the list of visits where there is no room for it */
export function useOpenVisit(): (visit: number) => void {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return useCallback(
    (visit: number) => {
      const here = screens.find((to) => path.endsWith(to));
      // the search of the screen stays as it is
      if (here) void navigate({ from: here, to: here, search: (old) => ({ ...old, visit }) });
      else void navigate({ to: "/visits", search: { visit } });
    },
    [navigate, path],
  );
}
