/** User codes as they are managed: accessible places and purposes. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { route } from "#api/http/route.ts";
import { addCode, changeCode, listCodes, removeCode, sortCodes } from "#contract/site/user-codes.ts";
import { presentRecord } from "./presenter.ts";
import { addRecord, changeRecord, codesOf, listRecords, removeRecord, sortRecords } from "./records.ts";

export const userCodeRoutes = [
  route(listCodes, async ({ deps: { db }, params: { kind }, query, configuration }) => {
    const { timezone } = await configuration();
    return presentPage(await listRecords(db, codesOf(kind), query), (row) => presentRecord(row, timezone));
  }),

  route(addCode, async ({ deps: { db, clock }, params: { kind }, body, configuration }) =>
    presentRecord(await addRecord(db, codesOf(kind), body, clock()), (await configuration()).timezone),
  ),

  // Before "/:id", which fits "sort" too.
  route(sortCodes, ({ deps: { db, clock }, params: { kind }, body: { dispOrders } }) =>
    sortRecords(db, codesOf(kind), dispOrders, clock()),
  ),

  route(changeCode, async ({ deps: { db, clock }, params: { kind, id }, body, configuration }) => {
    requireSame("id", body.id, id);
    const row = await changeRecord(db, codesOf(kind), id, body, clock());
    return presentRecord(row, (await configuration()).timezone);
  }),

  route(removeCode, ({ deps: { db }, params: { kind, id } }) => removeRecord(db, codesOf(kind), id)),
];
