/** The user's account at the company's provider (docs/decisions/accounts/company-sign-in.md). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { secret } from "./account.ts";

export const ownCompanyAccount = z.object({
  /** As the provider last named the account; null where none is linked. */
  linked: z.nullable(z.object({ loginName: z.string(), name: z.string() })),
  /** Whether the provider's groups set the role at each sign-in. */
  rolesByGroup: z.boolean(),
  /** Whether it is the user's only way to sign in, so that the link cannot be removed. */
  isOnlyWay: z.boolean(),
});

export type OwnCompanyAccount = z.output<typeof ownCompanyAccount>;

export const getOwnCompanyAccount = endpoint({
  method: "GET",
  path: "/dash/user/company-account",
  permission: "account",
  recorded: "none",
  summary: "The linked company account; 404 where the site has no company sign-in.",
  response: ownCompanyAccount,
});

/** The provider's page. */
export const companyAddress = z.object({ address: z.string() });

const byPassword = z.strictObject({ currentPassword: secret });

export const startOwnCompanyLink = endpoint({
  method: "POST",
  path: "/dash/user/company-account",
  permission: "account",
  recorded: { subject: null },
  summary:
    "Starts linking a company account: where to redirect this browser. The link is stored once the browser returns, in the same session. 405 where one is linked.",
  body: byPassword,
  response: companyAddress,
});

export const removeOwnCompanyLink = endpoint({
  method: "POST",
  path: "/dash/user/company-account/remove",
  permission: "account",
  recorded: { subject: null },
  summary:
    "Removes the link; sessions that came from the provider end, except the current one. 405 without a link, or where it is the only way to sign in.",
  body: byPassword,
  response: ownCompanyAccount,
});
