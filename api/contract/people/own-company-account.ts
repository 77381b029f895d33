/** One's own account at the company's provider (docs/decisions/accounts/company-sign-in.md). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { secret } from "./account.ts";

export const ownCompanyAccount = z.object({
  /** As the provider named one last; null where none is linked. */
  linked: z.nullable(z.object({ loginName: z.string(), name: z.string() })),
  /** Whether the provider's groups give the role, at each sign-in by it. */
  rolesByGroup: z.boolean(),
  /** Whether one signs in by it only, so that the link stays. */
  isOnlyWay: z.boolean(),
});

export type OwnCompanyAccount = z.output<typeof ownCompanyAccount>;

export const getOwnCompanyAccount = endpoint({
  method: "GET",
  path: "/dash/user/company-account",
  permission: "account",
  recorded: "none",
  summary: "Which company account one signs in with; 404 where the site has no company sign-in.",
  response: ownCompanyAccount,
});

const byPassword = z.strictObject({ currentPassword: secret });

export const startOwnCompanyLink = endpoint({
  method: "POST",
  path: "/dash/user/company-account",
  permission: "account",
  recorded: { subject: null },
  summary:
    "Begins to link one's company account: where to send this browser; the link counts once it comes back, in the same session. 405 where one is linked.",
  body: byPassword,
  response: z.object({
    /** The provider's. */
    address: z.string(),
  }),
});

export const removeOwnCompanyLink = endpoint({
  method: "POST",
  path: "/dash/user/company-account/remove",
  permission: "account",
  recorded: { subject: null },
  summary:
    "Removes the link; sessions that came from there end, but for the present one. 405 where there is none, or one signs in by it only.",
  body: byPassword,
  response: ownCompanyAccount,
});
