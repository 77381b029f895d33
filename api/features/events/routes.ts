/** The log of events. */
import { inLanguage, type Language, nameOnBehalf } from "#api/http/language.ts";
import { presentPage } from "#api/http/pages/present-page.ts";
import { type Call, route } from "#api/http/route.ts";
import { redactNumbers } from "#api/log.ts";
import { fromInstant } from "#contract/dates.ts";
import {
  type EventAnswer,
  exportEvents,
  getEventCheck,
  listBlockedContent,
  listEvents,
} from "#contract/privacy/events.ts";
import { type EventRow, latestCheck } from "#db/queries/events.ts";
import { blockedRows } from "#db/statements/blocked-content.ts";
import { insertEvent } from "#db/statements/events.ts";
import { readEvents, readForExport, toCsv } from "./events.ts";

const timezoneOf = async ({ configuration }: Pick<Call, "configuration">): Promise<string> =>
  (await configuration()).timezone;

const present = (
  { hostUserId, hostName, hostEnName, role, onBehalfOf, at, ...row }: EventRow,
  { lang, timezone }: { readonly lang: Language; readonly timezone: string },
): EventAnswer => ({
  ...row,
  at: fromInstant(at, timezone),
  hostUser:
    hostUserId === null
      ? null
      : { id: hostUserId, name: inLanguage(lang, hostName ?? "", hostEnName ?? ""), role },
  onBehalfOf: onBehalfOf && {
    id: onBehalfOf.id,
    name: inLanguage(lang, onBehalfOf.name, onBehalfOf.enName),
  },
});

const head = [
  ...["id", "at", "utc", "kind", "who", "whoId", "role", "address", "call", "subject", "subjectId", "detail"],
  ...["before", "after", "apiKey"],
];

/** @param at with seconds and zone, for whoever puts several logs together */
const line = ({ hostUser, onBehalfOf, ...e }: EventAnswer, at: Date, lang: Language) => [
  ...[
    String(e.id),
    e.at,
    at.toISOString(),
    e.kind,
    hostUser && nameOnBehalf(lang, hostUser, onBehalfOf),
    hostUser && String(hostUser.id),
    hostUser?.role,
    e.address,
  ],
  ...[e.call, e.subject, e.subjectId, e.detail, e.before, e.after, e.apiKey?.prefix],
];

export const eventRoutes = [
  route(listEvents, async (call) => {
    const timezone = await timezoneOf(call);
    const found = await readEvents(call.deps.db, call.query, call.query, timezone);
    return presentPage(found, (row) => present(row, { lang: call.lang, timezone }));
  }),

  route(getEventCheck, async (call) => {
    const check = await latestCheck(call.deps.db);
    return check ? { ...check, at: fromInstant(check.at, await timezoneOf(call)) } : null;
  }),

  route(listBlockedContent, async (call) => {
    const timezone = await timezoneOf(call);
    return (await blockedRows(call.deps.db)).map(({ firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: fromInstant(firstAt, timezone),
      lastAt: fromInstant(lastAt, timezone),
    }));
  }),

  route(exportEvents, async (call) => {
    const { deps, me, ctx, lang, body } = call;
    const timezone = await timezoneOf(call);
    const rows = await readForExport(deps.db, body, timezone);
    // Logged before the response: nothing is exported without a trace.
    await insertEvent(deps.db, {
      ...{
        kind: "export",
        hostUserId: me.id,
        apiKeyId: me.key?.id,
        address: ctx.state.address,
        call: exportEvents.path,
      },
      detail: `${rows.length}: ${redactNumbers(body.reason)}`,
    });
    const lines = rows.map((row) => line(present(row, { lang, timezone }), row.at, lang));
    return { csv: toCsv([head, ...lines]), rows: rows.length };
  }),
];
