/** The event log. */
import { raw } from "objection";
import { inLanguage, type Language, nameOnBehalf } from "#api/http/language.ts";
import { presentPage } from "#api/http/pages/present-page.ts";
import { type Call, route } from "#api/http/route.ts";
import { redactVisitors } from "#api/redact.ts";
import { fromInstant } from "#contract/dates.ts";
import {
  type EventAnswer,
  exportEvents,
  getEventCheck,
  listBlockedContent,
  listEvents,
} from "#contract/privacy/events.ts";
import { BlockedContent, EventCheck, EventEntry } from "#db/models/logs.ts";
import { type EventRow, readEvents, readForExport, toCsv } from "./events.ts";

const timezoneOf = async ({ configuration }: Pick<Call, "configuration">): Promise<string> =>
  (await configuration()).timezone;

function present(
  { hostUserId, hostUser, apiKeyId: _, onBehalfOf, at, ...row }: EventRow,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): EventAnswer {
  const named = (id: number, user: { name: string; enName: string } | null | undefined) => ({
    id,
    name: inLanguage(lang, user?.name ?? "", user?.enName ?? ""),
  });
  return {
    ...row,
    at: fromInstant(at, timezone),
    hostUser: hostUserId === null ? null : { ...named(hostUserId, hostUser), role: hostUser?.role ?? null },
    onBehalfOf: onBehalfOf && named(onBehalfOf.id, onBehalfOf),
  };
}

const head = [
  ...["id", "at", "utc", "kind", "who", "whoId", "role", "address", "call", "subject", "subjectId", "detail"],
  ...["before", "after", "apiKey"],
];

/** @param at exported in UTC with seconds, to compare with other logs */
const line = ({ hostUser, onBehalfOf, ...e }: EventAnswer, at: Date, lang: Language) => [
  ...[String(e.id), e.at, at.toISOString(), e.kind],
  ...[hostUser && nameOnBehalf(lang, hostUser, onBehalfOf), hostUser && String(hostUser.id), hostUser?.role],
  ...[e.address, e.call, e.subject, e.subjectId, e.detail, e.before, e.after, e.apiKey?.prefix],
];

export const eventRoutes = [
  route(listEvents, async (call) => {
    const timezone = await timezoneOf(call);
    const found = await readEvents(call.deps.db, call.query, call.query, timezone);
    return presentPage(found, (row) => present(row, { lang: call.lang, timezone }));
  }),

  route(getEventCheck, async (call) => {
    const check = await EventCheck.query(call.deps.db)
      .select("at", "days", raw("broken::text[]").as("broken"))
      .orderBy("id", "desc")
      .first();
    return check
      ? { days: check.days, broken: check.broken, at: fromInstant(check.at, await timezoneOf(call)) }
      : null;
  }),

  route(listBlockedContent, async (call) => {
    const timezone = await timezoneOf(call);
    const rows = await BlockedContent.query(call.deps.db).orderBy([
      { column: "lastAt", order: "desc" },
      ...["directive", "blocked", "page"],
    ]);
    return rows.map(({ directive, blocked, page, count, firstAt, lastAt }) => ({
      directive,
      blocked,
      page,
      count,
      firstAt: fromInstant(firstAt, timezone),
      lastAt: fromInstant(lastAt, timezone),
    }));
  }),

  route(exportEvents, async (call) => {
    const { deps, me, ctx, lang, body } = call;
    const timezone = await timezoneOf(call);
    const rows = await readForExport(deps.db, body, timezone);
    // Logged before the response.
    await EventEntry.query(deps.db).insert({
      kind: "export",
      hostUserId: me.id,
      apiKeyId: me.key?.id ?? null,
      address: ctx.state.clientNetwork,
      call: exportEvents.path,
      detail: `${rows.length}: ${await redactVisitors(deps.db, body.reason)}`,
    });
    const lines = rows.map((row) => line(present(row, { lang, timezone }), row.at, lang));
    return { csv: toCsv([head, ...lines]), rows: rows.length };
  }),
];
