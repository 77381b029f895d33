/** Terms and their versions as they are managed. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { route } from "#api/http/route.ts";
import * as calls from "#contract/texts/managed-terms.ts";
import { presentManagedTerms, presentTermsPreview, presentVersion } from "./presenter.ts";
import { addTerms, changeTerms, listTerms, readTerms, removeTerms, sortTerms } from "./terms.ts";
import { addVersion, changeVersion, deployVersion, listVersions, removeVersion } from "./versions.ts";

/** What a body may repeat of its address. */
function requireSameVersion(
  named: { readonly id?: number | undefined; readonly termsId?: number | undefined },
  address: { readonly id: number; readonly versionId: number },
): void {
  requireSame("id", named.id, address.versionId);
  requireSame("termsId", named.termsId, address.id);
}

export const termsRoutes = [
  route(calls.listTerms, async ({ deps: { db }, query, configuration }) => {
    const found = await listTerms(db, query);
    const { timezone } = await configuration();
    return presentPage(found, (row) => presentManagedTerms(row, timezone));
  }),

  route(calls.addTerms, async ({ deps: { db, clock }, body, configuration }) => {
    const row = await addTerms(db, body, clock());
    return presentManagedTerms(row, (await configuration()).timezone);
  }),

  // Before "/:id", which it would fit too.
  route(calls.sortTerms, ({ deps: { db, clock }, body }) => sortTerms(db, body.dispOrders, clock())),

  route(calls.changeTerms, async ({ deps: { db, clock }, params: { id }, body, configuration }) => {
    requireSame("id", body.id, id);
    const row = await changeTerms(db, id, body, clock());
    return presentManagedTerms(row, (await configuration()).timezone);
  }),

  route(calls.removeTerms, ({ deps: { db }, params: { id } }) => removeTerms(db, id)),

  route(calls.listVersions, async ({ deps: { db }, params: { id }, configuration }) => {
    const terms = await readTerms(db, id);
    const { timezone } = await configuration();
    return (await listVersions(db, id)).map((version) => presentVersion({ terms, version }, timezone));
  }),

  route(calls.addVersion, async ({ deps: { db, clock }, params: { id }, body, configuration }) => {
    requireSame("termsId", body.termsId, id);
    const found = await addVersion(db, id, body, clock());
    return presentVersion(found, (await configuration()).timezone);
  }),

  route(calls.changeVersion, async ({ deps: { db, clock }, params, body, configuration }) => {
    requireSameVersion(body, params);
    const found = await changeVersion(db, { termsId: params.id, id: params.versionId }, body, clock());
    return presentVersion(found, (await configuration()).timezone);
  }),

  route(calls.removeVersion, ({ deps: { db }, params }) =>
    removeVersion(db, { termsId: params.id, id: params.versionId }),
  ),

  route(calls.deployVersion, async ({ deps: { db, clock }, params, body, configuration }) => {
    requireSameVersion(body, params);
    const found = await deployVersion(db, { termsId: params.id, id: params.versionId }, clock());
    return presentVersion(found, (await configuration()).timezone);
  }),

  route(calls.previewVersion, async ({ deps: { db }, params: { id }, body }) =>
    presentTermsPreview(await readTerms(db, id), body),
  ),
];
