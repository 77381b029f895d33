/** Companies, accessible places and purposes as they are managed. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { route } from "#api/http/route.ts";
import * as companyCalls from "#contract/site/companies.ts";
import { addCode, changeCode, listCodes, removeCode, sortCodes } from "#contract/site/user-codes.ts";
import { presentNamed, presentRecord } from "./presenter.ts";
import {
  addRecord,
  allRecords,
  changeRecord,
  codesOf,
  companies,
  listRecords,
  recordOptions,
  removeRecord,
  sortRecords,
} from "./records.ts";

export const companyRoutes = [
  route(companyCalls.listCompanies, async ({ deps: { db }, query, configuration }) => {
    const { timezone } = await configuration();
    return presentPage(await listRecords(db, companies, query), (row) => presentRecord(row, timezone));
  }),

  route(companyCalls.getAllCompanies, async ({ deps: { db }, configuration }) => {
    const { timezone } = await configuration();
    return (await allRecords(db, companies)).map((row) => presentRecord(row, timezone));
  }),

  route(companyCalls.getCompanyOptions, async ({ deps: { db }, lang, query: { name } }) =>
    (await recordOptions(db, companies, name)).map((row) => presentNamed(row, lang)),
  ),

  route(companyCalls.addCompany, async ({ deps: { db, clock }, body, configuration }) =>
    presentRecord(await addRecord(db, companies, body, clock()), (await configuration()).timezone),
  ),

  route(companyCalls.changeCompany, async ({ deps: { db, clock }, params: { id }, body, configuration }) => {
    requireSame("id", body.id, id);
    const row = await changeRecord(db, companies, id, body, clock());
    return presentRecord(row, (await configuration()).timezone);
  }),

  route(companyCalls.removeCompany, ({ deps: { db }, params: { id } }) => removeRecord(db, companies, id)),
];

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
