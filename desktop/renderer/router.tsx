/** Screens of the console. All but the frame load their own code when they are opened. */
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from "@tanstack/react-router";
import { Crash } from "./components/crash.tsx";
import { NotFound } from "./components/not-found.tsx";
import { parseAccessSearch } from "./features/access-log/access-search.ts";
import { parseLoginSearch } from "./features/account/login-search.ts";
import {
  askOfCompanies,
  type CodeKind,
  codeKinds,
  parseCodesSearch,
  parseCompaniesSearch,
} from "./features/base-data/search.ts";
import { parseComposeSearch } from "./features/compose/compose-search.ts";
import { parseErasureSearch } from "./features/erasure/erasure-search.ts";
import { askOfHostUsers, parseHostUsersSearch } from "./features/host-users/search.ts";
import { askOfMessages, parseMessagesSearch } from "./features/messages/messages-search.ts";
import { parseOfflineSearch } from "./features/offline/offline-search.ts";
import { askOfPasses, parsePassesSearch } from "./features/passes/passes-search.ts";
import { passListQuery } from "./features/passes/queries.ts";
import { parsePoliciesSearch } from "./features/policies/policies-search.ts";
import { parsePrintSearch } from "./features/print/print-search.ts";
import { parseRegisterSearch } from "./features/register/register-search.ts";
import { parseReportsSearch } from "./features/reports/reports-search.ts";
import { parseSignageSearch } from "./features/signage/signage-search.ts";
import {
  parseCompareSearch,
  parseFromSearch,
  parseTermsItemSearch,
  parseTermsSearch,
} from "./features/texts/texts-search.ts";
import { parseTodaySearch } from "./features/today/today-search.ts";
import { parseTrashSearch } from "./features/trash/trash-search.ts";
import { progressQuery, visitListQuery } from "./features/visits/queries.ts";
import {
  askOf,
  askOfApprovals,
  parseApprovalsSearch,
  parseVisitsSearch,
} from "./features/visits/visits-search.ts";
import { parseWordingSearch } from "./features/wording/wording-search.ts";
import { desktopApp } from "./lib/desktop-app.ts";
import { firstScreen } from "./lib/first-screen.ts";
import { currentLanguage, fetchLaterTexts } from "./lib/language.ts";
import { takeUpPreferences } from "./lib/preferences.ts";
import { queryClient } from "./lib/query-client.ts";
import { isServerAway } from "./lib/server-gone.ts";
import { type AskedPermission, may, sessionQuery } from "./lib/session.ts";
import { onSessionEnd } from "./lib/session-end.ts";
import { Frame } from "./routes/frame.tsx";
import { LoginPage } from "./routes/login.tsx";
import { ownDrafts } from "./stores/drafts.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

const rootRoute = createRootRouteWithContext<object>()({ notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: parseLoginSearch,
  // with the rest: where a session ends, nothing of the frame may be drawn while code is on its way
  component: LoginPage,
});

/** Lets through who is signed in, with the console as they like it; the others sign in first. */
async function signedIn({ location }: { location: { href: string } }) {
  const user = await queryClient.ensureQueryData(sessionQuery()).catch((error: unknown) => {
    if (desktopApp && isServerAway(error)) throw redirect({ to: "/offline" });
    throw error;
  });
  if (!user) throw redirect({ to: "/login", search: { back: location.href } });
  ownDrafts(user.id);
  const { startScreen } = await takeUpPreferences();
  return { user, startScreen };
}

/** Everything behind the sign-in. */
const frame = createRoute({
  getParentRoute: () => rootRoute,
  id: "frame",
  beforeLoad: signedIn,
  component: Frame,
});

/** Lets through who holds the permission; the others see their own first screen. */
const only =
  (permission: AskedPermission) =>
  ({ context: { user } }: { context: { user: Parameters<typeof may>[0] } }) => {
    if (!may(user, permission)) throw redirect({ to: firstScreen(user) });
  };

/** Begins to read what a screen shows while its code is still on the way; what fails the screen itself says. */
const begin = (query: Parameters<typeof queryClient.prefetchQuery>[0]): void =>
  void queryClient.prefetchQuery(query);

