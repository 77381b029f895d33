import { accessLogRoutes } from "./access-log.ts";
import { accountRoutes } from "./account.ts";
import { companyRoutes } from "./companies.ts";
import { configurationRoutes } from "./configuration.ts";
import { erasureRequestRoutes } from "./erasure-requests.ts";
import { hostUserRoutes } from "./host-users.ts";
import { invitationRoutes } from "./invitations.ts";
import { liveRoutes } from "./live.ts";
import { openApiRoutes } from "./openapi.ts";
import { passRoutes } from "./passes.ts";
import { preferenceRoutes } from "./preferences.ts";
import { privacyRoutes } from "./privacy.ts";
import { privacyPolicyRoutes } from "./privacy-policies.ts";
import { reportRoutes } from "./reports.ts";
import { requestRoutes } from "./requests.ts";
import { setUpRoutes } from "./set-up.ts";
import { signageRoutes } from "./signage.ts";
import { siteRoutes } from "./site.ts";
import { smsRoutes } from "./sms.ts";
import { termsRoutes } from "./terms.ts";
import { userCodeRoutes } from "./user-codes.ts";
import { visitActionRoutes } from "./visit-actions.ts";
import { visitListRoutes } from "./visit-lists.ts";

/** Every route there is. */
export const routes = [
  ...siteRoutes,
  ...requestRoutes,
  ...accountRoutes,
  ...preferenceRoutes,
  ...openApiRoutes,
  ...liveRoutes,
  ...passRoutes,
  ...smsRoutes,
  ...companyRoutes,
  ...userCodeRoutes,
  ...privacyPolicyRoutes,
  ...termsRoutes,
  ...privacyRoutes,
  ...hostUserRoutes,
  ...invitationRoutes,
  ...configurationRoutes,
  ...accessLogRoutes,
  ...setUpRoutes,
  ...erasureRequestRoutes,
  ...signageRoutes,
  ...reportRoutes,
  ...visitListRoutes,
  // After every list under /dash/visits: the first route that fits is taken, and "/:id" fits them all.
  ...visitActionRoutes,
];
