import { Alert, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { inviteHostUsers } from "#contract/people/host-user-access.ts";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import { CopyField } from "../../components/copy-field.tsx";
import { saveSheet } from "../../components/export/save-sheets.ts";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { selectionText } from "../../components/table/row-selection.tsx";
import { CallError, call } from "../../lib/api.ts";
import { failureText, warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { invitationColumns, linkOrDelivery } from "./columns.tsx";
import { type Invited, refreshHostUsers } from "./use-account-action.ts";

interface InvitationsDrawerProps {
  /** Invitations that were just created; empty closes the drawer. */
  readonly invited: readonly Invited[];
  readonly onClose: () => void;
}

/** Invitations listed; the others are in the file only. */
const maxShown = 100;

/** Invitation links of several host users, shown only once. */
export function InvitationsDrawer({ invited, onClose }: InvitationsDrawerProps) {
  const t = useTranslate();
  const save = () => saveSheet(t("console.hostUsers.linksFile"), invitationColumns(t), invited);
  const until = invited.find(({ expiresAt }) => expiresAt !== null)?.expiresAt;
  return (
    <SideDrawer isOpen={invited.length > 0} onClose={onClose} title={t("console.hostUsers.linksTitle")}>
      {invited[0] && (
        <Stack gap="md">
          {until && <Text>{t("console.hostUsers.linksText", { count: invited.length, until })}</Text>}
          <Button
            data-autofocus
            leftSection={<IconDownload aria-hidden size={16} />}
            onClick={() => save().catch((error: unknown) => warn(failureText(error)))}
            w="fit-content"
          >
            {t("console.hostUsers.linksSave")}
          </Button>
          <FactList
            facts={invited
              .slice(0, maxShown)
              .map(
                (invitation) =>
                  [`${invitation.name} (${invitation.loginId})`, linkOrDelivery(t, invitation)] as const,
              )}
          />
          {invited.length > maxShown && (
            <Text c="dimmed">{t("console.hostUsers.linksMore", { count: invited.length - maxShown })}</Text>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}

/** The link of an invitation, or how it was delivered instead. */
export function InvitationLink({ invited }: { readonly invited: Invited }) {
  const t = useTranslate();
  const { delivery, name, loginId, url, expiresAt } = invited;
  if (delivery === "link" && url !== null && expiresAt !== null)
    return <LinkToHandOut expiresAt={expiresAt} name={name} url={url} />;
  const title = t("console.hostUsers.deliveryTitle", { name });
  return (
    <Alert aria-label={title} color="brand" p="sm" role="status" title={title}>
      {delivery !== "link" && t(`console.hostUsers.delivery.${delivery}`, { name, loginId })}
    </Alert>
  );
}

interface LinkProps {
  readonly name: string;
  readonly url: string;
  readonly expiresAt: string;
}

/** An invitation link to copy, shown only once. */
function LinkToHandOut({ name, url, expiresAt }: LinkProps) {
  const t = useTranslate();
  const title = t("console.hostUsers.invitation", { name });
  return (
    <Alert aria-label={title} color="brand" p="sm" title={title}>
      <Stack gap="xs">
        <CopyField
          copyManuallyHint={t("console.hostUsers.copyByHand")}
          isLabelHidden
          label={t("console.hostUsers.link")}
          value={url}
        >
          {t("console.hostUsers.copy")}
        </CopyField>
        <Text size="sm">{t("console.hostUsers.linkHint", { until: expiresAt })}</Text>
      </Stack>
    </Alert>
  );
}

interface InviteBarProps {
  readonly chosen: readonly HostUserAnswer[];
  /** Number of pages the selection spans. */
  readonly pages: number;
  readonly onInvited: (invited: readonly Invited[]) => void;
  readonly onClear: () => void;
}

/** Bulk action: invites the selected host users. */
export function InviteBar({ chosen, pages, onInvited, onClear }: InviteBarProps) {
  const t = useTranslate();
  const invite = useMutation({
    mutationFn: () => call(inviteHostUsers, { body: { ids: chosen.map(({ id }) => id) } }),
    onSuccess: (invited) => {
      onInvited(invited);
      onClear();
    },
    onError: (error) => {
      // for example, a host user has just chosen a password
      if (error instanceof CallError) warn(Object.values(error.fields ?? {})[0]);
    },
    onSettled: refreshHostUsers,
  });
  if (chosen.length === 0) return null;
  return (
    <Paper aria-label={t("console.hostUsers.bulk")} component="section" p="xs" px="md" radius="lg" withBorder>
      <Group gap="xs">
        <Text fw={600} role="status">
          {selectionText(t, pages, t("console.hostUsers.chosen", { count: chosen.length }))}
        </Text>
        <Button
          loading={invite.isPending}
          onClick={() => invite.mutate()}
          size="compact-sm"
          variant="default"
        >
          {t("console.hostUsers.invite")}
        </Button>
        <Button onClick={onClear} size="compact-sm" variant="subtle">
          {t("console.hostUsers.unchoose")}
        </Button>
      </Group>
    </Paper>
  );
}
