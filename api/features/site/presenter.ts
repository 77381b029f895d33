/** Configuration row → responses for the public site and for administrators. */

import type { Model } from "objection";
import type { Settings } from "#api/settings.ts";
import { isSetUp, type SiteSettings } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import type { PublicConfiguration, SiteConfiguration } from "#contract/site/configuration.ts";
import type { Configuration, Logo } from "#db/models/configuration.ts";

/** @param hasHost whether visitors can find a host */
export const presentConfiguration = (
  { configuration: row, setUp }: SiteSettings,
  hasHost: boolean,
  { demonstration, company }: Pick<Settings, "demonstration" | "company">,
): PublicConfiguration => ({
  maxRequestDays: row.maxRequestDays,
  requestInputUserCompany: row.requestInputUserCompany,
  requestInputPlace: row.requestInputPlace,
  requestInputVisitorCompany: row.requestInputVisitorCompany,
  useCar: row.useCar,
  lookupCode: row.lookupCode,
  submitCode: row.submitCode,
  companions: row.companions,
  customerCompany: { ko: row.customerCompany, en: row.enCustomerCompany || row.customerCompany },
  timezone: row.timezone,
  homepage: row.homepage,
  brandColor: row.brandColor,
  ready: isSetUp(setUp) && hasHost,
  demonstration,
  companySignIn: company !== undefined,
});

/** @param logos languages with their own logo */
export const presentSiteConfiguration = (
  { enCustomerCompany, customerCompany, updatedAt, ...row }: Omit<Configuration, keyof Model>,
  logos: readonly Logo["lang"][],
  publicMessages: SiteConfiguration["publicMessages"],
): SiteConfiguration => ({
  ...row,
  publicMessages,
  customerCompany: { ko: customerCompany, en: enCustomerCompany },
  logos: { ko: logos.includes("ko"), en: logos.includes("en") },
  updatedAt: fromInstant(updatedAt, row.timezone),
});
