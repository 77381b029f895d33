/** Endpoints of passes: management, issue, return, revert. */
import { HttpError } from "#api/errors.ts";
import { presentPage } from "#api/http/pages/present-page.ts";
import { readerOf } from "#api/http/reader.ts";
import { route, routeByFields } from "#api/http/route.ts";
import { fromInstant } from "#contract/dates.ts";
import { type Pass, passCalls, vehiclePassCalls } from "#contract/visits/passes.ts";
import { issueVisit, markOvernight, recoverVisit, revertVisit } from "#contract/visits/visit-actions.ts";
import { Visit } from "#db/models/visits/visit.ts";
import { Accessed, logAccess } from "../access-log/log-access.ts";
import { setOvernight } from "../visits/transitions.ts";
import { withLockedVisit, withLockedVisits } from "../visits/with-locked-visit.ts";
import { issuePasses } from "./issue-passes.ts";
import { addPass, changePass, removePass } from "./passes.ts";
import { type PassRow, passRows } from "./queries.ts";
import { returnPasses } from "./return-passes.ts";
import { revert } from "./revert.ts";

/** Pass row → answer. */
const presentPass = ({ row }: Accessed<PassRow>, timezone: string): Pass => ({
  id: row.id,
  passNo: row.passNo,
  kind: row.kind,
  status: row.status,
  visit:
    row.visitId === null
      ? null
      : { id: row.visitId, reserveNo: row.reserveNo ?? "", name: row.visitName ?? "" },
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

/** The four endpoints of passes, or of vehicle passes. */
const routesOf = (calls: typeof passCalls | typeof vehiclePassCalls, vehicle: boolean) => [
  route(calls.list, async (call) => {
    const { db } = call.deps;
    const found = await passRows(db, vehicle, call.query);
    const reader = readerOf(call, calls.list);
    const rows = await Accessed.record(db, reader, found.rows, ({ visitId }) => [visitId]);
    const { timezone } = await call.configuration();
    return presentPage({ ...found, rows }, (row) => presentPass(row, timezone));
  }),

  route(calls.add, async (call) => {
    const row = await addPass(call.deps.db, vehicle, call.body, readerOf(call, calls.add));
    return presentPass(row, (await call.configuration()).timezone);
  }),

  route(calls.change, async (call) => {
    const { deps, params, body } = call;
    const by = readerOf(call, calls.change);
    const row = await changePass(deps.db, { vehicle, id: params.id, by }, body);
    return presentPass(row, (await call.configuration()).timezone);
  }),

  route(calls.remove, ({ deps: { db }, params: { id } }) => removePass(db, { vehicle, id })),
];

export const passRoutes = [
  ...routesOf(passCalls, false),
  ...routesOf(vehiclePassCalls, true),

  routeByFields(issueVisit, issueVisit.body, async (call) => {
    const reader = readerOf(call, issueVisit);
    const reach = call.fields.validFields.party?.length ? "group" : "companions";
    try {
      return await withLockedVisits(
        issueVisit,
        call,
        (visit) => issuePasses(visit, call.fields, reader),
        reach,
      );
    } catch (error) {
      // A refusal that names visitors shows them, too, and its transaction was rolled back.
      const people = error instanceof HttpError ? (error.values.people ?? []) : [];
      await logAccess(call.deps.db, reader, { visitIds: people.map(({ id }) => id) });
      throw error;
    }
  }),

  route(recoverVisit, (call) =>
    withLockedVisit(recoverVisit, call, (visit) => returnPasses(visit, call.body)),
  ),

  route(markOvernight, (call) =>
    withLockedVisit(markOvernight, call, (visit) => setOvernight(visit, call.body.overnight)),
  ),

  route(revertVisit, async (call) => {
    const { body, params, deps } = call;
    const before = await Visit.query(deps.db).findById(params.id).select("statusCode");
    return withLockedVisit(revertVisit, call, (visit) => revert(visit, body, before?.statusCode));
  }),
];
