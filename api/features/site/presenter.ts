/** Configuration row → responses for the public site and for administrators. */

import type { Model } from "objection";
import type { Settings } from "#api/settings.ts";
import type { SiteSettings } from "#api/site-settings.ts";
import { fromInstant } from "#contract/dates.ts";
import type { PublicConfiguration, SiteConfiguration } from "#contract/site/configuration.ts";
import { type RegisterIn, type SetUpAnswer, type SetUpStep, setUpKeys } from "#contract/site/set-up.ts";
import type { Configuration, Logo } from "#db/models/configuration.ts";

export const presentConfiguration = (
  { configuration: row, setUp }: SiteSettings,
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
  ready: setUp.policy && setUp.terms && setUp.purposes,
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

/** Whether applications need the step; places only where the form has that field. */
const isNeeded = (key: SetUpStep["key"], { requestInputPlace }: Configuration): boolean =>
  key === "places" ? requestInputPlace : !["company", "logo", "passes"].includes(key);

export const presentSetUp = (
  done: Readonly<Record<SetUpStep["key"], boolean>>,
  configuration: Configuration,
  untrustedProxy: string | undefined,
  erasureRegisterIn: RegisterIn | undefined,
): SetUpAnswer => ({
  ready: done.policy && done.terms && done.purposes,
  steps: setUpKeys.map((key) => ({ key, done: done[key], needed: isNeeded(key, configuration) })),
  untrustedProxy: untrustedProxy ?? null,
  erasureRegisterIn: erasureRegisterIn ?? null,
});
