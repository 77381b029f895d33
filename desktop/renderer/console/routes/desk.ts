/** Routes of daily work: board, visits, passes, messages and the user's account. */
import { createRoute, redirect } from "@tanstack/react-router";
import { companyLinkOutcomes } from "#contract/people/account.ts";
import { currentDayQuery, parseClosingSearch } from "../features/day-closings/queries.ts";
import { delegationsQuery } from "../features/delegations/queries.ts";
import { messageListQuery } from "../features/messages/queries.ts";
import { messageListParams, parseComposeSearch, parseMessagesSearch } from "../features/messages/search.ts";
import { passListQuery } from "../features/passes/queries.ts";
import { parsePassesSearch, passListParams } from "../features/passes/search.ts";
import { parseTodaySearch } from "../features/today/board-tabs.ts";
import { progressQuery, visitListQuery } from "../features/visits/queries.ts";
import {
  approvalListParams,
  parseApprovalsSearch,
  parseVisitsSearch,
  visitListParams,
} from "../features/visits/search.ts";
import { currentLanguage } from "../lib/language.ts";
import { firstScreen } from "../lib/navigation.ts";
import { queryClient } from "../lib/query-client.ts";
import { idParam, oneOfParam, searchParser } from "../lib/search-params.ts";
import { may } from "../lib/session.ts";
import { siteQuery } from "../lib/site.ts";
import { prefetch, screen } from "./loading.ts";
import { appShell, requirePermission } from "./root.ts";

/** Whether the site still needs to be set up; false if unknown. */
const isNotSetUp = () =>
  queryClient.query(siteQuery).then(
    ({ ready }) => !ready,
    () => false,
  );

const index = createRoute({
  getParentRoute: () => appShell,
  path: "/",
  beforeLoad: async ({ context: { user, startScreen } }) => {
    const isNew = startScreen === null && may(user, "referenceData") && (await isNotSetUp());
    throw redirect({ to: isNew ? "/set-up" : firstScreen(user, startScreen), replace: true });
  },
});

const parseAccountSearch = searchParser({
  /** Outcome of linking a company account. */
  company: oneOfParam(companyLinkOutcomes),
});

const account = createRoute({
  getParentRoute: () => appShell,
  path: "/account",
  validateSearch: parseAccountSearch,
  component: screen(() => import("../pages/desk/account.tsx"), "AccountPage"),
});

const about = createRoute({
  getParentRoute: () => appShell,
  path: "/about",
  component: screen(() => import("../pages/desk/about.tsx"), "AboutPage"),
});

const manual = createRoute({
  getParentRoute: () => appShell,
  path: "/manual",
  component: screen(() => import("../pages/desk/manual.tsx"), "ManualPage"),
});

const today = createRoute({
  getParentRoute: () => appShell,
  path: "/today",
  validateSearch: parseTodaySearch,
  beforeLoad: requirePermission("desk"),
  loader: () => prefetch(progressQuery(currentLanguage())),
  component: screen(() => import("../pages/desk/today.tsx"), "TodayPage"),
});

const closing = createRoute({
  getParentRoute: () => appShell,
  path: "/closing",
  validateSearch: parseClosingSearch,
  beforeLoad: requirePermission("desk"),
  loader: () => prefetch(currentDayQuery(currentLanguage())),
  component: screen(() => import("../pages/desk/closing.tsx"), "ClosingPage"),
});

const visits = createRoute({
  getParentRoute: () => appShell,
  path: "/visits",
  validateSearch: parseVisitsSearch,
  beforeLoad: requirePermission("visits.search"),
  loaderDeps: ({ search }) => ({ list: search.list ?? "all", listParams: visitListParams(search) }),
  loader: ({ deps: { list, listParams } }) => prefetch(visitListQuery(list, listParams, currentLanguage())),
  component: screen(() => import("../pages/desk/visits.tsx"), "VisitsPage"),
});

const approvals = createRoute({
  getParentRoute: () => appShell,
  path: "/approvals",
  validateSearch: parseApprovalsSearch,
  beforeLoad: requirePermission("visits.decide"),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { user } }) => {
    const { list, listParams } = approvalListParams(deps, may(user, "desk"));
    prefetch(visitListQuery(list, listParams, currentLanguage()));
  },
  component: screen(() => import("../pages/desk/approvals.tsx"), "ApprovalsPage"),
});

const parseReserveSearch = searchParser({
  /** Id of the visit to repeat. */
  again: idParam,
});

const reserve = createRoute({
  getParentRoute: () => appShell,
  path: "/reserve",
  validateSearch: parseReserveSearch,
  beforeLoad: requirePermission("visits.reserve"),
  component: screen(() => import("../pages/desk/reserve.tsx"), "ReservePage"),
});

const absence = createRoute({
  getParentRoute: () => appShell,
  path: "/absence",
  beforeLoad: requirePermission("visits.decide"),
  loader: () => prefetch(delegationsQuery(undefined, currentLanguage())),
  component: screen(() => import("../pages/desk/absence.tsx"), "AbsencePage"),
});

const passes = createRoute({
  getParentRoute: () => appShell,
  path: "/passes",
  validateSearch: parsePassesSearch,
  beforeLoad: requirePermission("passes"),
  loaderDeps: ({ search }) => passListParams(search),
  loader: ({ deps }) => prefetch(passListQuery(false, deps)),
  component: screen(() => import("../pages/desk/passes.tsx"), "PassesPage"),
});

const vehiclePasses = createRoute({
  getParentRoute: () => appShell,
  path: "/vehicle-passes",
  validateSearch: parsePassesSearch,
  beforeLoad: requirePermission("passes"),
  loaderDeps: ({ search }) => passListParams(search),
  loader: ({ deps }) => prefetch(passListQuery(true, deps)),
  component: screen(() => import("../pages/desk/passes.tsx"), "VehiclePassesPage"),
});

const messages = createRoute({
  getParentRoute: () => appShell,
  path: "/messages",
  validateSearch: parseMessagesSearch,
  beforeLoad: requirePermission("sms"),
  loaderDeps: ({ search }) => messageListParams(search),
  loader: ({ deps }) => prefetch(messageListQuery(deps, currentLanguage())),
  component: screen(() => import("../pages/desk/messages.tsx"), "MessagesPage"),
});

const compose = createRoute({
  getParentRoute: () => appShell,
  path: "/messages/new",
  validateSearch: parseComposeSearch,
  beforeLoad: requirePermission("sms"),
  component: screen(() => import("../pages/desk/compose.tsx"), "ComposePage"),
});

export const deskRoutes = [
  index,
  account,
  about,
  manual,
  today,
  closing,
  visits,
  approvals,
  reserve,
  absence,
  passes,
  vehiclePasses,
  messages,
  compose,
] as const;
