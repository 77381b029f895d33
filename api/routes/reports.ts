/** Reports: what visits amount to. */
import { readReport } from "#api/domain/reports.ts";
import { route } from "#api/http/bind-route.ts";
import { presentReport } from "#api/presenters/report.ts";
import { getVisitReport } from "#contract/reports.ts";

export const reportRoutes = [
  route(getVisitReport, async ({ deps: { db }, query, lang }) =>
    presentReport(await readReport(db, query), lang),
  ),
];
