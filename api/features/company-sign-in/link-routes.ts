/** Company accounts of host users, for administrators. */
import { type Call, route } from "#api/http/bind-route.ts";
import { requireSame } from "#api/http/read-fields.ts";
import type { CompanyAccount } from "#contract/people/host-user-access.ts";
import { getCompanyAccount, linkCompanyAccount } from "#contract/people/host-user-access.ts";
import { linkByAdmin, readCompanyAccount } from "./links.ts";

const accountOf = async (
  { deps, configuration }: Pick<Call, "deps" | "configuration">,
  id: number,
): Promise<CompanyAccount> => readCompanyAccount(deps, id, (await configuration()).timezone);

export const companyAccountRoutes = [
  route(getCompanyAccount, (call) => accountOf(call, call.params.id)),

  route(linkCompanyAccount, async (call) => {
    const { deps, me, params, body } = call;
    requireSame("id", body.id, params.id);
    await linkByAdmin(deps, params.id, body.identity, { by: me.id, site: await call.configuration() });
    return accountOf(call, params.id);
  }),
];
