/** Where each screen of the console is found. All but the frame and the sign-in load their own code when they are opened. */
import { createRouter } from "@tanstack/react-router";
import { Crash } from "./components/crash.tsx";
import { NotFound } from "./components/not-found.tsx";
import { createConsoleHistory } from "./lib/history.ts";
import { queryClient } from "./lib/query-client.ts";
import { onSessionEnd } from "./lib/session-end.ts";
import { deskRoutes } from "./routes/desk.ts";
import { managementRoutes } from "./routes/management.ts";
import { privacyRoutes } from "./routes/privacy.ts";
import { frame, rootRoute } from "./routes/root.ts";
import { aloneRoutes } from "./routes/standalone.ts";
import { textsRoutes } from "./routes/texts.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    ...aloneRoutes,
    frame.addChildren([...deskRoutes, ...managementRoutes, ...privacyRoutes, ...textsRoutes]),
  ]),
  history: createConsoleHistory(),
  context: {},
  defaultPreload: "intent",
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NotFound,
  trailingSlash: "never",
});

onSessionEnd(() => {
  queryClient.clear();
  void router.navigate({ to: "/login", search: { back: router.state.location.href } });
});
