/** Endpoints of single visits: reading, decisions, reservations, edits, unmasking. */
import { readerOf } from "#api/http/reader.ts";
import { route, routeByFields } from "#api/http/route.ts";
import {
  approveVisit,
  cancelVisit,
  closeVisit,
  editVisit,
  markNotified,
  rejectVisit,
  reserveVisit,
  revealReason,
  revealVisit,
  undoVisit,
} from "#contract/visits/visit-actions.ts";
import { getVisitConsents } from "#contract/visits/visit-consents.ts";
import { getFollowers, getVisit, getVisitLogs } from "#contract/visits/visits.ts";
import { logAccess } from "../access-log/log-access.ts";
import { edit } from "./edit.ts";
import { presentContext, presentVisit, presentVisitConsent, presentVisitLogs } from "./presenter.ts";
import { readConsents, readFollowers, readLogs, readVisit } from "./read.ts";
import { reserve } from "./reserve.ts";
import { decide, recordNotifiedInPerson } from "./transitions.ts";
import { unmaskPhone } from "./unmask-phone.ts";
import { type VisitWork, withLockedVisit } from "./with-locked-visit.ts";

const decideWith =
  (action: Parameters<typeof decide>[2], note = "", showReason = false) =>
  async ({ trx, ...visit }: VisitWork): Promise<void> => {
    await decide(trx, visit, action, { ...visit, note, showReason });
  };

const decisionRoute = (
  endpoint: typeof approveVisit | typeof undoVisit | typeof cancelVisit | typeof closeVisit,
  action: "approve" | "undo" | "cancel" | "close",
) => route(endpoint, (call) => withLockedVisit(endpoint, call, decideWith(action, call.body.note)));

export const visitActionRoutes = [
  route(getVisit, async (call) => {
    const { db } = call.deps;
    const reader = readerOf(call, getVisit);
    const row = await readVisit(db, reader, call.params.id);
    return presentVisit(row, await presentContext(call, reader.at));
  }),

  route(getVisitLogs, async (call) => {
    const reader = readerOf(call, getVisitLogs);
    const logs = await readLogs(call.deps.db, reader, call.params.id);
    return presentVisitLogs(logs, await presentContext(call, reader.at));
  }),

  route(getVisitConsents, async (call) => {
    const { db } = call.deps;
    const rows = await readConsents(db, readerOf(call, getVisitConsents), call.params.id);
    const { timezone } = await call.configuration();
    return rows.map((row) => presentVisitConsent(row, { lang: call.lang, timezone }));
  }),

  route(getFollowers, async (call) => {
    const { db } = call.deps;
    const reader = readerOf(call, getFollowers);
    const rows = await readFollowers(db, reader, call.params.id);
    const context = await presentContext(call, reader.at);
    return rows.map((row) => presentVisit(row, context));
  }),

  decisionRoute(approveVisit, "approve"),
  decisionRoute(undoVisit, "undo"),
  decisionRoute(cancelVisit, "cancel"),
  decisionRoute(closeVisit, "close"),

  route(rejectVisit, (call) =>
    withLockedVisit(rejectVisit, call, decideWith("reject", call.body.reason, call.body.showReason)),
  ),

  routeByFields(
    reserveVisit,
    reserveVisit.body,
    async (call) => {
      const { deps, trx, fields } = call;
      const caller = readerOf(call, reserveVisit);
      const site = await call.configuration(trx);
      const id = await reserve(deps, trx, fields, { caller, site });
      const row = await readVisit(trx, caller, id);
      return presentVisit(row, await presentContext(call, caller.at));
    },
    {
      onRepeat: (call, { id }) => logAccess(call.trx, readerOf(call, reserveVisit), { visitIds: [id] }),
    },
  ),

  routeByFields(editVisit, editVisit.body, (call) =>
    withLockedVisit(editVisit, call, (visit) => edit(visit, { fields: call.fields, caller: call.me })),
  ),

  route(markNotified, (call) => withLockedVisit(markNotified, call, recordNotifiedInPerson)),

  route(revealVisit, (call) =>
    unmaskPhone(call.deps, readerOf(call, revealVisit), call.params.id, {
      reason: revealReason(call.body.cause, call.body.reason),
      lang: call.lang,
    }),
  ),
];