/** The same where the query is no part of the first screen. */
const beginLater = (load: () => Promise<unknown>): void =>
  void load().then(
    (query) => begin(query as never),
    () => undefined,
  );

/** A screen that is seldom opened: its code and the texts of all of them come when it is. */
const later = (load: () => Promise<unknown>, name: string) =>
  lazyRouteComponent(async () => {
    const [screen] = await Promise.all([load(), fetchLaterTexts()]);
    return screen as Record<string, never>;
  }, name);

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
  component: lazyRouteComponent(() => import("./routes/account.tsx"), "AccountPage"),
});

const about = createRoute({
  getParentRoute: () => frame,
  path: "/about",
  component: lazyRouteComponent(() => import("./routes/about.tsx"), "AboutPage"),
});

const today = createRoute({
  getParentRoute: () => frame,
  path: "/today",
  validateSearch: parseTodaySearch,
  beforeLoad: only("desk"),
  loader: () => begin(progressQuery(currentLanguage()) as never),
  component: lazyRouteComponent(() => import("./routes/today.tsx"), "TodayPage"),
});

const visits = createRoute({
  getParentRoute: () => frame,
  path: "/visits",
  validateSearch: parseVisitsSearch,
  beforeLoad: only("visits.search"),
  loaderDeps: ({ search }) => ({ list: search.list ?? "all", ask: askOf(search) }),
  loader: ({ deps: { list, ask } }) => begin(visitListQuery(list, ask, currentLanguage()) as never),
  component: lazyRouteComponent(() => import("./routes/visits.tsx"), "VisitsPage"),
});

const approvals = createRoute({
  getParentRoute: () => frame,
  path: "/approvals",
  validateSearch: parseApprovalsSearch,
  beforeLoad: only("visits.decide"),
  loaderDeps: ({ search }) => search,
  loader: ({ deps, context: { user } }) => {
    const { list, ask } = askOfApprovals(deps, may(user, "visits.search"));
    begin(visitListQuery(list, ask, currentLanguage()) as never);
  },
  component: lazyRouteComponent(() => import("./routes/approvals.tsx"), "ApprovalsPage"),
});

/** Where the link of an invitation leads; nobody has signed in there. */
const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitation/$token",
  component: later(() => import("./routes/invitation.tsx"), "InvitationPage"),
});

/** All else is the desk's. */
const printPermission: Readonly<Partial<Record<string, AskedPermission>>> = {
  passes: "visits.search",
  register: "privacy.read",
};

/** The desktop app without its server: who is signed in cannot be asked, and is no condition (main/snapshot.ts). */
const offline = createRoute({
  getParentRoute: () => rootRoute,
  path: "/offline",
  validateSearch: parseOfflineSearch,
  component: later(() => import("./routes/offline.tsx"), "OfflinePage"),
});

const offlinePrint = createRoute({
  getParentRoute: () => rootRoute,
  path: "/offline/print/$kind",
  validateSearch: parseOfflineSearch,
  component: later(() => import("./routes/offline-print.tsx"), "OfflinePrintPage"),
});

/** What comes out of the printer stands alone. */
const print = createRoute({
  getParentRoute: () => rootRoute,
  path: "/print/$kind",
  validateSearch: parsePrintSearch,
  beforeLoad: async (match) => {
    const context = await signedIn(match);
    only(printPermission[match.params.kind] ?? "desk")({ context });
    return context;
  },
  component: later(() => import("./routes/print.tsx"), "PrintPage"),
});

const reserve = createRoute({
  getParentRoute: () => frame,
  path: "/reserve",
  beforeLoad: only("visits.reserve"),
  component: later(() => import("./routes/reserve.tsx"), "ReservePage"),
});

const passes = createRoute({
  getParentRoute: () => frame,
  path: "/passes",
  validateSearch: parsePassesSearch,
  beforeLoad: only("passes"),
  loaderDeps: ({ search }) => askOfPasses(search),
  loader: ({ deps }) => begin(passListQuery(false, deps as never) as never),
  component: later(() => import("./routes/passes.tsx"), "PassesPage"),
});

