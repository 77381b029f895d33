/** The access log and its monthly review. */

import { route } from "#api/http/bind-route.ts";
import type { Language } from "#api/http/language.ts";
import { presentPage } from "#api/http/present-page.ts";
import { readerOf } from "#api/http/reader.ts";
import {
  addAccessReview,
  getAccessLog,
  getAccessMonths,
  getAccessReview,
  searchAccessLog,
} from "#contract/access-log.ts";
import type { AccessLogRow } from "#db/queries/access-log.ts";
import { presentAccess, presentMonth, presentReview } from "./presenter.ts";
import { addReview, readAccessLog, readMonths, readReview, searchAccess } from "./review.ts";

const present = (
  { timezone, ...found }: { rows: AccessLogRow[]; total: number; timezone: string },
  lang: Language,
) => presentPage(found, (row) => presentAccess(row, { lang, timezone }));

export const accessLogRoutes = [
  route(getAccessLog, async ({ deps, lang, query }) => present(await readAccessLog(deps.db, query), lang)),

  route(searchAccessLog, async (call) =>
    present(await searchAccess(call.deps, readerOf(call, searchAccessLog), call.body), call.lang),
  ),

  route(getAccessMonths, async ({ deps, lang }) => {
    const { months, timezone } = await readMonths(deps);
    return months.map((month) => presentMonth(month, { lang, timezone }));
  }),

  route(getAccessReview, async ({ deps, lang, query: { month } }) =>
    presentReview(await readReview(deps.db, month), lang),
  ),

  route(addAccessReview, async ({ deps, me, lang, body: { month, note = "" } }) =>
    presentReview(await addReview(deps, { month, note, by: me.id }), lang),
  ),
];
