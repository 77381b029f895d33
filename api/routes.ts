import type { Endpoint } from "#contract/endpoint.ts";
import { getLive } from "#contract/live.ts";
import { getOpenApi } from "#contract/openapi.ts";
import { accessLogRoutes } from "./features/access-log/routes.ts";
import { apiKeyRoutes } from "./features/api-keys/routes.ts";
import { companyAccountRoutes } from "./features/company-sign-in/routes.ts";
import { dayClosingRoutes } from "./features/day-closings/routes.ts";
import { decisionLinkRoutes } from "./features/decision-links/routes.ts";
import { delegationRoutes } from "./features/delegations/routes.ts";
import { eventRoutes } from "./features/events/routes.ts";
import { exportRoutes } from "./features/exports/routes.ts";
import { holidayRoutes } from "./features/holidays/routes.ts";
import { hostUserAccessRoutes, hostUserRoutes, invitationRoutes } from "./features/host-users/routes.ts";
import { lookupRoutes } from "./features/lookup/routes.ts";
import { smsRoutes } from "./features/messages/routes.ts";
import { passRoutes } from "./features/passes/routes.ts";
import { privacyPolicyRoutes } from "./features/policies/routes.ts";
import { preferenceRoutes } from "./features/preferences/routes.ts";
import { erasureRequestRoutes, privacyRoutes } from "./features/privacy/routes.ts";
import { companyRoutes, userCodeRoutes } from "./features/reference-data/routes.ts";
import { reportRoutes } from "./features/reports/routes.ts";
import { requestRoutes } from "./features/requests/routes.ts";
import { savedViewRoutes } from "./features/saved-views/routes.ts";
import { accountRoutes } from "./features/sign-in/routes.ts";
import {
  ownPasskeyRoutes,
  passkeySignInRoutes,
  secondFactorRoutes,
  secondStepRoutes,
} from "./features/sign-in/second-factor-routes.ts";
import { signageRoutes } from "./features/signage/routes.ts";
import { configurationRoutes, setUpRoutes } from "./features/site/configuration-routes.ts";
import { siteRoutes } from "./features/site/routes.ts";
import { termsRoutes } from "./features/terms/routes.ts";
import { visitLinkRoutes } from "./features/visit-links/routes.ts";
import { visitListRoutes } from "./features/visits/list-routes.ts";
import { visitActionRoutes } from "./features/visits/routes.ts";
import { webhookRoutes } from "./features/webhooks/routes.ts";
import { describeCalls } from "./http/openapi/openapi.ts";
import { type Route, route } from "./http/route.ts";

/** Live updates. */
const live = route(getLive, async ({ deps, ctx, me }) => {
  if (ctx.method === "HEAD") return "";
  await deps.live.open(me, ctx.res, ctx.get("Last-Event-ID"));
  // The stream writes to the response itself.
  ctx.respond = false;
  return undefined;
});

/** Built on first request. */
let description: string | undefined;

const openApi = route(getOpenApi, async ({ ctx }) => {
  description ??= JSON.stringify(describeCalls(endpoints));
  ctx.type = getOpenApi.media;
  return description;
});

export const routes: readonly Route[] = [
  ...siteRoutes,
  ...requestRoutes,
  ...lookupRoutes,
  ...visitLinkRoutes,
  ...decisionLinkRoutes,
  ...accountRoutes,
  ...secondStepRoutes,
  ...secondFactorRoutes,
  ...passkeySignInRoutes,
  ...ownPasskeyRoutes,
  ...preferenceRoutes,
  ...savedViewRoutes,
  ...delegationRoutes,
  openApi,
  live,
  ...passRoutes,
  ...smsRoutes,
  ...companyRoutes,
  ...userCodeRoutes,
  ...privacyPolicyRoutes,
  ...termsRoutes,
  ...privacyRoutes,
  ...hostUserRoutes,
  ...hostUserAccessRoutes,
  ...companyAccountRoutes,
  ...invitationRoutes,
  ...configurationRoutes,
  ...accessLogRoutes,
  ...eventRoutes,
  ...exportRoutes,
  ...setUpRoutes,
  ...erasureRequestRoutes,
  ...signageRoutes,
  ...reportRoutes,
  ...webhookRoutes,
  ...apiKeyRoutes,
  ...holidayRoutes,
  ...dayClosingRoutes,
  ...visitListRoutes,
  // After all lists under /dash/visits: the first matching route wins, and "/:id" matches them all.
  ...visitActionRoutes,
];

export const endpoints: readonly Endpoint[] = routes.map(({ endpoint }) => endpoint);
