/** Host users as they are managed. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { route, routeByFields } from "#api/http/route.ts";
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
import { addBatch, anyRows } from "./batch.ts";
import { sendsMessages } from "./deliver-invitations.ts";
import { addPerson, changeProfile, removePerson } from "./host-users.ts";
import { acceptInvitation, inviteMany, readInvitation } from "./invitations.ts";
import { readHostOptions } from "./options.ts";
import {
  changeOf,
  present,
  presentAccountLog,
  presentHostUser,
  presentInvitation,
  presentInvited,
  siteOf,
} from "./presenter.ts";
import { listHostUsers as list, readAccountLog } from "./rows.ts";

export const hostUserRoutes = [
  route(listHostUsers, async (call) => {
    const { db, clock } = call.deps;
    const site = await siteOf(call);
    return presentPage(await list(db, call.query, clock()), (row) => presentHostUser(row, site));
  }),

  route(getHostUserOptions, async ({ deps: { db, clock }, lang, query, configuration }) =>
    readHostOptions(db, query, { lang, timezone: (await configuration()).timezone, now: clock() }),
  ),

  route(getHostUserLogs, async (call) => {
    const site = await siteOf(call);
    const rows = await readAccountLog(call.deps.db, call.params.id, call.deps.clock());
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
