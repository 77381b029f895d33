/** What visitors agree to: terms with their versions, and policies. */
import { createRoute } from "@tanstack/react-router";
import {
  parseCompareSearch,
  parseFromSearch,
  parsePoliciesSearch,
  parseTermsItemSearch,
  parseTermsSearch,
} from "../features/texts/search.ts";
import { later } from "./loading.ts";
import { frame, only } from "./root.ts";

const terms = createRoute({
  getParentRoute: () => frame,
  path: "/terms",
  validateSearch: parseTermsSearch,
  beforeLoad: only("texts"),
  component: later(() => import("../pages/texts/terms.tsx"), "TermsPage"),
});

const termsItem = createRoute({
  getParentRoute: () => frame,
  path: "/terms/$id",
  validateSearch: parseTermsItemSearch,
  beforeLoad: only("texts"),
  component: later(() => import("../pages/texts/terms-item.tsx"), "TermsItemPage"),
});

const termsVersion = createRoute({
  getParentRoute: () => frame,
  path: "/terms/$id/versions/$version",
  validateSearch: parseFromSearch,
  beforeLoad: only("texts"),
  component: later(() => import("../pages/texts/terms-version.tsx"), "TermsVersionPage"),
});

const termsCompare = createRoute({
  getParentRoute: () => frame,
  path: "/terms/$id/compare",
  validateSearch: parseCompareSearch,
  beforeLoad: only("texts"),
  component: later(() => import("../pages/texts/terms-compare.tsx"), "TermsComparePage"),
});

const policies = createRoute({
  getParentRoute: () => frame,
  path: "/policies",
  validateSearch: parsePoliciesSearch,
  beforeLoad: only("texts"),
  component: later(() => import("../pages/texts/policies.tsx"), "PoliciesPage"),
});

const policiesCompare = createRoute({
  getParentRoute: () => frame,
  path: "/policies/compare",
  validateSearch: parseCompareSearch,
  beforeLoad: only("texts"),
  component: later(() => import("../pages/texts/policies-compare.tsx"), "PoliciesComparePage"),
});

const policy = createRoute({
  getParentRoute: () => frame,
  path: "/policies/$id",
  validateSearch: parseFromSearch,
  beforeLoad: only("texts"),
  component: later(() => import("../pages/texts/policy.tsx"), "PolicyPage"),
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
