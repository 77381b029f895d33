/** Management of privacy policies. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { type Call, route } from "#api/http/route.ts";
import * as calls from "#contract/texts/privacy-policies.ts";
import {
  addPolicy,
  applyPolicy,
  changePolicy,
  listPolicies,
  presentPolicyPreview,
  presentPolicySummary,
  presentPolicyWhole,
  readPolicy,
  removePolicy,
} from "./policies.ts";

const present = async ({ configuration }: Pick<Call, "configuration">, row: ReturnType<typeof readPolicy>) =>
  presentPolicyWhole(await row, (await configuration()).timezone);

export const privacyPolicyRoutes = [
  route(calls.listPolicies, async ({ deps: { db }, query, configuration }) => {
    const found = await listPolicies(db, query);
    const { timezone } = await configuration();
    return presentPage(found, (row) => presentPolicySummary(row, timezone));
  }),

  route(calls.getPolicy, (call) => present(call, readPolicy(call.deps.db, call.params.id))),

  route(calls.addPolicy, (call) => present(call, addPolicy(call.deps, call.body))),

  route(calls.changePolicy, (call) => present(call, changePolicy(call.deps, call.params.id, call.body))),

  route(calls.removePolicy, ({ deps: { db }, params: { id } }) => removePolicy(db, id)),

  route(calls.applyPolicy, (call) => present(call, applyPolicy(call.deps, call.params.id))),

  route(calls.previewPolicy, async ({ body }) => presentPolicyPreview(body)),
];
