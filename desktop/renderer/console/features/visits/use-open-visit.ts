import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useCallback } from "react";

/** Screens with a visit drawer. */
const screens = [
  "/today",
  "/closing",
  "/visits",
  "/approvals",
  "/passes",
  "/vehicle-passes",
  "/messages",
] as const;

/** @returns opens a visit's drawer on the current screen, or on the list of visits if the screen has none */
export function useOpenVisit(): (visit: number) => void {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return useCallback(
    (visit: number) => {
      const here = screens.find((to) => path.endsWith(to));
      if (here) void navigate({ from: here, to: here, search: (old) => ({ ...old, visit }) });
      else void navigate({ to: "/visits", search: { visit } });
    },
    [navigate, path],
  );
}
