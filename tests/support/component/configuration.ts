/** Answers about a site's configuration. */
import type { PublicConfiguration, SiteConfiguration } from "#contract/site/configuration.ts";
import type { SetUpAnswer, Templates } from "#contract/site/set-up.ts";

/** The set-up list of a complete site. */
export const setUp: SetUpAnswer = {
  ...{ ready: true, steps: [], channels: { sms: "", email: "", codes: false, undelivered: 0 } },
  ...{ untrustedProxy: null, erasureRegisterIn: null, overdueJobs: [] },
};

export const noTemplates: Templates = {
  ...{ notice: { ko: "", en: "" }, policies: [], terms: [], purposes: [], places: [] },
};

const both = {
  ...{ maxRequestDays: 7, requestInputUserCompany: true, requestInputPlace: true },
  ...{ requestInputVisitorCompany: true, useCar: true },
  ...{ lookupCode: false, submitCode: false, companions: false },
  customerCompany: { ko: "가온정밀", en: "Gaon Precision" },
  ...{ timezone: "Asia/Seoul", homepage: "", brandColor: "#1d3f8f" },
};

/** The configuration for the public site. */
export const configuration: PublicConfiguration = {
  ...both,
  ...{ ready: true, demonstration: false, companySignIn: false },
};

/** The configuration for the settings page. */
export const siteConfiguration: SiteConfiguration = {
  ...both,
  ...{ autoApprove: false, retentionDays: 365, requireConsent: false, decideByLink: false },
  ...{ quietFrom: "", quietUntil: "", remindAt: "", escalateAfterHours: 0 },
  ...{ publicMessagesPerHour: 300, publicMessagesPerDay: 2000, messageCountries: ["+82"] },
  publicMessages: { leftThisHour: 300, leftToday: 1995, usedUpAt: null },
  ...{ workFrom: "09:00", workUntil: "18:00", workDays: [1, 2, 3, 4, 5], koreanHolidays: true },
  idleMinutes: { host: 30, desk: 720, admin: 30, privacy: 30 },
  ...{ secondFactorRoles: [], companyAddresses: [] },
  logos: { ko: false, en: false },
  updatedAt: "2026-11-22 09:00",
};
