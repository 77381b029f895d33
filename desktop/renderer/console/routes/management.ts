/** Routes of administration: site, users, companies, codes, message templates, signage, and reports. */
import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { apiKeysQuery } from "../features/api-keys/queries.ts";
import { parseApiKeysSearch } from "../features/api-keys/search.ts";
import { siteConfigurationQuery } from "../features/configuration/queries.ts";
import { hostUserListQuery } from "../features/host-users/queries.ts";
import { hostUserListParams, parseHostUsersSearch } from "../features/host-users/search.ts";
import { templatesQuery } from "../features/messages/queries.ts";
import { parseTemplatesSearch } from "../features/messages/search.ts";
import { codesOfKindQuery, companyListQuery } from "../features/reference-data/queries.ts";
import {
  codeKinds,
  companyListParams,
  parseCodesSearch,
  parseCompaniesSearch,
} from "../features/reference-data/search.ts";
import { setUpQuery } from "../features/set-up/queries.ts";
import { parseSignageSearch } from "../features/signage/search.ts";
import { webhooksQuery } from "../features/webhooks/queries.ts";
import { parseWebhooksSearch } from "../features/webhooks/search.ts";
import { currentLanguage } from "../lib/language.ts";
import { dayParam, searchParser, textParam } from "../lib/search-params.ts";
import { prefetch, screen } from "./loading.ts";
import { appShell, requirePermission } from "./root.ts";

/** First and last day; defaults to the last thirty days. */
const parseReportsSearch = searchParser({ from: dayParam, to: dayParam });

/** A section or setting to show (features/configuration/settings.ts). */
const parseConfigurationSearch = searchParser({ at: textParam(40) });

const configuration = createRoute({
  getParentRoute: () => appShell,
  path: "/configuration",
  validateSearch: parseConfigurationSearch,
  beforeLoad: requirePermission("referenceData.read"),
  loader: () => prefetch(siteConfigurationQuery),
  component: screen(() => import("../pages/management/configuration.tsx"), "ConfigurationPage"),
});

const setUp = createRoute({
  getParentRoute: () => appShell,
  path: "/set-up",
  beforeLoad: requirePermission("referenceData.read"),
  loader: () => prefetch(setUpQuery),
  component: screen(() => import("../pages/management/set-up.tsx"), "SetUpPage"),
});

const hostUsers = createRoute({
  getParentRoute: () => appShell,
  path: "/host-users",
  validateSearch: parseHostUsersSearch,
  beforeLoad: requirePermission("referenceData.read"),
  loaderDeps: ({ search }) => hostUserListParams(search),
  loader: ({ deps }) => prefetch(hostUserListQuery(deps, currentLanguage())),
  component: screen(() => import("../pages/management/host-users.tsx"), "HostUsersPage"),
});

const hostImport = createRoute({
  getParentRoute: () => appShell,
  path: "/host-users/import",
  beforeLoad: requirePermission("referenceData"),
  component: screen(() => import("../pages/management/host-import.tsx"), "HostImportPage"),
});

const companies = createRoute({
  getParentRoute: () => appShell,
  path: "/companies",
  validateSearch: parseCompaniesSearch,
  beforeLoad: requirePermission("referenceData.read"),
  loaderDeps: ({ search }) => companyListParams(search),
  loader: ({ deps }) => prefetch(companyListQuery(deps)),
  component: screen(() => import("../pages/management/companies.tsx"), "CompaniesPage"),
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
      const known = codeKinds.find((codeKind) => codeKind === kind);
      if (!known) throw notFound();
      return { kind: known };
    },
    stringify: ({ kind }) => ({ kind }),
  },
  validateSearch: parseCodesSearch,
  beforeLoad: requirePermission("referenceData.read"),
  loader: ({ params: { kind } }) => prefetch(codesOfKindQuery(kind)),
  component: screen(() => import("../pages/management/codes.tsx"), "CodesPage"),
});

const messageTemplates = createRoute({
  getParentRoute: () => appShell,
  path: "/messages/templates",
  validateSearch: parseTemplatesSearch,
  beforeLoad: requirePermission("referenceData"),
  loader: () => prefetch(templatesQuery),
  component: screen(() => import("../pages/management/message-templates.tsx"), "MessageTemplatesPage"),
});

const signage = createRoute({
  getParentRoute: () => appShell,
  path: "/signage",
  validateSearch: parseSignageSearch,
  beforeLoad: requirePermission("signage"),
  component: screen(() => import("../pages/management/signage.tsx"), "SignagePage"),
});

const webhooks = createRoute({
  getParentRoute: () => appShell,
  path: "/webhooks",
  validateSearch: parseWebhooksSearch,
  beforeLoad: requirePermission("integrations"),
  loader: () => prefetch(webhooksQuery),
  component: screen(() => import("../pages/management/webhooks.tsx"), "WebhooksPage"),
});

const apiKeys = createRoute({
  getParentRoute: () => appShell,
  path: "/api-keys",
  validateSearch: parseApiKeysSearch,
  beforeLoad: requirePermission("integrations"),
  loader: () => prefetch(apiKeysQuery),
  component: screen(() => import("../pages/management/api-keys.tsx"), "ApiKeysPage"),
});

const reports = createRoute({
  getParentRoute: () => appShell,
  path: "/reports",
  validateSearch: parseReportsSearch,
  beforeLoad: requirePermission("reports"),
  component: screen(() => import("../pages/management/reports.tsx"), "ReportsPage"),
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
