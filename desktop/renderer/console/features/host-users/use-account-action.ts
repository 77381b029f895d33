/** Actions on a host user's access. The response updates the cache, then all host user queries are refetched. */
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type * as z from "zod/mini";
import {
  changeHostUserRole,
  inviteHostUsers,
  joinHostUser,
  resetHostUserPassword,
  resetSecondFactor,
  unlockHostUser,
} from "#contract/people/host-user-access.ts";
import { type HostUserAnswer, removeHostUser } from "#contract/people/host-users.ts";
import type { invitation } from "#contract/people/invitations.ts";
import type { Role } from "#contract/roles.ts";
import { call } from "../../lib/api.ts";
import { currentLanguage, translate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { hostUserQuery } from "./queries.ts";

type AccountAction =
  | { readonly action: "invite" | "reset" | "resetFactor" | "unlock" | "join" | "remove" }
  | { readonly action: "role"; readonly role: Role };

/** Writes a changed host user to the query cache. */
export function cacheHostUser(user: HostUserAnswer): void {
  queryClient.setQueryData(hostUserQuery(user.id, currentLanguage()).queryKey, user);
  refreshHostUsers();
}

export function refreshHostUsers(): void {
  void queryClient.invalidateQueries({ queryKey: ["hostUsers"] });
  // host options of the select fields
  void queryClient.invalidateQueries({ queryKey: ["configuration", "hosts"] });
}

/** @returns the invitation, if the call creates one; "waiting" if a second administrator must confirm first */
async function send(
  { id }: HostUserAnswer,
  request: AccountAction,
): Promise<Invited | "waiting" | undefined> {
  const params = { id: String(id) };
  if (request.action === "invite") return (await call(inviteHostUsers, { body: { ids: [id] } }))[0];
  if (request.action === "role") {
    const { invitation, ...user } = await call(changeHostUserRole, {
      params,
      body: { id, role: request.role },
    });
    cacheHostUser(user);
    return invitation ? { ...invitation, id, loginId: user.loginId, name: user.name } : undefined;
  }
  if (request.action === "unlock") {
    cacheHostUser(await call(unlockHostUser, { params, body: { id } }));
    return undefined;
  }
  if (request.action === "resetFactor") {
    const { state, ...user } = await call(resetSecondFactor, { params, body: { id } });
    cacheHostUser(user);
    return state === "confirmation" ? "waiting" : undefined;
  }
  if (request.action === "remove") {
    await call(removeHostUser, { params });
    return undefined;
  }
  const { invitation, ...user } = await call(
    request.action === "reset" ? resetHostUserPassword : joinHostUser,
    { params, body: { id } },
  );
  cacheHostUser(user);
  return { ...invitation, id, loginId: user.loginId, name: user.name };
}

/** @param onInvited gets the invitation of an action; its link is not shown again */
export const useAccountAction = (user: HostUserAnswer, onInvited?: (invited: Invited) => void) =>
  useMutation({
    mutationFn: (request: AccountAction) => send(user, request),
    onSuccess: (outcome, { action }) => {
      if (outcome === "waiting") return;
      const invited = outcome;
      // No toast while a second administrator must confirm; the drawer says so.
      if (invited?.delivery !== "confirmation" || action === "role") {
        toast.success(translate(`console.hostUsers.done.${action}`, { name: user.name }), {
          toastId: `${action}-${user.id}`,
        });
      }
      if (invited) onInvited?.(invited);
    },
    onSettled: refreshHostUsers,
  });

/** An invitation to choose a password, with its host user. Only the response that creates it contains the link. */
export interface Invited extends z.output<typeof invitation> {
  readonly id: number;
  readonly loginId: string;
  readonly name: string;
}
