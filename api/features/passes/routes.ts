/** Passes and vehicle passes. */

import { logAccess } from "#api/features/access-log/log-access.ts";
import { addPass, changePass, removePass } from "#api/features/passes/passes.ts";
import { presentPass } from "#api/features/passes/presenter.ts";
import { requireSame } from "#api/features/visits/with-locked-visit.ts";
import { route } from "#api/http/bind-route.ts";
import { presentPage } from "#api/http/present-page.ts";
import { passCalls, vehiclePassCalls } from "#contract/passes.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { passRows } from "#db/queries/passes/list.ts";

/** The four calls for the passes of people, or of vehicles. */
const routesOf = (calls: typeof passCalls | typeof vehiclePassCalls, vehicle: boolean) => [
  route(calls.list, async ({ deps: { db, clock }, me, ctx, query }) => {
    const found = await passRows(db, vehicle, query);
    await logAccess(db, {
      hostUserId: me.id,
      address: ctx.state.address,
      what: calls.list.path,
      visitIds: found.rows.flatMap(({ visitId }) => visitId ?? []),
      at: clock(),
    });
    const { timezone } = await readConfiguration(db);
    return presentPage(found, (row) => presentPass(row, timezone));
  }),

  route(calls.add, async ({ deps: { db, clock }, body }) =>
    presentPass(await addPass(db, vehicle, body, clock()), (await readConfiguration(db)).timezone),
  ),

  route(calls.change, async ({ deps: { db, clock }, me, params: { id }, body }) => {
    requireSame("id", body.id, id);
    const row = await changePass(db, { vehicle, id, by: me.id, now: clock() }, body);
    return presentPass(row, (await readConfiguration(db)).timezone);
  }),

  route(calls.remove, ({ deps: { db }, params: { id } }) => removePass(db, { vehicle, id })),
];

export const passRoutes = [...routesOf(passCalls, false), ...routesOf(vehiclePassCalls, true)];
