/** Reports: what visits amount to. */

import { presentReport } from "#api/features/reports/presenter.ts";
import { readReport } from "#api/features/reports/reports.ts";
import { route } from "#api/http/bind-route.ts";
import { getVisitReport } from "#contract/reports.ts";

export const reportRoutes = [
  route(getVisitReport, async ({ deps: { db }, query, lang }) =>
    presentReport(await readReport(db, query), lang),
  ),
];
