import { Button } from "@mantine/core";
import { IconPrinter, IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { type InvitationWay, inviteHostUsers } from "#contract/people/host-user-access.ts";
import { maxBatchRows } from "#contract/people/host-users.ts";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { saveDraft } from "../../stores/drafts.ts";
import { InvitationsDrawer } from "../host-users/invitations.tsx";
import { type Invited, refreshHostUsers } from "../host-users/use-account-action.ts";
import { pendingInvitations } from "../print/search.ts";
import { removeMessaged } from "./import-state.ts";

/** Creating thousands of links takes seconds. */
const timeout = 120_000;

interface Inviting {
  readonly by: InvitationWay;
  readonly ids: readonly number[];
}

interface Props {
  /** Added host users who have not been invited by message. */
  readonly ids: readonly number[];
  /** Those of `ids` who can receive a message. */
  readonly reachable: readonly number[];
}

/**
 * Invites the imported host users: by message, the others on paper, or all of them by link. An import does not invite by
 * itself.
 */
export function InviteSaved({ ids, reachable }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [links, setLinks] = useState<readonly Invited[]>([]);
  const [done, setDone] = useState(0);
  const finish: Readonly<Record<InvitationWay, (invited: readonly Invited[]) => void>> = {
    link: setLinks,
    paper: (invited) => {
      saveDraft(pendingInvitations, invited);
      void navigate({ to: "/print/$kind", params: { kind: "invitations" } });
    },
    message: (invited) => {
      toast.success(t("console.hostImport.messaged", { count: invited.length.toLocaleString() }), {
        toastId: "host-import-messaged",
      });
    },
  };
  const invite = useMutation({
    mutationFn: async ({ by, ids: people }: Inviting) => {
      const all: Invited[] = [];
      for (let start = 0; start < people.length; start += maxBatchRows) {
        setDone(start);
        const batch = people.slice(start, start + maxBatchRows);
        const invited = await call(inviteHostUsers, { body: { by, ids: batch } }, { timeout });
        // at once, so that a retry after a failed batch messages nobody twice
        if (by === "message") removeMessaged(new Set(batch), new Set(invited.map(({ id }) => id)));
        all.push(...invited);
      }
      return all;
    },
    onSuccess: (invited, { by }) => finish[by](invited),
    onSettled: refreshHostUsers,
  });
  const reachableIds = new Set(reachable);
  const unreachable = ids.filter((id) => !reachableIds.has(id));
  const methods = [
    { by: "message", ids: reachable, icon: <IconSend aria-hidden size={16} /> },
    { by: "paper", ids: unreachable, icon: <IconPrinter aria-hidden size={16} /> },
    { by: "link", ids, icon: undefined },
  ] as const;
  return (
    <>
      {methods
        .filter((method) => method.ids.length > 0)
        .map(({ icon, ...method }) => (
          <Button
            aria-disabled={invite.isPending || undefined}
            key={method.by}
            leftSection={icon}
            onClick={() => !invite.isPending && invite.mutate(method)}
            variant={method.by === "link" ? "default" : "light"}
          >
            {invite.isPending && invite.variables.by === method.by
              ? t("console.hostImport.inviting", {
                  done: done.toLocaleString(),
                  all: invite.variables.ids.length.toLocaleString(),
                })
              : t(`console.hostImport.inviteBy.${method.by}`, { count: method.ids.length.toLocaleString() })}
          </Button>
        ))}
      <InvitationsDrawer invited={links} onClose={() => setLinks([])} />
    </>
  );
}
