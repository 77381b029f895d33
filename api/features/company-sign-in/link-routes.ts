/** Company accounts of host users, for administrators, and one's own; and signing out at the provider. */
import { readCompanyCookie, writeCompanyCookie } from "#api/http/cookies/step-cookies.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { type Call, route } from "#api/http/route.ts";
import { startCompanySignOut } from "#contract/people/account.ts";
import type { CompanyAccount } from "#contract/people/host-user-access.ts";
import { getCompanyAccount, linkCompanyAccount } from "#contract/people/host-user-access.ts";
import * as own from "#contract/people/own-company-account.ts";
import { atOf } from "../sign-in/presenter.ts";
import { linkByAdmin, readCompanyAccount } from "./links.ts";
import { readOwnCompanyAccount, removeOwnLink, startOwnLink } from "./own-link.ts";
import { leaveAddress, returnPath, siteOf } from "./routes.ts";
import { leaveTokenOf } from "./sign-in.ts";

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

  route(own.getOwnCompanyAccount, ({ deps, me }) => readOwnCompanyAccount(deps, me)),

  route(own.startOwnCompanyLink, async ({ deps, ctx, me, body }) => {
    const departure = { known: readCompanyCookie(ctx), redirectUri: siteOf(ctx, deps) + returnPath };
    const { address, browser } = await startOwnLink(deps, me, body.currentPassword, departure);
    writeCompanyCookie(ctx, browser);
    return { address: address.href };
  }),

  route(own.removeOwnCompanyLink, async (call) => {
    const { deps, me, body } = call;
    await removeOwnLink(deps, me, body.currentPassword, await atOf(call));
    return readOwnCompanyAccount(deps, me);
  }),

  route(startCompanySignOut, async ({ deps, me }) => {
    const token = deps.company && (await leaveTokenOf(deps.db, me.sessionId, deps.random));
    return { leave: token === undefined ? null : leaveAddress(token) };
  }),
];
