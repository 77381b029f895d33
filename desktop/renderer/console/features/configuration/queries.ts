/** Queries of the configuration screen; query keys start with "configuration". */
import { queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { getSiteConfiguration } from "#contract/site/configuration.ts";
import { getHolidays, type HolidaysAnswer } from "#contract/site/holidays.ts";
import { getLogo } from "#contract/site/logos.ts";
import { CallError, read } from "../../lib/api.ts";
import { currentLanguage } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

export const siteConfigurationQuery = queryOptions({
  queryKey: ["configuration", "all"],
  queryFn: ({ signal }) => read(getSiteConfiguration, {}, signal),
});

export const holidaysQuery = (year: number, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "holidays", year, language],
    queryFn: ({ signal }) => read(getHolidays, { query: { year: String(year) } }, signal),
  });

/** Writes a saved year to the query cache instead of refetching it. */
export const cacheHolidays = (saved: HolidaysAnswer): void =>
  void queryClient.setQueryData(holidaysQuery(saved.year, currentLanguage()).queryKey, saved);

const dataUrlOf = (image: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(image);
  });

/** The logo of a language as a data URL, because its public URL does not change with the image. */
export const logoQuery = (lang: Language) =>
  queryOptions({
    // `lang` must not be last: the last element is the user's language
    queryKey: ["configuration", "logo", lang, "image"],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`${getLogo.path}?lang=${lang}`, { signal });
      if (!answer.ok) throw new CallError("refused", answer.status);
      return dataUrlOf(await answer.blob());
    },
  });
