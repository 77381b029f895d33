import type { Language } from "../../ipc.ts";

/** The time of day on this computer's clock. @param at milliseconds since 1970 */
export const clockTime = (at: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(at);
