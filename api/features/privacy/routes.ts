/** The trash, and the register of what was destroyed. */

import { presentDestruction, presentTrash } from "#api/features/privacy/presenter.ts";
import { destroyVisits, hideVisits, restoreVisits } from "#api/features/privacy/trash.ts";
import { readRegister, readTrash } from "#api/features/privacy/trash-lists.ts";
import { route } from "#api/http/bind-route.ts";
import { presentPage } from "#api/http/present-page.ts";
import { readerOf } from "#api/http/reader.ts";
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

export const privacyRoutes = [
  route(getTrash, async (call) => {
    const { rows, total, ...seen } = await readTrash(call.deps, readerOf(call, getTrash), call.query);
    return presentPage({ rows, total }, (row) => presentTrash(row, { lang: call.lang, ...seen }));
  }),

  moving(softDelete, hideVisits),
  moving(restoreCall, restoreVisits),
  moving(hardDelete, destroyVisits),

  route(getDestructionRegister, async ({ deps, lang, query }) => {
    const { timezone, ...found } = await readRegister(deps.db, query);
    return presentPage(found, (row) => presentDestruction(row, { lang, timezone }));
  }),
];
