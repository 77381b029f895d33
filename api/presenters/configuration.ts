/** Configuration row → what the public site reads. */
import type { PublicConfiguration } from "#contract/configuration.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { SetUp } from "#db/queries/configuration.ts";

export const presentConfiguration = (
  row: Configuration,
  setUp: SetUp,
  demonstration: boolean,
): PublicConfiguration => ({
  maxRequestDays: row.maxRequestDays,
  requestInputUserCompany: row.requestInputUserCompany,
  requestInputPlace: row.requestInputPlace,
  requestInputVisitorCompany: row.requestInputVisitorCompany,
  useCar: row.useCar,
  lookupCode: row.lookupCode,
  customerCompany: { ko: row.customerCompany, en: row.enCustomerCompany || row.customerCompany },
  timezone: row.timezone,
  homepage: row.homepage,
  brandColor: row.brandColor,
  ready: setUp.policy && setUp.terms && setUp.purposes,
  demonstration,
});
