/** The access log and its monthly review. */

import { addReview, readAccessLog, readMonths, readReview, searchAccess } from "#api/domain/access-review.ts";
import { route } from "#api/http/bind-route.ts";
import type { Language } from "#api/http/language.ts";
import { presentAccess, presentMonth, presentReview } from "#api/presenters/access-log.ts";
import {
  addAccessReview,
  getAccessLog,
  getAccessMonths,
  getAccessReview,
  searchAccessLog,
} from "#contract/access-log.ts";
import { deepest } from "#contract/lists.ts";
import type { AccessLogRow } from "#db/queries/access-log.ts";

const presentPage = (
  { rows, total, timezone }: { rows: AccessLogRow[]; total: number; timezone: string },
  lang: Language,
) => ({
  rows: rows.map((row) => presentAccess(row, { lang, timezone })),
  total: Math.min(total, deepest),
  totalCapped: total > deepest,
});

export const accessLogRoutes = [
  route(getAccessLog, async ({ deps, lang, query }) =>
    presentPage(await readAccessLog(deps.db, query), lang),
  ),

  route(searchAccessLog, async ({ deps, me, lang, ctx, body }) => {
    const reader = {
      id: me.id,
      scope: me.scope,
      address: ctx.state.address,
      what: searchAccessLog.path,
      at: deps.clock(),
    };
    return presentPage(await searchAccess(deps, reader, body), lang);
  }),

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
