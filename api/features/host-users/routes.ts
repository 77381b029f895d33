/** Host users as they are managed. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { route, routeByFields } from "#api/http/route.ts";
import { addDays, dayStart } from "#contract/dates.ts";
import { getHostUserLogs, inviteHostUsers } from "#contract/people/host-user-access.ts";
import {
  addHostUser,
  addHostUsers,
  changeHostUserProfile,
  getHostUserOptions,
  listHostUsers,
  removeHostUser,
} from "#contract/people/host-users.ts";
import * as invitationCalls from "#contract/people/invitations.ts";
import {
  type AbsencePeriod,
  hostUserOption,
  hostUserOptions,
  hostUserRows,
} from "#db/queries/host-users/list.ts";
import { addBatch, anyRows } from "./batch.ts";
import { sendsMessages } from "./deliver-invitations.ts";
import { addPerson, changeProfile, readAccountLog, removePerson } from "./host-users.ts";
import { acceptInvitation, inviteMany, readInvitation } from "./invitations.ts";
import { presentAccountLog, presentHostOptions, presentHostUser, presentInvitation } from "./presenter.ts";
import { changeOf, present, presentInvited, siteOf } from "./respond.ts";

/** Whole days of the site, or this moment where none are given. */
function absencePeriod(
  { from, to = from }: { readonly from?: string | undefined; readonly to?: string | undefined },
  timezone: string,
  now: Date,
): AbsencePeriod {
  if (from === undefined || to === undefined) return { from: now, to: now };
  const end = dayStart(addDays(to, 1), timezone);
  return { from: dayStart(from, timezone), to: new Date(end.getTime() - 1) };
}

export const hostUserRoutes = [
  route(listHostUsers, async (call) => {
    const { db, clock } = call.deps;
    const site = await siteOf(call);
    return presentPage(await hostUserRows(db, call.query, clock()), (row) => presentHostUser(row, site));
  }),

  route(getHostUserOptions, async (call) => {
    const { deps, lang, query } = call;
    const { timezone } = await call.configuration();
    const period = absencePeriod(query, timezone, deps.clock());
    const rows =
      query.id === undefined
        ? await hostUserOptions(deps.db, query.name ?? "", period)
        : await hostUserOption(deps.db, query.id, period);
    return presentHostOptions(rows, { lang, timezone });
  }),

  route(getHostUserLogs, async (call) => {
    const site = await siteOf(call);
    const rows = await readAccountLog(call.deps, call.params.id);
    return rows.map((row) => presentAccountLog(row, site));
  }),

  routeByFields(addHostUser, addHostUser.body, async (call) =>
    presentInvited(call, await addPerson(call.deps, call.fields, await changeOf(call))),
  ),

  routeByFields(addHostUsers, anyRows, async ({ deps, me, trx, fields, configuration }) => {
    const { cipher, clock, mail, sms } = deps;
    const messaging = { trx, cipher, now: clock(), site: await configuration(trx) };
    const { ids, withNumber, withEmailOnly } = await addBatch(messaging, fields, me.id);
    const reachable = [
      ...(sendsMessages(sms) ? withNumber : []),
      ...(sendsMessages(mail) ? withEmailOnly : []),
    ];
    return { saved: ids.length, ids, reachable: reachable.toSorted((a, b) => a - b) };
  }),

  route(inviteHostUsers, async (call) => {
    const { ids, by } = call.body;
    const people = await inviteMany(call.deps, ids, by, await changeOf(call));
    const site = await siteOf(call);
    const shown = { ...site, origin: site.origin() };
    return people.map(({ invitation, ...person }) => ({
      ...person,
      ...presentInvitation(invitation, shown),
    }));
  }),

  routeByFields(changeHostUserProfile, changeHostUserProfile.body, async (call) =>
    present(call, await changeProfile(call.deps, call.params.id, call.fields, await changeOf(call))),
  ),

  route(removeHostUser, ({ deps, me, params: { id } }) => removePerson(deps, id, me.id)),
];

/** People choose their password by an invitation. */
export const invitationRoutes = [
  route(invitationCalls.checkInvitation, async ({ deps, body: { token } }) => {
    const { loginId, name } = await readInvitation(deps, token);
    return { loginId, name };
  }),

  routeByFields(
    invitationCalls.acceptInvitation,
    invitationCalls.acceptInvitation.body,
    ({ deps, fields, ctx }) => acceptInvitation(deps, fields, ctx.state.address),
  ),
];
