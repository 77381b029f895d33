/** Management of host users and their access. */
import { presentPage } from "#api/http/pages/present-page.ts";
import { route, routeByFields } from "#api/http/route.ts";
import * as accessCalls from "#contract/people/host-user-access.ts";
import {
  addHostUser,
  addHostUsers,
  changeHostUserProfile,
  getHostUserOptions,
  listHostUsers,
  removeHostUser,
} from "#contract/people/host-users.ts";
import * as invitationCalls from "#contract/people/invitations.ts";
import { presentSessions, readSessions } from "../sign-in/sessions.ts";
import { isCompanyOnly } from "../sign-in/sign-in.ts";
import { addBatch, unvalidatedRows } from "./create.ts";
import {
  addPerson,
  changeProfile,
  changeRole,
  endSessionsOf,
  removePerson,
  resetSecondFactor,
  unlock,
} from "./host-users.ts";
import { acceptInvitation, inviteMany, readInvitation, resetPassword } from "./invitations.ts";
import { readHostOptions } from "./options.ts";
import { reinstate, resign } from "./resign.ts";
import {
  changeOf,
  listHostUsers as list,
  present,
  presentAccountLog,
  presentHostUser,
  presentInvitation,
  presentInvited,
  readAccountLog,
  siteOf,
} from "./rows.ts";

export const hostUserRoutes = [
  route(listHostUsers, async (call) => {
    const site = await siteOf(call);
    return presentPage(await list(call.deps, call.query), (row) => presentHostUser(row, site));
  }),

  route(getHostUserOptions, async ({ deps: { db, clock }, lang, query, configuration }) =>
    readHostOptions(db, query, { lang, timezone: (await configuration()).timezone, now: clock() }),
  ),

  route(accessCalls.getHostUserLogs, async (call) => {
    const site = await siteOf(call);
    const rows = await readAccountLog(call.deps.db, call.params.id, call.deps.clock());
    return rows.map((row) => presentAccountLog(row, site));
  }),

  routeByFields(addHostUser, addHostUser.body, async (call) =>
    presentInvited(call, await addPerson(call.deps, call.fields, await changeOf(call))),
  ),

  routeByFields(addHostUsers, unvalidatedRows, async ({ deps, me, trx, fields, configuration }) => {
    const change = { by: me.id, site: await configuration(trx) };
    return addBatch(trx, deps, fields, change);
  }),

  route(accessCalls.inviteHostUsers, async (call) => {
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

/** Access of host users: role, password, sessions, second factor, resignation and reinstatement. */
export const hostUserAccessRoutes = [
  route(accessCalls.changeHostUserRole, async (call) => {
    const change = await changeOf(call);
    const { row, invitation } = await changeRole(call.deps, call.params.id, call.body.role, change);
    return invitation === undefined
      ? { ...(await present(call, row)), invitation: null }
      : presentInvited(call, { row, invitation });
  }),

  route(accessCalls.unlockHostUser, async (call) =>
    present(call, await unlock(call.deps, call.params.id, call.me.id)),
  ),

  route(accessCalls.resetHostUserPassword, async (call) =>
    presentInvited(call, await resetPassword(call.deps, call.params.id, await changeOf(call))),
  ),

  route(accessCalls.getHostUserSessions, async (call) =>
    presentSessions(await readSessions(call.deps, call.params.id), {
      ...(await siteOf(call)),
      current: call.me.sessionId,
    }),
  ),

  route(accessCalls.endHostUserSessions, async ({ deps, me, configuration, params: { id } }) =>
    endSessionsOf(deps, id, { by: me.id, site: await configuration() }),
  ),

  route(accessCalls.resetSecondFactor, async (call) => {
    const { row, state } = await resetSecondFactor(call.deps, call.params.id, await changeOf(call));
    return { ...(await present(call, row)), state };
  }),

  route(accessCalls.resignHostUser, async (call) => {
    const { deps, me, params, body } = call;
    const change = { by: me.id, site: await call.configuration() };
    const { row, ...visits } = await resign(deps, params.id, body.reassignTo, change);
    return { ...(await present(call, row)), ...visits };
  }),

  route(accessCalls.joinHostUser, async (call) =>
    presentInvited(call, await reinstate(call.deps, call.params.id, await changeOf(call))),
  ),
];

/** Public: accepting an invitation. */
export const invitationRoutes = [
  route(invitationCalls.checkInvitation, async ({ deps, body: { token } }) => {
    const { loginId, name, ...person } = await readInvitation(deps, token);
    return { loginId, name, isCompanyOnly: isCompanyOnly(deps.settings, person) };
  }),

  routeByFields(
    invitationCalls.acceptInvitation,
    invitationCalls.acceptInvitation.body,
    ({ deps, fields, ctx }) => acceptInvitation(deps, fields, ctx.state.clientNetwork),
  ),
];
