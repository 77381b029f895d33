/** Routes of the public site (docs/behaviour.md, "Public site"). Every page except home is loaded lazily. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Shell } from "./components/layout/shell.tsx";
import { applyBrand } from "./lib/brand.ts";
import { CallError } from "./lib/call.ts";
import { currentLanguage, loadMoreTexts } from "./lib/language.ts";
import { configurationQuery, policyQuery, queryClient, termsQuery } from "./lib/queries.ts";
import { dismissToasts } from "./lib/toast.ts";
import { CrashPage, CrashSite } from "./routes/crash.tsx";
import { HomePage } from "./routes/home.tsx";
import { NotFoundPage } from "./routes/not-found.tsx";
import { clearDraft, useDraft } from "./stores/draft.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: SiteRouter;
  }
  interface HistoryState {
    /** Marks the request step of `/form`, a separate history entry, so that the browser's back leads to the terms. */
    step?: "request";
  }
}

/** A missing file usually means an update, and the router reloads the page; while offline a reload would lose the page. */
function rethrowOffline(error: unknown): never {
  throw navigator.onLine ? error : new CallError("offline");
}

/** A page that is loaded lazily together with its texts. */
const page = <Module extends Record<Name, () => ReactNode>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  ...texts: readonly "link"[]
) =>
  lazyRouteComponent(
    () => Promise.all([load(), loadMoreTexts(...texts)]).then(([module]) => module, rethrowOffline),
    name,
  );

const rootRoute = createRootRoute({
  // docs/behaviour.md, "Public site": a navigation first fetches a missing configuration.
  beforeLoad: async () => {
    const configuration = await queryClient.ensureQueryData({
      ...configurationQuery,
      revalidateIfStale: true,
    });
    applyBrand(configuration.brandColor);
  },
  component: Shell,
  errorComponent: CrashSite,
  notFoundComponent: NotFoundPage,
});

const home = createRoute({ getParentRoute: () => rootRoute, path: "/", component: HomePage });

const form = createRoute({
  getParentRoute: () => rootRoute,
  path: "/form",
  // Fetched in parallel with the page's code and not awaited: the page shows failures.
  loader: () => {
    void queryClient.prefetchQuery(termsQuery(currentLanguage()));
    void queryClient.prefetchQuery(policyQuery);
  },
  component: page(() => import("./routes/form.tsx"), "FormPage"),
});

const final = createRoute({
  getParentRoute: () => rootRoute,
  path: "/final",
  beforeLoad: () => {
    if (!useDraft.getState().sent) throw redirect({ to: "/", replace: true });
  },
  // Clears the draft on every exit, so that the next visitor at this device gets an empty form.
  onLeave: clearDraft,
  component: page(() => import("./routes/final.tsx"), "FinalPage"),
});

const privacy = createRoute({
  getParentRoute: () => rootRoute,
  path: "/privacy",
  component: page(() => import("./routes/privacy.tsx"), "PrivacyPage"),
});

const result = createRoute({
  getParentRoute: () => rootRoute,
  path: "/result",
  component: page(() => import("./routes/result.tsx"), "ResultPage"),
});

const ownVisit = createRoute({
  getParentRoute: () => rootRoute,
  path: "/v",
  component: page(() => import("./routes/own-visit.tsx"), "OwnVisitPage", "link"),
});

const decide = createRoute({
  getParentRoute: () => rootRoute,
  path: "/decide",
  component: page(() => import("./routes/decide.tsx"), "DecidePage", "link"),
});

export type SiteRouter = ReturnType<typeof createSiteRouter>;

export function createSiteRouter() {
  const router = createRouter({
    routeTree: rootRoute.addChildren([home, form, final, privacy, result, ownVisit, decide]),
    defaultPreload: "intent",
    defaultErrorComponent: CrashPage,
    trailingSlash: "never",
  });
  // Every navigation, including back and forward, scrolls to the top (docs/behaviour.md, "Public site").
  window.history.scrollRestoration = "manual";
  router.subscribe("onBeforeNavigate", dismissToasts);
  return router;
}
