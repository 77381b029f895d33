import type { Language } from "../../ipc.ts";

/**
 * The time of day.
 * @param at milliseconds since 1970
 * @param timezone the site's, as every other time on its screens; this computer's where no site is known
 */
export const clockTime = (at: number, language: Language, timezone?: string): string =>
  new Intl.DateTimeFormat(language, {
    hour: "numeric",
    minute: "2-digit",
    ...(timezone !== undefined && { timeZone: timezone }),
  }).format(at);
