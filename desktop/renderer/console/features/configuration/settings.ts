/** Sections of 환경설정 in their order, with their settings by path in the form. */
import type { TextKey } from "../../lib/language.ts";

interface ConfigurationSection {
  readonly id: string;
  readonly title: TextKey;
  readonly settings: readonly (readonly [path: string, label: TextKey])[];
}

const withOwnLabel = <const Name extends string>(...names: readonly Name[]) =>
  names.map((name) => [name, `console.configuration.${name}`] as const);

export const configurationSections = [
  { id: "logo", title: "console.configuration.logo", settings: [] },
  {
    id: "look",
    title: "console.configuration.look",
    settings: [
      ["customerCompany.ko", "console.configuration.companyKo"],
      ["customerCompany.en", "console.configuration.companyEn"],
      ["homepage", "console.configuration.homepage"],
      ["brandColor", "console.configuration.colour"],
    ],
  },
  {
    id: "form",
    title: "console.configuration.form",
    settings: [
      ...withOwnLabel("requestInputUserCompany", "requestInputPlace", "requestInputVisitorCompany", "useCar"),
      ...withOwnLabel("companions", "maxRequestDays"),
    ],
  },
  {
    id: "way",
    title: "console.configuration.way",
    settings: [
      ...withOwnLabel("autoApprove", "lookupCode", "submitCode", "requireConsent", "decideByLink"),
      ...withOwnLabel("quietFrom", "quietUntil", "remindAt"),
    ],
  },
  {
    id: "messages",
    title: "console.configuration.messageBudget",
    settings: withOwnLabel("publicMessagesPerHour", "publicMessagesPerDay", "messageCountries"),
  },
  {
    id: "work",
    title: "console.configuration.work",
    settings: withOwnLabel("workDays", "workFrom", "workUntil", "koreanHolidays", "escalateAfterHours"),
  },
  {
    id: "time",
    title: "console.configuration.time",
    settings: [
      ...withOwnLabel("timezone", "retentionDays"),
      ["idleMinutes.host", "console.configuration.idle"],
    ],
  },
  {
    id: "secondFactor",
    title: "console.configuration.secondFactor",
    settings: withOwnLabel("secondFactorRoles", "companyAddresses"),
  },
  { id: "holidays", title: "console.holidays.title", settings: [] },
] as const satisfies readonly ConfigurationSection[];

const sectionOf = (target: string) =>
  configurationSections.find(
    ({ id, settings }) => id === target || settings.some(([path]) => path === target),
  );

/** Scrolls to a section or setting, and focuses the setting's field. */
export function showConfiguration(target: string): void {
  const section = document.getElementById(`configuration-${sectionOf(target)?.id}`);
  const fields = section?.querySelectorAll<HTMLElement>("[data-path]") ?? [];
  const field = [...fields].find(({ dataset }) => dataset.path === target);
  (field ?? section)?.scrollIntoView({ block: field ? "center" : "start" });
  // A closing palette returns the focus first.
  if (field) setTimeout(() => field.focus({ preventScroll: true }), 50);
}
