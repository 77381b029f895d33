/** Configuration row → what the public site reads, and what administrators keep. */

import type { Settings } from "#api/settings.ts";
import { fromInstant } from "#contract/dates.ts";
import type { PublicConfiguration, SiteConfiguration } from "#contract/site/configuration.ts";
import { type RegisterIn, type SetUpAnswer, type SetUpStep, setUpKeys } from "#contract/site/set-up.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { SetUp, SiteConfigurationRow } from "#db/queries/configuration.ts";
import type { SetUpState } from "#db/queries/set-up.ts";

export const presentConfiguration = (
  row: Configuration,
  setUp: SetUp,
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

export const presentSiteConfiguration = ({
  enCustomerCompany,
  customerCompany,
  koLogo,
  enLogo,
  updatedAt,
  ...row
}: SiteConfigurationRow): SiteConfiguration => ({
  ...row,
  customerCompany: { ko: customerCompany, en: enCustomerCompany },
  logos: { ko: koLogo, en: enLogo },
  updatedAt: fromInstant(updatedAt, row.timezone),
});

/** What applications wait for; a place only where the form asks for one. */
const isNeeded = (key: SetUpStep["key"], { requestInputPlace }: SetUpState): boolean =>
  key === "places" ? requestInputPlace : !["company", "logo", "passes"].includes(key);

export const presentSetUp = (
  state: SetUpState,
  untrustedProxy: string | undefined,
  erasureRegisterIn: RegisterIn | undefined,
): SetUpAnswer => ({
  ready: state.policy && state.terms && state.purposes,
  steps: setUpKeys.map((key) => ({ key, done: state[key], needed: isNeeded(key, state) })),
  untrustedProxy: untrustedProxy ?? null,
  erasureRegisterIn: erasureRegisterIn ?? null,
});