const vehiclePasses = createRoute({
  getParentRoute: () => frame,
  path: "/vehicle-passes",
  validateSearch: parsePassesSearch,
  beforeLoad: only("passes"),
  loaderDeps: ({ search }) => askOfPasses(search),
  loader: ({ deps }) => begin(passListQuery(true, deps as never) as never),
  component: later(() => import("./routes/passes.tsx"), "VehiclePassesPage"),
});

const configuration = createRoute({
  getParentRoute: () => frame,
  path: "/configuration",
  beforeLoad: only("baseData.read"),
  loader: () =>
    beginLater(async () => (await import("./features/configuration/queries.ts")).siteConfigurationQuery),
  component: later(() => import("./routes/configuration.tsx"), "ConfigurationPage"),
});

const setUp = createRoute({
  getParentRoute: () => frame,
  path: "/set-up",
  beforeLoad: only("baseData.read"),
  loader: () => beginLater(async () => (await import("./features/set-up/queries.ts")).setUpQuery),
  component: later(() => import("./routes/set-up.tsx"), "SetUpPage"),
});

const hostUsers = createRoute({
  getParentRoute: () => frame,
  path: "/host-users",
  validateSearch: parseHostUsersSearch,
  beforeLoad: only("baseData.read"),
  loaderDeps: ({ search }) => askOfHostUsers(search),
  loader: ({ deps }) =>
    beginLater(async () =>
      (await import("./features/host-users/queries.ts")).hostUserListQuery(deps, currentLanguage()),
    ),
  component: later(() => import("./routes/host-users.tsx"), "HostUsersPage"),
});

const hostImport = createRoute({
  getParentRoute: () => frame,
  path: "/host-users/import",
  beforeLoad: only("baseData"),
  component: later(() => import("./routes/host-import.tsx"), "HostImportPage"),
});

const companies = createRoute({
  getParentRoute: () => frame,
  path: "/companies",
  validateSearch: parseCompaniesSearch,
  beforeLoad: only("baseData.read"),
  loaderDeps: ({ search }) => askOfCompanies(search),
  loader: ({ deps }) =>
    beginLater(async () => (await import("./features/base-data/queries.ts")).companyListQuery(deps as never)),
  component: later(() => import("./routes/companies.tsx"), "CompaniesPage"),
});

const firstCodes = createRoute({
  getParentRoute: () => frame,
  path: "/codes",
  beforeLoad: () => {
    throw redirect({ to: "/codes/$kind", params: { kind: codeKinds[0] }, replace: true });
  },
});

const codes = createRoute({
  getParentRoute: () => frame,
  path: "/codes/$kind",
  params: {
    parse: ({ kind }) => {
      if (!(codeKinds as readonly string[]).includes(kind)) throw notFound();
      return { kind: kind as CodeKind };
    },
    stringify: ({ kind }) => ({ kind }),
  },
  validateSearch: parseCodesSearch,
  beforeLoad: only("baseData.read"),
  loader: ({ params: { kind } }) =>
    beginLater(async () => (await import("./features/base-data/queries.ts")).codesOfKindQuery(kind)),
  component: later(() => import("./routes/codes.tsx"), "CodesPage"),
});

const trash = createRoute({
  getParentRoute: () => frame,
  path: "/trash",
  validateSearch: parseTrashSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("./routes/trash.tsx"), "TrashPage"),
});

const register = createRoute({
  getParentRoute: () => frame,
  path: "/register",
  validateSearch: parseRegisterSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("./routes/register.tsx"), "RegisterPage"),
});

const messages = createRoute({
  getParentRoute: () => frame,
  path: "/messages",
  validateSearch: parseMessagesSearch,
  beforeLoad: only("sms"),
  loaderDeps: ({ search }) => askOfMessages(search),
  loader: ({ deps }) =>
    beginLater(async () =>
      (await import("./features/messages/queries.ts")).messageListQuery(deps, currentLanguage()),
    ),
  component: later(() => import("./routes/messages.tsx"), "MessagesPage"),
});

