/** Routes of texts that visitors agree to: terms with their versions, and policies. */
import { createRoute } from "@tanstack/react-router";
import {
  parseCompareSearch,
  parseFromSearch,
  parsePoliciesSearch,
  parseTermsItemSearch,
  parseTermsSearch,
} from "../features/texts/search.ts";
import { screen } from "./loading.ts";
import { appShell, requirePermission } from "./root.ts";

const terms = createRoute({
  getParentRoute: () => appShell,
  path: "/terms",
  validateSearch: parseTermsSearch,
  beforeLoad: requirePermission("texts"),
  component: screen(() => import("../pages/texts/terms.tsx"), "TermsPage"),
});

const termsItem = createRoute({
  getParentRoute: () => appShell,
  path: "/terms/$id",
  validateSearch: parseTermsItemSearch,
  beforeLoad: requirePermission("texts"),
  component: screen(() => import("../pages/texts/terms-item.tsx"), "TermsItemPage"),
});

const termsVersion = createRoute({
  getParentRoute: () => appShell,
  path: "/terms/$id/versions/$version",
  validateSearch: parseFromSearch,
  beforeLoad: requirePermission("texts"),
  component: screen(() => import("../pages/texts/terms-version.tsx"), "TermsVersionPage"),
});

const termsCompare = createRoute({
  getParentRoute: () => appShell,
  path: "/terms/$id/compare",
  validateSearch: parseCompareSearch,
  beforeLoad: requirePermission("texts"),
  component: screen(() => import("../pages/texts/terms-compare.tsx"), "TermsComparePage"),
});

const policies = createRoute({
  getParentRoute: () => appShell,
  path: "/policies",
  validateSearch: parsePoliciesSearch,
  beforeLoad: requirePermission("texts"),
  component: screen(() => import("../pages/texts/policies.tsx"), "PoliciesPage"),
});

const policiesCompare = createRoute({
  getParentRoute: () => appShell,
  path: "/policies/compare",
  validateSearch: parseCompareSearch,
  beforeLoad: requirePermission("texts"),
  component: screen(() => import("../pages/texts/policies-compare.tsx"), "PoliciesComparePage"),
});

const policy = createRoute({
  getParentRoute: () => appShell,
  path: "/policies/$id",
  validateSearch: parseFromSearch,
  beforeLoad: requirePermission("texts"),
  component: screen(() => import("../pages/texts/policy.tsx"), "PolicyPage"),
});

export const textsRoutes = [
  terms,
  termsItem,
  termsVersion,
  termsCompare,
  policies,
  policiesCompare,
  policy,
] as const;
