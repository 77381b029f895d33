/** Access of host users: role, password, sessions, second factor, leaving and coming back. */
import { requireSame } from "#api/http/read-fields.ts";
import { route } from "#api/http/route.ts";
import {
  changeHostUserRole,
  endHostUserSessions,
  getHostUserSessions,
  joinHostUser,
  resetHostUserPassword,
  resetSecondFactor as resetSecondFactorCall,
  resignHostUser,
  unlockHostUser,
} from "#contract/people/host-user-access.ts";
import { presentSessions, readSessions } from "../sign-in/sessions.ts";
import { changeRole, endSessionsOf, unlock } from "./host-users.ts";
import { resetPassword } from "./invitations.ts";
import { changeOf, present, presentInvited, siteOf } from "./presenter.ts";
import { join, resign } from "./resign.ts";
import { resetSecondFactor } from "./second-factor.ts";

export const hostUserAccessRoutes = [
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
