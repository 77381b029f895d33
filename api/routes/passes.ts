/** Passes and vehicle passes. */

import { logAccess } from "#api/domain/access-log.ts";
import { addPass, changePass, removePass } from "#api/domain/passes.ts";
import { requireSame } from "#api/domain/visit-work.ts";
import { route } from "#api/http/bind-route.ts";
import { presentPage } from "#api/presenters/pages.ts";
import { presentPass } from "#api/presenters/pass.ts";
import { passCalls, vehiclePassCalls } from "#contract/passes.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { passRows } from "#db/queries/passes.ts";

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
