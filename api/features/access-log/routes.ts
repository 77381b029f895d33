/** The access log and its monthly review. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { readerOf } from "#api/http/reader.ts";
import { type Call, route } from "#api/http/route.ts";
import type { Page } from "#api/paging.ts";
import {
  addAccessReview,
  getAccessLog,
  getAccessMonths,
  getAccessReview,
  searchAccessLog,
} from "#contract/privacy/access-log.ts";
import { type AccessLogRow, presentAccess, readAccessLog, searchAccess } from "./access-log.ts";
import { addReview, presentMonth, presentReview, readMonths, readReview } from "./review.ts";

type LogCall = Pick<Call, "deps" | "lang" | "configuration">;

const timezoneOf = async ({ configuration }: LogCall): Promise<string> => (await configuration()).timezone;

const present = async (call: LogCall, found: Page<AccessLogRow>) => {
  const reader = { lang: call.lang, timezone: await timezoneOf(call) };
  return presentPage(found, (row) => presentAccess(row, reader));
};

export const accessLogRoutes = [
  route(getAccessLog, async (call) =>
    present(call, await readAccessLog(call.deps.db, call.query, await timezoneOf(call))),
  ),

  route(searchAccessLog, async (call) =>
    present(call, await searchAccess(call.deps, readerOf(call, searchAccessLog), call.body)),
  ),

  route(getAccessMonths, async (call) => {
    const { deps, lang } = call;
    const timezone = await timezoneOf(call);
    return (await readMonths(deps, timezone)).map((month) => presentMonth(month, { lang, timezone }));
  }),

  route(getAccessReview, async (call) =>
    presentReview(await readReview(call.deps.slowDb, call.query.month, await timezoneOf(call)), call.lang),
  ),

  route(addAccessReview, async (call) => {
    const { deps, me, lang, body } = call;
    const review = { month: body.month, note: body.note ?? "", by: me.id };
    return presentReview(await addReview(deps, review, await timezoneOf(call)), lang);
  }),
];