const compose = createRoute({
  getParentRoute: () => frame,
  path: "/messages/new",
  validateSearch: parseComposeSearch,
  beforeLoad: only("sms"),
  component: later(() => import("./routes/compose.tsx"), "ComposePage"),
});

const messageTemplates = createRoute({
  getParentRoute: () => frame,
  path: "/messages/templates",
  validateSearch: parseWordingSearch,
  beforeLoad: only("baseData"),
  loader: () => beginLater(async () => (await import("./features/messages/queries.ts")).templatesQuery),
  component: later(() => import("./routes/message-templates.tsx"), "MessageTemplatesPage"),
});

const signage = createRoute({
  getParentRoute: () => frame,
  path: "/signage",
  validateSearch: parseSignageSearch,
  beforeLoad: only("signage"),
  component: later(() => import("./routes/signage.tsx"), "SignagePage"),
});

const reports = createRoute({
  getParentRoute: () => frame,
  path: "/reports",
  validateSearch: parseReportsSearch,
  beforeLoad: only("reports"),
  component: later(() => import("./routes/reports.tsx"), "ReportsPage"),
});

const terms = createRoute({
  getParentRoute: () => frame,
  path: "/terms",
  validateSearch: parseTermsSearch,
  beforeLoad: only("texts"),
  component: later(() => import("./routes/terms.tsx"), "TermsPage"),
});

const termsItem = createRoute({
  getParentRoute: () => frame,
  path: "/terms/$id",
  validateSearch: parseTermsItemSearch,
  beforeLoad: only("texts"),
  component: later(() => import("./routes/terms-item.tsx"), "TermsItemPage"),
});

const termsVersion = createRoute({
  getParentRoute: () => frame,
  path: "/terms/$id/versions/$version",
  validateSearch: parseFromSearch,
  beforeLoad: only("texts"),
  component: later(() => import("./routes/terms-version.tsx"), "TermsVersionPage"),
});

const termsCompare = createRoute({
  getParentRoute: () => frame,
  path: "/terms/$id/compare",
  validateSearch: parseCompareSearch,
  beforeLoad: only("texts"),
  component: later(() => import("./routes/terms-compare.tsx"), "TermsComparePage"),
});

const policies = createRoute({
  getParentRoute: () => frame,
  path: "/policies",
  validateSearch: parsePoliciesSearch,
  beforeLoad: only("texts"),
  component: later(() => import("./routes/policies.tsx"), "PoliciesPage"),
});

const policiesCompare = createRoute({
  getParentRoute: () => frame,
  path: "/policies/compare",
  validateSearch: parseCompareSearch,
  beforeLoad: only("texts"),
  component: later(() => import("./routes/policies-compare.tsx"), "PoliciesComparePage"),
});

const policy = createRoute({
  getParentRoute: () => frame,
  path: "/policies/$id",
  validateSearch: parseFromSearch,
  beforeLoad: only("texts"),
  component: later(() => import("./routes/policy.tsx"), "PolicyPage"),
});

const accessLog = createRoute({
  getParentRoute: () => frame,
  path: "/access-log",
  validateSearch: parseAccessSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("./routes/access-log.tsx"), "AccessLogPage"),
});

const erasureRequests = createRoute({
  getParentRoute: () => frame,
  path: "/erasure-requests",
  validateSearch: parseErasureSearch,
  beforeLoad: only("privacy.read"),
  component: later(() => import("./routes/erasure-requests.tsx"), "ErasureRequestsPage"),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    login,
    invitation,
    print,
    offline,
    offlinePrint,
    frame.addChildren([
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
      messageTemplates,
      configuration,
      setUp,
      hostUsers,
      hostImport,
      companies,
      firstCodes,
      codes,
      trash,
      register,
      signage,
      reports,
      terms,
      termsItem,
      termsVersion,
      termsCompare,
      policies,
      policiesCompare,
      policy,
      accessLog,
      erasureRequests,
    ]),
  ]),
  basepath: "/dash",
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
