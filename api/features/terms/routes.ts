/** Management of terms and their versions. */
import { invalid } from "#api/errors.ts";
import { presentPage } from "#api/http/pages/present-page.ts";
import { type Call, route } from "#api/http/route.ts";
import * as calls from "#contract/texts/managed-terms.ts";
import { addTerms, changeTerms, listTerms, readTerms, removeTerms, sortTerms } from "./terms.ts";
import {
  addVersion,
  changeVersion,
  deployVersion,
  type FoundVersion,
  listVersions,
  presentManagedTerms,
  presentTermsPreview,
  presentVersion,
  removeVersion,
} from "./versions.ts";

type SiteCall = Pick<Call, "configuration">;

const present = async ({ configuration }: SiteCall, row: ReturnType<typeof readTerms>) =>
  presentManagedTerms(await row, (await configuration()).timezone);

const presentFound = async ({ configuration }: SiteCall, found: Promise<FoundVersion>) =>
  presentVersion(await found, (await configuration()).timezone);

/** @throws InvalidInput where the body names other terms than the path */
function requireSameTerms({
  body,
  params,
}: {
  body: { termsId?: number | undefined };
  params: { id: number };
}): void {
  if (body.termsId !== undefined && body.termsId !== params.id) throw invalid({ termsId: "invalid" });
}

export const termsRoutes = [
  route(calls.listTerms, async ({ deps: { db }, query, configuration }) => {
    const found = await listTerms(db, query);
    const { timezone } = await configuration();
    return presentPage(found, (row) => presentManagedTerms(row, timezone));
  }),

  route(calls.addTerms, (call) => present(call, addTerms(call.deps, call.body))),

  // Before "/:id", which matches "sort", too.
  route(calls.sortTerms, ({ deps: { db, clock }, body }) => sortTerms(db, body.dispOrders, clock())),

  route(calls.changeTerms, (call) => present(call, changeTerms(call.deps, call.params.id, call.body))),

  route(calls.removeTerms, ({ deps: { db }, params: { id } }) => removeTerms(db, id)),

  route(calls.listVersions, async ({ deps: { db }, params: { id }, configuration }) => {
    const terms = await readTerms(db, id);
    const { timezone } = await configuration();
    return (await listVersions(db, id)).map((version) => presentVersion({ terms, version }, timezone));
  }),

  route(calls.addVersion, async (call) => {
    requireSameTerms(call);
    return presentFound(call, addVersion(call.deps, call.params.id, call.body));
  }),

  route(calls.changeVersion, async (call) => {
    const { id: termsId, versionId: id } = call.params;
    requireSameTerms(call);
    return presentFound(call, changeVersion(call.deps, { termsId, id }, call.body));
  }),

  route(calls.removeVersion, ({ deps: { db }, params }) =>
    removeVersion(db, { termsId: params.id, id: params.versionId }),
  ),

  route(calls.deployVersion, async (call) => {
    const { id: termsId, versionId: id } = call.params;
    requireSameTerms(call);
    return presentFound(call, deployVersion(call.deps, { termsId, id }));
  }),

  route(calls.previewVersion, async ({ deps: { db }, params: { id }, body }) =>
    presentTermsPreview(await readTerms(db, id), body),
  ),
];
