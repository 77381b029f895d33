/** Passes and vehicle passes: managed, issued to visitors, returned. */

import { route, routeByFields } from "#api/http/bind-route.ts";
import { presentPage } from "#api/http/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { readerOf } from "#api/http/reader.ts";
import { passCalls, vehiclePassCalls } from "#contract/passes.ts";
import { issueVisit, recoverVisit, revertVisit } from "#contract/visit-actions.ts";
import { passRows } from "#db/queries/passes/list.ts";
import { visitStatus } from "#db/queries/visits/locks.ts";
import { logAccess } from "../access-log/log-access.ts";
import { workOnVisit, workOnVisits } from "../visits/respond.ts";
import { issuePasses } from "./issue-passes.ts";
import { addPass, changePass, removePass } from "./passes.ts";
import { presentPass } from "./presenter.ts";
import { returnPasses } from "./return-passes.ts";
import { revert } from "./revert.ts";

/** The four calls for the passes of people, or of vehicles. */
const routesOf = (calls: typeof passCalls | typeof vehiclePassCalls, vehicle: boolean) => [
  route(calls.list, async (call) => {
    const { db } = call.deps;
    const found = await passRows(db, vehicle, call.query);
    const visitIds = found.rows.flatMap(({ visitId }) => visitId ?? []);
    await logAccess(db, readerOf(call, calls.list), { visitIds });
    const { timezone } = await call.configuration();
    return presentPage(found, (row) => presentPass(row, timezone));
  }),

  route(calls.add, async ({ deps: { db, clock }, body, configuration }) =>
    presentPass(await addPass(db, vehicle, body, clock()), (await configuration()).timezone),
  ),

  route(calls.change, async ({ deps: { db, clock }, me, params: { id }, body, configuration }) => {
    requireSame("id", body.id, id);
    const row = await changePass(db, { vehicle, id, by: me.id, now: clock() }, body);
    return presentPass(row, (await configuration()).timezone);
  }),

  route(calls.remove, ({ deps: { db }, params: { id } }) => removePass(db, { vehicle, id })),
];

export const passRoutes = [
  ...routesOf(passCalls, false),
  ...routesOf(vehiclePassCalls, true),

  routeByFields(issueVisit, issueVisit.body, (call) =>
    workOnVisits(
      call,
      (visit) => issuePasses(visit, call.fields),
      call.fields.validFields.party?.length ? "group" : "companions",
    ),
  ),

  route(recoverVisit, (call) => {
    requireSame("id", call.body.id, call.params.id);
    return workOnVisit(call, (visit) => returnPasses(visit, call.body));
  }),

  route(revertVisit, async (call) => {
    const { body, params, deps } = call;
    requireSame("id", body.id, params.id);
    const seen = body.action === undefined ? await visitStatus(deps.db, params.id) : undefined;
    return workOnVisit(call, (visit) => revert(visit, body, seen));
  }),
];
