import type { Language } from "#browser/language.ts";
import type { FoundHost } from "#contract/people/host-search.ts";

/** A host's name in the current language; Korean if there is no English one. */
export const hostName = (host: FoundHost, language: Language): string =>
  language === "en" ? host.enName || host.name : host.name;
