import { Button, Group, Paper, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type HostUserAnswer, inviteHostUsers } from "#contract/host-users.ts";
import { CallError, call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import type { Invited } from "./invited.ts";
import { refreshHostUsers } from "./use-account-action.ts";

interface Props {
  readonly chosen: readonly HostUserAnswer[];
  readonly onInvited: (invited: readonly Invited[]) => void;
  readonly onUnchoose: () => void;
}

/** What is done with all who are ticked: each gets a link of their own. */
export function InviteBar({ chosen, onInvited, onUnchoose }: Props) {
  const t = useTranslate();
  const invite = useMutation({
    mutationFn: () => call(inviteHostUsers, { body: { ids: chosen.map(({ id }) => id) } }),
    onSuccess: (invited) => {
      onInvited(invited);
      onUnchoose();
    },
    onError: (error) => {
      // somebody chose a password just now
      if (error instanceof CallError) warn(Object.values(error.fields ?? {})[0]);
    },
    onSettled: refreshHostUsers,
  });
  if (chosen.length === 0) return null;
  return (
    <Paper aria-label={t("console.hostUsers.bulk")} component="section" p="xs" px="md" radius="lg" withBorder>
      <Group gap="xs">
        <Text fw={600} role="status">
          {t("console.hostUsers.chosen", { count: chosen.length })}
        </Text>
        <Button
          loading={invite.isPending}
          onClick={() => invite.mutate()}
          size="compact-sm"
          variant="default"
        >
          {t("console.hostUsers.invite")}
        </Button>
        <Button onClick={onUnchoose} size="compact-sm" variant="subtle">
          {t("console.hostUsers.unchoose")}
        </Button>
      </Group>
    </Paper>
  );
}
