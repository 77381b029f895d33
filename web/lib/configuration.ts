import { useSuspenseQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import type { PublicConfiguration } from "#contract/site/configuration.ts";
import { useLanguage } from "./language.ts";
import { configurationQuery } from "./queries.ts";

/** The site's configuration; the router loads it before rendering. */
export const useConfiguration = (): PublicConfiguration => useSuspenseQuery(configurationQuery).data;

/** The company's name; Korean if English is missing. */
const companyName = (configuration: PublicConfiguration, language: Language): string =>
  configuration.customerCompany[language] || configuration.customerCompany.ko;

export const useCompanyName = (): string => companyName(useConfiguration(), useLanguage());
