/** Privacy policies as they are managed. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { route } from "#api/http/route.ts";
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

export const privacyPolicyRoutes = [
  route(calls.listPolicies, async ({ deps: { db }, query, configuration }) => {
    const found = await listPolicies(db, query);
    const { timezone } = await configuration();
    return presentPage(found, (row) => presentPolicySummary(row, timezone));
  }),

  route(calls.getPolicy, async ({ deps: { db }, params: { id }, configuration }) => {
    const row = await readPolicy(db, id);
    return presentPolicyWhole(row, (await configuration()).timezone);
  }),

  route(calls.addPolicy, async ({ deps: { db, clock }, body, configuration }) => {
    const row = await addPolicy(db, body, clock());
    return presentPolicyWhole(row, (await configuration()).timezone);
  }),

  route(calls.changePolicy, async ({ deps: { db, clock }, params: { id }, body, configuration }) => {
    requireSame("id", body.id, id);
    const row = await changePolicy(db, id, body, clock());
    return presentPolicyWhole(row, (await configuration()).timezone);
  }),

  route(calls.removePolicy, ({ deps: { db }, params: { id } }) => removePolicy(db, id)),

  route(calls.applyPolicy, async ({ deps: { db, clock }, params: { id }, body, configuration }) => {
    requireSame("id", body.id, id);
    const row = await applyPolicy(db, id, clock());
    return presentPolicyWhole(row, (await configuration()).timezone);
  }),

  route(calls.previewPolicy, async ({ body }) => presentPolicyPreview(body)),
];
