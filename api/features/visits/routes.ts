/** One visit: read, decided on, reserved, let in and out, edited, uncovered. */

import { issue } from "#api/features/passes/issue-passes.ts";
import { recover, revert } from "#api/features/passes/return-passes.ts";
import { presentVisitConsent } from "#api/features/visits/consent-presenter.ts";
import { edit } from "#api/features/visits/edit.ts";
import { presentVisitLog } from "#api/features/visits/log-presenter.ts";
import { presentVisit } from "#api/features/visits/presenter.ts";
import { readConsents, readFollowers, readLogs, readVisit } from "#api/features/visits/read.ts";
import { reserve } from "#api/features/visits/reserve.ts";
import { decide } from "#api/features/visits/transitions.ts";
import { reveal } from "#api/features/visits/unmask-phone.ts";
import { requireSame, type VisitWork, workOnVisit } from "#api/features/visits/with-locked-visit.ts";
import { type Call, route } from "#api/http/bind-route.ts";
import { bodyHashes, once } from "#api/http/idempotency.ts";
import { readerOf } from "#api/http/reader.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import {
  approveVisit,
  cancelVisit,
  closeVisit,
  editVisit,
  issueVisit,
  recoverVisit,
  rejectVisit,
  reserveVisit,
  revealVisit,
  revertVisit,
  undoVisit,
} from "#contract/visit-actions.ts";
import { getVisitConsents } from "#contract/visit-consents.ts";
import { getFollowers, getVisit, getVisitLogs, type VisitAnswer } from "#contract/visits.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { type VisitRow, visitRows } from "#db/queries/visits/rows.ts";

type StaffCall = Pick<Call<Endpoint & { permission: "visits.see" }>, "deps" | "me" | "lang" | "ctx">;

/** Visits as the caller sees them. */
function present({ deps, me, lang }: StaffCall, rows: readonly VisitRow[], timezone: string): VisitAnswer[] {
  const seen = { viewer: me, lang, timezone, now: deps.clock(), cipher: deps.cipher };
  return rows.map((row) => presentVisit(row, seen));
}

/** Does work on the visit of the path and gives what there is then: the visit, or those that the work names. */
async function work(
  call: StaffCall & { readonly params: { readonly id: number } },
  // biome-ignore lint/suspicious/noConfusingVoidType: it stands for work that names no visits
  doing: (visit: VisitWork) => Promise<readonly number[] | void>,
): Promise<VisitAnswer[]> {
  const { rows, timezone } = await workOnVisit(call.deps, call.me, call.params.id, doing);
  return present(call, rows, timezone);
}

/** The first of what is never empty. */
const only = <T>([first]: readonly T[]): T => first as T;

const deciding =
  (action: Parameters<typeof decide>[2], note = "") =>
  async ({ trx, ...visit }: VisitWork): Promise<void> => {
    await decide(trx, visit, action, { ...visit, note });
  };

const decision = (
  endpoint: typeof approveVisit | typeof undoVisit | typeof cancelVisit | typeof closeVisit,
  action: "approve" | "undo" | "cancel" | "close",
) =>
  route(endpoint, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    return only(await work(call, deciding(action, call.body.note)));
  });

export const visitActionRoutes = [
  route(getVisit, async (call) => {
    const { db } = call.deps;
    const row = await readVisit(db, readerOf(call, getVisit), call.params.id);
    return only(present(call, [row], (await readConfiguration(db)).timezone));
  }),

  route(getVisitLogs, async (call) => {
    const { db } = call.deps;
    const rows = await readLogs(db, readerOf(call, getVisitLogs), call.params.id);
    const { timezone } = await readConfiguration(db);
    return rows.map((row) => presentVisitLog(row, { lang: call.lang, timezone }));
  }),

  route(getVisitConsents, async (call) => {
    const { db } = call.deps;
    const rows = await readConsents(db, readerOf(call, getVisitConsents), call.params.id);
    const { timezone } = await readConfiguration(db);
    return rows.map((row) => presentVisitConsent(row, timezone));
  }),

  route(getFollowers, async (call) => {
    const { db } = call.deps;
    const rows = await readFollowers(db, readerOf(call, getFollowers), call.params.id);
    return present(call, rows, (await readConfiguration(db)).timezone);
  }),

  decision(approveVisit, "approve"),
  decision(undoVisit, "undo"),
  decision(cancelVisit, "cancel"),
  decision(closeVisit, "close"),

  route(rejectVisit, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    return only(await work(call, deciding("reject", call.body.reason)));
  }),

  route(
    reserveVisit,
    (call) => {
      const { deps, me, rawBody, idempotencyKey: key } = call;
      return deps.db.transaction(async (trx) => {
        const reserved = async () => {
          const rows = await visitRows(trx, [await reserve(deps, trx, me, rawBody)]);
          return only(present(call, rows, (await readConfiguration(trx)).timezone));
        };
        if (key === undefined) return reserved();
        const hashes = bodyHashes(deps.cipher, rawBody);
        // Another person's key is another key.
        const endpoint = `${reserveVisit.path} ${me.id}`;
        return once(trx, { endpoint, key, ...hashes, now: deps.clock() }, reserved);
      });
    },
    { readsBodyItself: true },
  ),

  route(issueVisit, (call) => work(call, (visit) => issue(visit, call.rawBody)), { readsBodyItself: true }),

  route(recoverVisit, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    return only(await work(call, (visit) => recover(visit, call.body)));
  }),

  route(revertVisit, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    return only(await work(call, (visit) => revert(visit, call.body.reason)));
  }),

  route(editVisit, async (call) => only(await work(call, (visit) => edit(visit, call.rawBody))), {
    readsBodyItself: true,
  }),

  route(revealVisit, (call) =>
    reveal(call.deps, readerOf(call, revealVisit), call.params.id, call.body.reason),
  ),
];
