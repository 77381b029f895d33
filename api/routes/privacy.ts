/** The trash, and the register of what was destroyed. */

import { destroyVisits, hideVisits, restoreVisits } from "#api/domain/trash.ts";
import { readRegister, readTrash } from "#api/domain/trash-reads.ts";
import { route } from "#api/http/bind-route.ts";
import { presentDestruction, presentTrash } from "#api/presenters/privacy.ts";
import { deepest } from "#contract/lists.ts";
import {
  getDestructionRegister,
  getTrash,
  hardDelete,
  restoreVisits as restoreCall,
  softDelete,
} from "#contract/privacy-trash.ts";

const moving = (
  endpoint: typeof softDelete | typeof restoreCall | typeof hardDelete,
  move: typeof hideVisits,
) =>
  route(endpoint, async ({ deps, me, body: { ids } }) => ({
    count: await move(deps, { ids, by: me.id }),
  }));

const counted = (total: number) => ({ total: Math.min(total, deepest), totalCapped: total > deepest });

export const privacyRoutes = [
  route(getTrash, async ({ deps, me, lang, ctx, query }) => {
    const reader = {
      id: me.id,
      scope: me.scope,
      address: ctx.state.address,
      what: getTrash.path,
      at: deps.clock(),
    };
    const { rows, total, ...seen } = await readTrash(deps, reader, query);
    return { rows: rows.map((row) => presentTrash(row, { lang, ...seen })), ...counted(total) };
  }),

  moving(softDelete, hideVisits),
  moving(restoreCall, restoreVisits),
  moving(hardDelete, destroyVisits),

  route(getDestructionRegister, async ({ deps, lang, query }) => {
    const { rows, total, timezone } = await readRegister(deps.db, query);
    return { rows: rows.map((row) => presentDestruction(row, { lang, timezone })), ...counted(total) };
  }),
];
