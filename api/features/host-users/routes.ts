/** Host users as they are managed. */
import { siteOrigin } from "#api/http/origin.ts";
import { presentPage } from "#api/http/pages/present-page.ts";
import { requireSame } from "#api/http/read-fields.ts";
import { type Call, route, routeByFields } from "#api/http/route.ts";
import { addDays, dayStart } from "#contract/dates.ts";
import {
  changeHostUserRole,
  endHostUserSessions,
  getHostUserLogs,
  getHostUserSessions,
  inviteHostUsers,
  joinHostUser,
  resetHostUserPassword,
  resetSecondFactor as resetSecondFactorCall,
  resignHostUser,
  unlockHostUser,
} from "#contract/people/host-user-access.ts";
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
  type HostUserRow,
  hostUserOption,
  hostUserOptions,
  hostUserRows,
} from "#db/queries/host-users/list.ts";
import { presentSessions, readSessions } from "../sign-in/sessions.ts";
import { addBatch, anyRows } from "./batch.ts";
import { type AccountChange, sendsMessages } from "./deliver-invitations.ts";
import {
  addPerson,
  changeProfile,
  changeRole,
  endSessionsOf,
  readAccountLog,
  removePerson,
  unlock,
} from "./host-users.ts";
import { acceptInvitation, type Invited, inviteMany, readInvitation, resetPassword } from "./invitations.ts";
import { presentAccountLog, presentHostOptions, presentHostUser, presentInvitation } from "./presenter.ts";
import { join, resign } from "./resign.ts";
import { resetSecondFactor } from "./second-factor.ts";

type StaffCall = Pick<Call, "deps" | "lang" | "ctx" | "configuration">;

/** What answers are shown by. */
const siteOf = async ({ deps: { settings }, lang, ctx, configuration }: StaffCall) => ({
  lang,
  timezone: (await configuration()).timezone,
  companyIssuer: settings.company?.issuer,
  origin: () => siteOrigin(ctx.get("Origin"), settings.publicOrigin),
});

/** Who changes an account, for the rules. */
const changeOf = async (call: StaffCall & Pick<Call, "me">): Promise<AccountChange> => ({
  by: call.me.id,
  site: await call.configuration(),
  origin: siteOrigin(call.ctx.get("Origin"), call.deps.settings.publicOrigin),
});

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

const present = async (call: StaffCall, row: HostUserRow) => presentHostUser(row, await siteOf(call));

async function presentInvited(call: StaffCall, { row, invitation }: Invited) {
  const site = await siteOf(call);
  return {
    ...presentHostUser(row, site),
    invitation: presentInvitation(invitation, { ...site, origin: site.origin() }),
  };
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

  route(changeHostUserRole, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    const { row, invitation } = await changeRole(
      call.deps,
      call.params.id,
      call.body.role,
      await changeOf(call),
    );
    return invitation === undefined
      ? { ...(await present(call, row)), invitation: null }
      : presentInvited(call, { row, invitation });
  }),

  route(unlockHostUser, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    return present(call, await unlock(call.deps, call.params.id, call.me.id));
  }),

  route(resetHostUserPassword, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    return presentInvited(call, await resetPassword(call.deps, call.params.id, await changeOf(call)));
  }),

  route(getHostUserSessions, async (call) =>
    presentSessions(await readSessions(call.deps, call.params.id), {
      ...(await siteOf(call)),
      current: call.me.sessionId,
    }),
  ),

  route(endHostUserSessions, async ({ deps, me, configuration, params: { id } }) =>
    endSessionsOf(deps, id, { by: me.id, site: await configuration() }),
  ),

  route(resetSecondFactorCall, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    const { row, state } = await resetSecondFactor(call.deps, call.params.id, await changeOf(call));
    return { ...(await present(call, row)), state };
  }),

  route(removeHostUser, ({ deps, me, params: { id } }) => removePerson(deps, id, me.id)),

  route(resignHostUser, async (call) => {
    const { deps, me, params, body } = call;
    requireSame("id", body.id, params.id);
    const { row, ...visits } = await resign(deps, {
      id: params.id,
      reassignTo: body.reassignTo,
      by: me.id,
      site: await call.configuration(),
    });
    return { ...(await present(call, row)), ...visits };
  }),

  route(joinHostUser, async (call) => {
    requireSame("id", call.body.id, call.params.id);
    return presentInvited(call, await join(call.deps, call.params.id, await changeOf(call)));
  }),
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
