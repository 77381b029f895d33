import { route } from "#api/http/route.ts";
import { getVisitReport } from "#contract/visits/reports.ts";
import { readReport } from "./reports.ts";

export const reportRoutes = [
  route(getVisitReport, async ({ deps: { slowDb }, query, lang, configuration }) =>
    readReport(slowDb, query, (await configuration()).timezone, lang),
  ),
];
