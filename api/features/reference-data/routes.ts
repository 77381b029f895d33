/** Management of companies, accessible places and purposes. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { type Call, route } from "#api/http/route.ts";
import * as companyCalls from "#contract/site/companies.ts";
import type { ReferenceListQuery } from "#contract/site/reference-data.ts";
import { addCode, changeCode, listCodes, removeCode, sortCodes } from "#contract/site/user-codes.ts";
import {
  addRecord,
  allRecords,
  changeRecord,
  codesOf,
  companies,
  listRecords,
  presentNamed,
  presentRecord,
  type RecordKind,
  type ReferenceRow,
  recordOptions,
  removeRecord,
  sortRecords,
} from "./records.ts";

type SiteCall = Pick<Call, "deps" | "configuration">;

const present = async ({ configuration }: SiteCall, row: Promise<ReferenceRow>) =>
  presentRecord(await row, (await configuration()).timezone);

async function presentList({ deps, configuration }: SiteCall, of: RecordKind, query: ReferenceListQuery) {
  const { timezone } = await configuration();
  return presentPage(await listRecords(deps.db, of, query), (row) => presentRecord(row, timezone));
}

export const companyRoutes = [
  route(companyCalls.listCompanies, (call) => presentList(call, companies, call.query)),

  route(companyCalls.getAllCompanies, async ({ deps: { db }, configuration }) => {
    const { timezone } = await configuration();
    return (await allRecords(db, companies)).map((row) => presentRecord(row, timezone));
  }),

  route(companyCalls.getCompanyOptions, async ({ deps: { db }, lang, query: { name } }) =>
    (await recordOptions(db, companies, name)).map((row) => presentNamed(row, lang)),
  ),

  route(companyCalls.addCompany, (call) => present(call, addRecord(call.deps, companies, call.body))),

  route(companyCalls.changeCompany, (call) =>
    present(call, changeRecord(call.deps, companies, call.params.id, call.body)),
  ),

  route(companyCalls.removeCompany, ({ deps: { db }, params: { id } }) => removeRecord(db, companies, id)),
];

export const userCodeRoutes = [
  route(listCodes, (call) => presentList(call, codesOf(call.params.kind), call.query)),

  route(addCode, (call) => present(call, addRecord(call.deps, codesOf(call.params.kind), call.body))),

  // Before "/:id", which matches "sort", too.
  route(sortCodes, ({ deps: { db, clock }, params: { kind }, body: { dispOrders } }) =>
    sortRecords(db, codesOf(kind), dispOrders, clock()),
  ),

  route(changeCode, async (call) => {
    const { kind, id } = call.params;
    return present(call, changeRecord(call.deps, codesOf(kind), id, call.body));
  }),

  route(removeCode, ({ deps: { db }, params: { kind, id } }) => removeRecord(db, codesOf(kind), id)),
];
