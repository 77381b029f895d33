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
import { takeMessaged } from "./import-state.ts";

/** Thousands of links take the server seconds. */
const timeout = 120_000;

interface Inviting {
  readonly by: InvitationWay;
  readonly ids: readonly number[];
}

interface Props {
  /** Who was added, and was not invited by message yet. */
  readonly ids: readonly number[];
  /** Those of them whom a message reaches. */
  readonly reachable: readonly number[];
}

/**
 * Invitations for everybody who was added just now: by message to all who have a number, the rest on paper, or all of
 * them as links. An import by itself invites nobody.
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
      takeMessaged(new Set(invited.map(({ id }) => id)));
      toast.success(t("console.hostImport.messaged", { count: invited.length.toLocaleString() }), {
        toastId: "host-import-messaged",
      });
    },
  };
  const invite = useMutation({
    mutationFn: async ({ by, ids: people }: Inviting) => {
      const all: Invited[] = [];
      for (let at = 0; at < people.length; at += maxBatchRows) {
        setDone(at);
        const body = { by, ids: people.slice(at, at + maxBatchRows) };
        all.push(...(await call(inviteHostUsers, { body }, { timeout })));
      }
      return all;
    },
    onSuccess: (invited, { by }) => finish[by](invited),
    onSettled: refreshHostUsers,
  });
  const rest = ids.filter((id) => !reachable.includes(id));
  const ways = [
    { by: "message", ids: reachable, icon: <IconSend aria-hidden size={16} /> },
    { by: "paper", ids: rest, icon: <IconPrinter aria-hidden size={16} /> },
    { by: "link", ids, icon: undefined },
  ] as const;
  return (
    <>
      {ways
        .filter((way) => way.ids.length > 0)
        .map(({ icon, ...way }) => (
          <Button
            aria-disabled={invite.isPending || undefined}
            key={way.by}
            leftSection={icon}
            onClick={() => !invite.isPending && invite.mutate(way)}
            variant={way.by === "link" ? "default" : "light"}
          >
            {invite.isPending && invite.variables.by === way.by
              ? t("console.hostImport.inviting", {
                  done: done.toLocaleString(),
                  all: way.ids.length.toLocaleString(),
                })
              : t(`console.hostImport.inviteBy.${way.by}`, { count: way.ids.length.toLocaleString() })}
          </Button>
        ))}
      <InvitationsDrawer invited={links} onClose={() => setLinks([])} />
    </>
  );
}
