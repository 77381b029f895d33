/** People choose their password by an invitation. */

import { acceptInvitation as accept, readInvitation } from "#api/features/host-users/invitations.ts";
import { route } from "#api/http/bind-route.ts";
import { acceptInvitation, checkInvitation } from "#contract/invitations.ts";

export const invitationRoutes = [
  route(checkInvitation, async ({ deps, body: { token } }) => {
    const { loginId, name } = await readInvitation(deps, token);
    return { loginId, name };
  }),

  route(acceptInvitation, ({ deps, body }) => accept(deps, body)),
];
