import { useTranslate } from "./language.ts";

/** Names the site's time zone; "" where it is this computer's. */
export function useZoneText(timezone: string): string {
  const t = useTranslate();
  if (Intl.DateTimeFormat().resolvedOptions().timeZone === timezone) return "";
  return `${t("console.configuration.timezone")}: ${timezone}`;
}
