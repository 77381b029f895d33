import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { inviteHostUsers, maxBatchRows } from "#contract/people/host-users.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { InvitationsDrawer } from "../host-users/invitations.tsx";
import { type Invited, refreshHostUsers } from "../host-users/use-account-action.ts";

/** Thousands of links take the server seconds. */
const timeout = 120_000;

/** Links for everybody who was added just now: an import by itself invites nobody. */
export function InviteSaved({ ids }: { readonly ids: readonly number[] }) {
  const t = useTranslate();
  const [invited, setInvited] = useState<readonly Invited[]>([]);
  const [done, setDone] = useState(0);
  const invite = useMutation({
    mutationFn: async () => {
      const all: Invited[] = [];
      for (let at = 0; at < ids.length; at += maxBatchRows) {
        setDone(at);
        const body = { ids: ids.slice(at, at + maxBatchRows) };
        all.push(...(await call(inviteHostUsers, { body }, { timeout })));
      }
      return all;
    },
    onSuccess: setInvited,
    onSettled: refreshHostUsers,
  });
  if (ids.length === 0) return null;
  return (
    <>
      <Button
        aria-disabled={invite.isPending || undefined}
        onClick={() => !invite.isPending && invite.mutate()}
        variant="light"
      >
        {invite.isPending
          ? t("console.hostImport.inviting", {
              done: done.toLocaleString(),
              all: ids.length.toLocaleString(),
            })
          : t("console.hostImport.invite", { count: ids.length.toLocaleString() })}
      </Button>
      <InvitationsDrawer invited={invited} onClose={() => setInvited([])} />
    </>
  );
}
