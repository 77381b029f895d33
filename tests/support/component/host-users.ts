/** Answers about users. */
import { getHostDelegations } from "#contract/people/delegations.ts";
import { getHostUserLogs, getHostUserSessions } from "#contract/people/host-user-access.ts";
import { type HostUserAnswer, listHostUsers } from "#contract/people/host-users.ts";
import { getSavedViews } from "#contract/people/saved-views.ts";
import { getAllCompanies, getCompanyOptions } from "#contract/site/companies.ts";
import type { Network } from "./network.ts";
import { pageOf } from "./visits.ts";

/** An active host with a password, changed by `more`. */
export const hostUserAnswer = (more: Partial<HostUserAnswer> = {}): HostUserAnswer => ({
  ...{ id: 7, loginId: "doyun.cha", name: "차도윤", enName: "", company: { id: 1, name: "가온정밀" } },
  ...{ department: "구매팀", position: "", phone: "", cellPhone: "", email: "", emailBounced: false },
  ...{ role: "host", status: "active", inPublicSearch: true, hasPassword: true, hasCompanyAccount: false },
  ...{ invited: false, locked: false, linkRequestedBy: null, hasSecondFactor: false },
  ...{ factorResetRequestedBy: null, lastSignInAt: null },
  ...{ createdAt: "2026-11-01 09:00", updatedAt: "2026-11-01 09:00" },
  ...more,
});

/** Answers the calls of the list of users, and of the drawer of this one. */
export function answerHostUser(network: Network, user: HostUserAnswer): void {
  network.answer(listHostUsers, pageOf([user]));
  network.answer(getHostUserLogs, []);
  network.answer(getHostUserSessions, []);
  network.answer(getHostDelegations, { own: [], asDeputy: [] });
  network.answer(getCompanyOptions, [user.company]);
  network.answer(getAllCompanies, []);
  network.answer(getSavedViews, []);
}
