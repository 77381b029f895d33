import { useSiteNow } from "#browser/use-site-now.ts";
import { useConfiguration } from "../../lib/configuration.ts";
import { useDraft } from "../../stores/draft.ts";
import { type Period, periodOf } from "./period.ts";

/** The period currently shown in the form. */
export function usePeriod(): Period {
  const { timezone, maxRequestDays } = useConfiguration();
  return periodOf(useDraft(), useSiteNow(timezone), maxRequestDays);
}
