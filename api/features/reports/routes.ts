/** Reports: what visits amount to. */
import { route } from "#api/http/route.ts";
import { getVisitReport } from "#contract/visits/reports.ts";
import { presentReport, readReport } from "./reports.ts";

export const reportRoutes = [
  route(getVisitReport, async ({ deps: { slowDb }, query, lang, configuration }) => {
    const { timezone } = await configuration();
    return presentReport(await readReport(slowDb, query, timezone), lang);
  }),
];
