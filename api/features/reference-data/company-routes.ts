/** Companies as they are managed. */

import { presentNamed } from "#api/features/reference-data/choices-presenter.ts";
import { presentBaseRecord } from "#api/features/reference-data/presenter.ts";
import { addRecord, changeRecord, removeRecord } from "#api/features/reference-data/records.ts";
import { route } from "#api/http/bind-route.ts";
import { presentPage } from "#api/http/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import {
  addCompany,
  changeCompany,
  getAllCompanies,
  getCompanyOptions,
  listCompanies,
  removeCompany,
} from "#contract/companies.ts";
import { allBaseRows, baseOptions, baseRows, companies } from "#db/queries/base-records.ts";
import { readConfiguration } from "#db/queries/configuration.ts";

export const companyRoutes = [
  route(listCompanies, async ({ deps: { db }, query }) => {
    const { timezone } = await readConfiguration(db);
    return presentPage(await baseRows(db, companies, query), (row) => presentBaseRecord(row, timezone));
  }),

  route(getAllCompanies, async ({ deps: { db } }) => {
    const { timezone } = await readConfiguration(db);
    return (await allBaseRows(db, companies)).map((row) => presentBaseRecord(row, timezone));
  }),

  route(getCompanyOptions, async ({ deps: { db }, lang, query: { name } }) =>
    (await baseOptions(db, companies, name)).map((row) => presentNamed(row, lang)),
  ),

  route(addCompany, async ({ deps: { db, clock }, body }) =>
    presentBaseRecord(await addRecord(db, companies, body, clock()), (await readConfiguration(db)).timezone),
  ),

  route(changeCompany, async ({ deps: { db, clock }, params: { id }, body }) => {
    requireSame("id", body.id, id);
    const row = await changeRecord(db, companies, id, body, clock());
    return presentBaseRecord(row, (await readConfiguration(db)).timezone);
  }),

  route(removeCompany, ({ deps: { db }, params: { id } }) => removeRecord(db, companies, id)),
];
