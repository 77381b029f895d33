/** The work of every day: the board, visits, passes, messages, and one's own account. */
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { askOfMessages, parseComposeSearch, parseMessagesSearch } from "../features/messages/search.ts";
import { askOfPasses, parsePassesSearch, passListQuery } from "../features/passes/queries.ts";
import { parseTodaySearch } from "../features/today/board-tabs.ts";
import { progressQuery, visitListQuery } from "../features/visits/queries.ts";
import { askOf, askOfApprovals, parseApprovalsSearch, parseVisitsSearch } from "../features/visits/search.ts";
import { currentLanguage } from "../lib/language.ts";
import { firstScreen } from "../lib/navigation.ts";
import { may } from "../lib/session.ts";
import { begin, beginLater, later } from "./loading.ts";
import { frame, only } from "./root.ts";

const index = createRoute({
  getParentRoute: () => frame,
  path: "/",
  beforeLoad: ({ context: { user, startScreen } }) => {
    throw redirect({ to: firstScreen(user, startScreen), replace: true });
  },
});

const account = createRoute({
  getParentRoute: () => frame,
  path: "/account",
  component: lazyRouteComponent(() => import("../pages/desk/account.tsx"), "AccountPage"),
});

const about = createRoute({
  getParentRoute: () => frame,
  path: "/about",
  component: lazyRouteComponent(() => import("../pages/desk/about.tsx"), "AboutPage"),
});

const today = createRoute({
  getParentRoute: () => frame,
  path: "/today",
  validateSearch: parseTodaySearch,
  beforeLoad: only("desk"),
  loader: () => begin(progressQuery(currentLanguage())),
  component: lazyRouteComponent(() => import("../pages/desk/today.tsx"), "TodayPage"),
});

const visits = createRoute({
  getParentRoute: () => frame,
  path: "/visits",
  validateSearch: parseVisitsSearch,
  beforeLoad: only("visits.search"),
  loaderDeps: ({ search }) => ({ list: search.list ?? "all", ask: askOf(search) }),
  loader: ({ deps: { list, ask } }) => begin(visitListQuery(list, ask, currentLanguage())),
  component: lazyRouteComponent(() => import("../pages/desk/visits.tsx"), "VisitsPage"),
});

const approvals = createRoute({
  getParentRoute: () => frame,
  path: "/approvals",
  validateSearch: parseApprovalsSearch,
  beforeLoad: only("visits.decide"),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { user } }) => {
    const { list, ask } = askOfApprovals(deps, may(user, "visits.search"));
    begin(visitListQuery(list, ask, currentLanguage()));
  },
  component: lazyRouteComponent(() => import("../pages/desk/approvals.tsx"), "ApprovalsPage"),
});

const reserve = createRoute({
  getParentRoute: () => frame,
  path: "/reserve",
  beforeLoad: only("visits.reserve"),
  component: later(() => import("../pages/desk/reserve.tsx"), "ReservePage"),
});

const passes = createRoute({
  getParentRoute: () => frame,
  path: "/passes",
  validateSearch: parsePassesSearch,
  beforeLoad: only("passes"),
  loaderDeps: ({ search }) => askOfPasses(search),
  loader: ({ deps }) => begin(passListQuery(false, deps)),
  component: later(() => import("../pages/desk/passes.tsx"), "PassesPage"),
});

const vehiclePasses = createRoute({
  getParentRoute: () => frame,
  path: "/vehicle-passes",
  validateSearch: parsePassesSearch,
  beforeLoad: only("passes"),
  loaderDeps: ({ search }) => askOfPasses(search),
  loader: ({ deps }) => begin(passListQuery(true, deps)),
  component: later(() => import("../pages/desk/passes.tsx"), "VehiclePassesPage"),
});

const messages = createRoute({
  getParentRoute: () => frame,
  path: "/messages",
  validateSearch: parseMessagesSearch,
  beforeLoad: only("sms"),
  loaderDeps: ({ search }) => askOfMessages(search),
  loader: ({ deps }) =>
    beginLater(async () =>
      (await import("../features/messages/queries.ts")).messageListQuery(deps, currentLanguage()),
    ),
  component: later(() => import("../pages/desk/messages.tsx"), "MessagesPage"),
});

const compose = createRoute({
  getParentRoute: () => frame,
  path: "/messages/new",
  validateSearch: parseComposeSearch,
  beforeLoad: only("sms"),
  component: later(() => import("../pages/desk/compose.tsx"), "ComposePage"),
});

export const deskRoutes = [
  index,
  account,
  about,
  today,
  visits,
  approvals,
  reserve,
  passes,
  vehiclePasses,
  messages,
  compose,
] as const;
