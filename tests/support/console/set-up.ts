/** A site that is set up through its own calls, from nothing, for tests. */
import type { TestServer } from "../api.ts";
import { ok } from "../strangers.ts";
import type { SignedIn } from "./staff.ts";

/** What everybody chooses who takes an invitation up. */
export const yearSecret = "a password of some length";

export const tokenOf = ({ url }: { url: string | null }) => url?.split("#")[1];

/** Takes an invitation up, as somebody does who was handed the link. */
export async function accept(server: TestServer, token: string | undefined): Promise<void> {
  const body = { token, newPassword: yearSecret, confirmPassword: yearSecret };
  await ok(server.post("/dash/invitation", { body }));
}

/**
 * Puts the product's templates in force: a policy, terms, places and purposes.
 * @returns ids by what they are; of terms by their type
 */
export async function setUpFromTemplates(admin: SignedIn): Promise<Record<string, number>> {
  const templates = await ok(admin.get("/dash/setup/templates"));
  const ids: Record<string, number> = {};
  const [policy] = templates.policies;
  const { blanks: _, ...text } = policy;
  const added = await ok(admin.post("/dash/privacy-policies", { body: text }));
  await ok(admin.put(`/dash/privacy-policies/${added.id}/apply`, { body: {} }));
  for (const { body, enBody, blanks: __, ...terms } of templates.terms) {
    const { id } = await ok(admin.post("/dash/terms", { body: terms }));
    const version = await ok(admin.post(`/dash/terms/${id}/versions`, { body: { body, enBody } }));
    await ok(admin.put(`/dash/terms/${id}/versions/${version.id}/deploy`, { body: {} }));
    ids[terms.contentType] = id;
  }
  const places = [];
  const purposes = [];
  for (const body of templates.places) places.push(await ok(admin.post("/dash/usercodes/9002", { body })));
  for (const body of templates.purposes)
    purposes.push(await ok(admin.post("/dash/usercodes/9003", { body })));
  const [company] = await ok(admin.get("/dash/companies/all"));
  Object.assign(ids, { company: company.id, place: places[0].id, purpose: purposes[0].id });
  return ids;
}
