/** Companies as they are managed. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { route } from "#api/http/route.ts";
import {
  addCompany,
  changeCompany,
  getAllCompanies,
  getCompanyOptions,
  listCompanies,
  removeCompany,
} from "#contract/site/companies.ts";
import { presentNamed, presentRecord } from "./presenter.ts";
import {
  addRecord,
  allRecords,
  changeRecord,
  companies,
  listRecords,
  recordOptions,
  removeRecord,
} from "./records.ts";

export const companyRoutes = [
  route(listCompanies, async ({ deps: { db }, query, configuration }) => {
    const { timezone } = await configuration();
    return presentPage(await listRecords(db, companies, query), (row) => presentRecord(row, timezone));
  }),

  route(getAllCompanies, async ({ deps: { db }, configuration }) => {
    const { timezone } = await configuration();
    return (await allRecords(db, companies)).map((row) => presentRecord(row, timezone));
  }),

  route(getCompanyOptions, async ({ deps: { db }, lang, query: { name } }) =>
    (await recordOptions(db, companies, name)).map((row) => presentNamed(row, lang)),
  ),

  route(addCompany, async ({ deps: { db, clock }, body, configuration }) =>
    presentRecord(await addRecord(db, companies, body, clock()), (await configuration()).timezone),
  ),

  route(changeCompany, async ({ deps: { db, clock }, params: { id }, body, configuration }) => {
    requireSame("id", body.id, id);
    const row = await changeRecord(db, companies, id, body, clock());
    return presentRecord(row, (await configuration()).timezone);
  }),

  route(removeCompany, ({ deps: { db }, params: { id } }) => removeRecord(db, companies, id)),
];
