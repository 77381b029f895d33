/** What administrators set up: the site, its people, companies and codes, wording and signage; and the reports. */
import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { parseApiKeysSearch } from "../features/api-keys/search.ts";
import { askOfHostUsers, parseHostUsersSearch } from "../features/host-users/search.ts";
import { parseTemplatesSearch } from "../features/messages/search.ts";
import {
  askOfCompanies,
  codeKinds,
  parseCodesSearch,
  parseCompaniesSearch,
} from "../features/reference-data/search.ts";
import { parseSignageSearch } from "../features/signage/search.ts";
import { parseWebhooksSearch } from "../features/webhooks/search.ts";
import { dayParam, searchParser } from "../lib/address.ts";
import { currentLanguage } from "../lib/language.ts";
import { lazyPage, prefetchLazy } from "./loading.ts";
import { appShell, requirePermission } from "./root.ts";

/** First and last day; the last thirty days unless both are said. */
const parseReportsSearch = searchParser({ from: dayParam, to: dayParam });

const configuration = createRoute({
  getParentRoute: () => appShell,
  path: "/configuration",
  beforeLoad: requirePermission("referenceData.read"),
  loader: () =>
    prefetchLazy(async () => (await import("../features/configuration/queries.ts")).siteConfigurationQuery),
  component: lazyPage(() => import("../pages/management/configuration.tsx"), "ConfigurationPage"),
});

const setUp = createRoute({
  getParentRoute: () => appShell,
  path: "/set-up",
  beforeLoad: requirePermission("referenceData.read"),
  loader: () => prefetchLazy(async () => (await import("../features/set-up/queries.ts")).setUpQuery),
  component: lazyPage(() => import("../pages/management/set-up.tsx"), "SetUpPage"),
});

const hostUsers = createRoute({
  getParentRoute: () => appShell,
  path: "/host-users",
  validateSearch: parseHostUsersSearch,
  beforeLoad: requirePermission("referenceData.read"),
  loaderDeps: ({ search }) => askOfHostUsers(search),
  loader: ({ deps }) =>
    prefetchLazy(async () =>
      (await import("../features/host-users/queries.ts")).hostUserListQuery(deps, currentLanguage()),
    ),
  component: lazyPage(() => import("../pages/management/host-users.tsx"), "HostUsersPage"),
});

const hostImport = createRoute({
  getParentRoute: () => appShell,
  path: "/host-users/import",
  beforeLoad: requirePermission("referenceData"),
  component: lazyPage(() => import("../pages/management/host-import.tsx"), "HostImportPage"),
});

const companies = createRoute({
  getParentRoute: () => appShell,
  path: "/companies",
  validateSearch: parseCompaniesSearch,
  beforeLoad: requirePermission("referenceData.read"),
  loaderDeps: ({ search }) => askOfCompanies(search),
  loader: ({ deps }) =>
    prefetchLazy(async () => (await import("../features/reference-data/queries.ts")).companyListQuery(deps)),
  component: lazyPage(() => import("../pages/management/companies.tsx"), "CompaniesPage"),
});

const firstCodes = createRoute({
  getParentRoute: () => appShell,
  path: "/codes",
  beforeLoad: () => {
    throw redirect({ to: "/codes/$kind", params: { kind: codeKinds[0] }, replace: true });
  },
});

const codes = createRoute({
  getParentRoute: () => appShell,
  path: "/codes/$kind",
  params: {
    parse: ({ kind }) => {
      const known = codeKinds.find((one) => one === kind);
      if (!known) throw notFound();
      return { kind: known };
    },
    stringify: ({ kind }) => ({ kind }),
  },
  validateSearch: parseCodesSearch,
  beforeLoad: requirePermission("referenceData.read"),
  loader: ({ params: { kind } }) =>
    prefetchLazy(async () => (await import("../features/reference-data/queries.ts")).codesOfKindQuery(kind)),
  component: lazyPage(() => import("../pages/management/codes.tsx"), "CodesPage"),
});

const messageTemplates = createRoute({
  getParentRoute: () => appShell,
  path: "/messages/templates",
  validateSearch: parseTemplatesSearch,
  beforeLoad: requirePermission("referenceData"),
  loader: () => prefetchLazy(async () => (await import("../features/messages/queries.ts")).templatesQuery),
  component: lazyPage(() => import("../pages/management/message-templates.tsx"), "MessageTemplatesPage"),
});

const signage = createRoute({
  getParentRoute: () => appShell,
  path: "/signage",
  validateSearch: parseSignageSearch,
  beforeLoad: requirePermission("signage"),
  component: lazyPage(() => import("../pages/management/signage.tsx"), "SignagePage"),
});

const webhooks = createRoute({
  getParentRoute: () => appShell,
  path: "/webhooks",
  validateSearch: parseWebhooksSearch,
  beforeLoad: requirePermission("integrations"),
  loader: () => prefetchLazy(async () => (await import("../features/webhooks/queries.ts")).webhooksQuery),
  component: lazyPage(() => import("../pages/management/webhooks.tsx"), "WebhooksPage"),
});

const apiKeys = createRoute({
  getParentRoute: () => appShell,
  path: "/api-keys",
  validateSearch: parseApiKeysSearch,
  beforeLoad: requirePermission("integrations"),
  loader: () => prefetchLazy(async () => (await import("../features/api-keys/queries.ts")).apiKeysQuery),
  component: lazyPage(() => import("../pages/management/api-keys.tsx"), "ApiKeysPage"),
});

const reports = createRoute({
  getParentRoute: () => appShell,
  path: "/reports",
  validateSearch: parseReportsSearch,
  beforeLoad: requirePermission("reports"),
  component: lazyPage(() => import("../pages/management/reports.tsx"), "ReportsPage"),
});

export const managementRoutes = [
  configuration,
  setUp,
  hostUsers,
  hostImport,
  companies,
  firstCodes,
  codes,
  messageTemplates,
  signage,
  webhooks,
  apiKeys,
  reports,
] as const;
