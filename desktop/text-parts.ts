/** The console's Korean texts in two parts, so that its first screen does not carry what only management screens say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Parts of `console` that come with a visit's drawer and the screens that go through `lazyPage` (renderer/console/routes/loading.ts). */
const later = [
  ...["approvals", "edit", "ended", "issue", "log", "reason", "recovery", "scan", "undo"],
  ...["referenceData", "codes", "companies", "configuration", "holidays", "hostImport", "hostUsers"],
  ...["calendar", "drop", "passes", "sort"],
  ...["access", "events", "consents", "days", "erasure", "pausedJobs", "register", "trash"],
  ...["compose", "messages", "setUp", "webhooks", "apiKeys", "wording"],
  ...["choice", "period", "views", "reports", "signage"],
  ...["compare", "editor", "policies", "terms", "texts"],
  ...["delegations", "invitation", "reserve", "sessions", "secondFactor", "companySignIn"],
  ...["attention", "badge", "closing", "offline", "printer", "profile"],
];

/**
 * Everything the console itself may show, in all languages: what its first font file has to draw.
 * @param project the project's folder
 */
export const consoleTexts = (project: string): string =>
  ["ko", "en"]
    .map((language) => readFileSync(join(project, `resources/i18n/${language}.json`), "utf8"))
    .join("");

/** Gives `ko.json?first` and `ko.json?later`; together they are the whole file. */
export const textParts = (): Plugin => ({
  name: "visitor:text-parts",
  enforce: "pre",
  load(id) {
    const [, file, part] = /^(.*\/i18n\/\w+\.json)\?(first|later)$/.exec(id) ?? [];
    if (!file) return null;
    this.addWatchFile(file);
    const { console: all, error, field, status } = JSON.parse(readFileSync(file, "utf8"));
    const own = Object.entries(all).filter(([name]) => later.includes(name) === (part === "later"));
    const texts = { console: Object.fromEntries(own), ...(part === "first" && { error, field, status }) };
    return { code: `export default ${JSON.stringify(texts)}`, moduleType: "js" };
  },
});
