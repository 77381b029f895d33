/** What administrators set up: the site, its people, companies and codes, wording and signage; and the reports. */
import { createRoute, notFound, redirect } from "@tanstack/react-router";
import * as z from "zod/mini";
import { askOfHostUsers, parseHostUsersSearch } from "../features/host-users/search.ts";
import { parseWordingSearch } from "../features/messages/search.ts";
import {
  askOfCompanies,
  codeKinds,
  parseCodesSearch,
  parseCompaniesSearch,
} from "../features/reference-data/search.ts";
import { parseSignageSearch } from "../features/signage/search.ts";
import { currentLanguage } from "../lib/language.ts";
import { beginLater, later } from "./loading.ts";
import { frame, only } from "./root.ts";

const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined);

/** First and last day; the last thirty days unless both are said. */
const reportsParams = z.object({ from: day, to: day });

type ReportsSearch = z.output<typeof reportsParams>;

const parseReportsSearch = (raw: Record<string, unknown>): ReportsSearch => reportsParams.parse(raw);

const configuration = createRoute({
  getParentRoute: () => frame,
  path: "/configuration",
  beforeLoad: only("baseData.read"),
  loader: () =>
    beginLater(async () => (await import("../features/configuration/queries.ts")).siteConfigurationQuery),
  component: later(() => import("../pages/management/configuration.tsx"), "ConfigurationPage"),
});

const setUp = createRoute({
  getParentRoute: () => frame,
  path: "/set-up",
  beforeLoad: only("baseData.read"),
  loader: () => beginLater(async () => (await import("../features/set-up/queries.ts")).setUpQuery),
  component: later(() => import("../pages/management/set-up.tsx"), "SetUpPage"),
});

const hostUsers = createRoute({
  getParentRoute: () => frame,
  path: "/host-users",
  validateSearch: parseHostUsersSearch,
  beforeLoad: only("baseData.read"),
  loaderDeps: ({ search }) => askOfHostUsers(search),
  loader: ({ deps }) =>
    beginLater(async () =>
      (await import("../features/host-users/queries.ts")).hostUserListQuery(deps, currentLanguage()),
    ),
  component: later(() => import("../pages/management/host-users.tsx"), "HostUsersPage"),
});

const hostImport = createRoute({
  getParentRoute: () => frame,
  path: "/host-users/import",
  beforeLoad: only("baseData"),
  component: later(() => import("../pages/management/host-import.tsx"), "HostImportPage"),
});

const companies = createRoute({
  getParentRoute: () => frame,
  path: "/companies",
  validateSearch: parseCompaniesSearch,
  beforeLoad: only("baseData.read"),
  loaderDeps: ({ search }) => askOfCompanies(search),
  loader: ({ deps }) =>
    beginLater(async () => (await import("../features/reference-data/queries.ts")).companyListQuery(deps)),
  component: later(() => import("../pages/management/companies.tsx"), "CompaniesPage"),
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
      const known = codeKinds.find((one) => one === kind);
      if (!known) throw notFound();
      return { kind: known };
    },
    stringify: ({ kind }) => ({ kind }),
  },
  validateSearch: parseCodesSearch,
  beforeLoad: only("baseData.read"),
  loader: ({ params: { kind } }) =>
    beginLater(async () => (await import("../features/reference-data/queries.ts")).codesOfKindQuery(kind)),
  component: later(() => import("../pages/management/codes.tsx"), "CodesPage"),
});

const messageTemplates = createRoute({
  getParentRoute: () => frame,
  path: "/messages/templates",
  validateSearch: parseWordingSearch,
  beforeLoad: only("baseData"),
  loader: () => beginLater(async () => (await import("../features/messages/queries.ts")).templatesQuery),
  component: later(() => import("../pages/management/message-templates.tsx"), "MessageTemplatesPage"),
});

const signage = createRoute({
  getParentRoute: () => frame,
  path: "/signage",
  validateSearch: parseSignageSearch,
  beforeLoad: only("signage"),
  component: later(() => import("../pages/management/signage.tsx"), "SignagePage"),
});

const reports = createRoute({
  getParentRoute: () => frame,
  path: "/reports",
  validateSearch: parseReportsSearch,
  beforeLoad: only("reports"),
  component: later(() => import("../pages/management/reports.tsx"), "ReportsPage"),
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
  reports,
] as const;
