import { Button, Group, Text } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import { isGuarded } from "#contract/roles.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { useTranslate } from "../../lib/language.ts";
import { useCurrentUser } from "../../lib/session.ts";
import { type Invited, useAccountAction } from "./use-account-action.ts";

/** Actions with their own form. */
export type HostUserMode = "edit" | "role" | "resign";

interface Props {
  readonly user: HostUserAnswer;
  readonly onMode: (mode: HostUserMode) => void;
  readonly onInvited: (invited: Invited) => void;
  readonly onRemoved: () => void;
}

/** Administrators' actions on a host user; actions that would lock themselves out are hidden. */
export function HostUserActions({ user, onMode, onInvited, onRemoved }: Props) {
  const t = useTranslate();
  const isOwn = useCurrentUser().id === user.id;
  const account = useAccountAction(user, onInvited);
  const isActive = user.status === "active";
  const isBusy = (action: string) => account.isPending && account.variables.action === action;
  return (
    <>
      <Group align="flex-start" gap="xs">
        <Button
          leftSection={<IconPencil aria-hidden size={16} />}
          onClick={() => onMode("edit")}
          variant="default"
        >
          {t("console.hostUsers.edit")}
        </Button>
        {user.locked && (
          <Button
            loading={isBusy("unlock")}
            onClick={() => account.mutate({ action: "unlock" })}
            variant="default"
          >
            {t("console.hostUsers.unlock")}
          </Button>
        )}
        {isActive && !user.hasPassword && (
          <Button
            loading={isBusy("invite")}
            onClick={() => account.mutate({ action: "invite" })}
            variant="default"
          >
            {t(user.invited ? "console.hostUsers.inviteAgain" : "console.hostUsers.invite")}
          </Button>
        )}
        {isActive && !isOwn && (
          <Button onClick={() => onMode("role")} variant="default">
            {t("console.hostUsers.changeRole")}
          </Button>
        )}
        {!isActive && (
          <Button
            loading={isBusy("join")}
            onClick={() => account.mutate({ action: "join" })}
            variant="default"
          >
            {t("console.hostUsers.join")}
          </Button>
        )}
      </Group>
      {isOwn ? (
        <Text c="dimmed" size="sm">
          {t("console.hostUsers.own")}
        </Text>
      ) : (
        <Group align="flex-start" gap="xs">
          {isActive && user.hasPassword && (
            <ConfirmButton
              isBusy={isBusy("reset")}
              label={t("console.hostUsers.reset")}
              onConfirm={() => account.mutate({ action: "reset" })}
              question={t(
                isGuarded(user.role) ? "console.hostUsers.resetGuardedAsk" : "console.hostUsers.resetAsk",
                { name: user.name },
              )}
            />
          )}
          {user.hasSecondFactor && (
            <ConfirmButton
              isBusy={isBusy("resetFactor")}
              label={t("console.hostUsers.resetFactor")}
              onConfirm={() => account.mutate({ action: "resetFactor" })}
              question={t(
                isGuarded(user.role)
                  ? "console.hostUsers.resetFactorGuardedAsk"
                  : "console.hostUsers.resetFactorAsk",
                { name: user.name },
              )}
            />
          )}
          {isActive && (
            <Button color="red" onClick={() => onMode("resign")} variant="light">
              {t("console.hostUsers.resign")}
            </Button>
          )}
          <ConfirmButton
            isBusy={isBusy("remove")}
            label={t("console.hostUsers.remove")}
            onConfirm={() => account.mutate({ action: "remove" }, { onSuccess: onRemoved })}
            question={t("console.hostUsers.removeAsk", { name: user.name })}
          />
        </Group>
      )}
    </>
  );
}
