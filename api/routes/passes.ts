/** Passes and vehicle passes. */

import { logAccess } from "#api/domain/access-log.ts";
import { addPass, changePass, removePass } from "#api/domain/passes.ts";
import { requireSame } from "#api/domain/visit-work.ts";
import { route } from "#api/http/bind-route.ts";
import { presentPass } from "#api/presenters/pass.ts";
import { deepest } from "#contract/lists.ts";
import { passCalls, vehiclePassCalls } from "#contract/passes.ts";
import { readConfiguration } from "#db/queries/configuration.ts";
import { passRows } from "#db/queries/passes.ts";

/** The four calls for the passes of people, or of vehicles. */
const routesOf = (calls: typeof passCalls | typeof vehiclePassCalls, vehicle: boolean) => [
  route(calls.list, async ({ deps: { db, clock }, me, ctx, query }) => {
    const { rows, total } = await passRows(db, vehicle, query);
    await logAccess(db, {
      hostUserId: me.id,
      address: ctx.state.address,
      what: calls.list.path,
      visitIds: rows.flatMap(({ visitId }) => visitId ?? []),
      at: clock(),
    });
    const { timezone } = await readConfiguration(db);
    return {
      rows: rows.map((row) => presentPass(row, timezone)),
      total: Math.min(total, deepest),
      totalCapped: total > deepest,
    };
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
