import { Alert, Divider, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import type { Role } from "#contract/roles.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import { hasDraft } from "../../stores/drafts.ts";
import { HostUserSessions } from "../account/sessions.tsx";
import { HostDelegations } from "../delegations/delegations.tsx";
import { AccountTimeline } from "./account-timeline.tsx";
import { AddHostUser } from "./add-host-user.tsx";
import { AccountBadge } from "./columns.tsx";
import { HostUserCompanyAccount } from "./company-account.tsx";
import { HostUserActions, type HostUserMode } from "./host-user-actions.tsx";
import { HostUserFacts } from "./host-user-facts.tsx";
import { InvitationLink } from "./invitations.tsx";
import { ProfileForm, profileKey } from "./profile-form.tsx";
import { hostUserQuery } from "./queries.ts";
import { ResignForm, resignKey } from "./resign-form.tsx";
import { RoleForm, roleKey } from "./role-form.tsx";
import type { Invited } from "./use-account-action.ts";

interface Props {
  /** The host user whose drawer is open; "new" opens the form for a new one. */
  readonly opened: number | "new" | undefined;
  /** The form to open initially, for administrators. */
  readonly mode: HostUserMode | undefined;
  /** An invitation that was just created. */
  readonly invited: Invited | undefined;
  readonly onInvited: (invited: Invited) => void;
  readonly onAdded: (invited: Invited) => void;
  /** Initial role of a new host user. */
  readonly newRole?: Role | undefined;
  readonly onClose: () => void;
}

/** Details of a host user, actions, and the history of their access. */
export function HostUserDrawer({ opened, onAdded, newRole, ...props }: Props) {
  const t = useTranslate();
  const title = t(opened === "new" ? "console.hostUsers.addTitle" : "console.hostUsers.title");
  return (
    <SideDrawer isOpen={opened !== undefined} onClose={props.onClose} title={title}>
      {opened === "new" && <AddHostUser onAdded={onAdded} onClose={props.onClose} role={newRole} />}
      {typeof opened === "number" && (
        <HostUserLoader id={opened} key={`${opened}-${props.mode ?? ""}`} {...props} />
      )}
    </SideDrawer>
  );
}

type LoaderProps = Omit<Props, "opened" | "onAdded" | "newRole">;

function HostUserLoader({ id, ...props }: LoaderProps & { readonly id: number }) {
  const t = useTranslate();
  const user = useQuery(hostUserQuery(id, useLanguage()));
  if (user.isPending) return <Skeleton height={320} />;
  if (user.isLoadingError) return <ErrorState onRetry={() => void user.refetch()} error={user.error} />;
  if (!user.data) {
    return <EmptyState title={t("console.hostUsers.gone")}>{t("console.hostUsers.goneText")}</EmptyState>;
  }
  return <HostUserDetails user={user.data} {...props} />;
}

/** Reopens a form with a draft, for example after the session expired. */
function modeWithDraft(id: number): HostUserMode | undefined {
  if (hasDraft(profileKey(id))) return "edit";
  if (hasDraft(roleKey(id))) return "role";
  return hasDraft(resignKey(id)) ? "resign" : undefined;
}

const modeForms = { edit: ProfileForm, role: RoleForm, resign: ResignForm } as const;

interface HostUserDetailsProps extends LoaderProps {
  readonly user: HostUserAnswer;
}

function HostUserDetails({ user, mode: initialMode, invited, onInvited, onClose }: HostUserDetailsProps) {
  const t = useTranslate();
  const mayEdit = may(useCurrentUser(), "referenceData");
  const hasCompanySignIn = useQuery(siteQuery).data?.companySignIn ?? false;
  const [mode, setMode] = useState(() => (mayEdit ? (modeWithDraft(user.id) ?? initialMode) : undefined));
  if (mode) {
    const Form = modeForms[mode];
    return <Form onDone={() => setMode(undefined)} onInvited={onInvited} user={user} />;
  }
  return (
    <Stack gap="md">
      <div>
        <Group gap="xs">
          <Title order={2} size="h3">
            {user.name}
          </Title>
          <AccountBadge user={user} />
        </Group>
        <Text c="dimmed">
          {[user.company.name, user.department, user.position].filter(Boolean).join(" · ")}
        </Text>
      </div>
      {invited ? <InvitationLink invited={invited} /> : <LinkRequest user={user} />}
      <FactorResetRequest user={user} />
      {mayEdit && <HostUserActions onInvited={onInvited} onMode={setMode} onRemoved={onClose} user={user} />}
      <Divider />
      <HostUserFacts user={user} />
      {user.status === "active" && (
        <>
          <Divider />
          <Title order={3} size="h5">
            {t("console.delegations.title")}
          </Title>
          <HostDelegations hostId={user.id} isEditable={mayEdit} />
        </>
      )}
      {mayEdit && (
        <>
          <Divider />
          <Title order={3} size="h5">
            {t("console.sessions.title")}
          </Title>
          <HostUserSessions id={user.id} name={user.name} />
          {hasCompanySignIn && <HostUserCompanyAccount id={user.id} />}
        </>
      )}
      <Divider />
      <Title order={3} size="h5">
        {t("console.hostUsers.log.title")}
      </Title>
      <AccountTimeline id={user.id} />
    </Stack>
  );
}

/** An invitation link requested by one administrator; a second confirms by requesting it, too. */
function LinkRequest({ user: { linkRequestedBy } }: { readonly user: HostUserAnswer }) {
  const t = useTranslate();
  const isOwn = useCurrentUser().id === linkRequestedBy?.id;
  if (!linkRequestedBy) return null;
  return (
    <Alert color="yellow" p="sm">
      {isOwn
        ? t("console.hostUsers.requestedByYou")
        : t("console.hostUsers.requested", { name: linkRequestedBy.name })}
    </Alert>
  );
}

/** A second factor reset that a second administrator must confirm in the same way. */
function FactorResetRequest({ user: { factorResetRequestedBy: admin } }: { readonly user: HostUserAnswer }) {
  const t = useTranslate();
  const isOwn = useCurrentUser().id === admin?.id;
  if (!admin) return null;
  return (
    <Alert color="yellow" p="sm">
      {isOwn
        ? t("console.hostUsers.factorRequestedByYou")
        : t("console.hostUsers.factorRequested", { name: admin.name })}
    </Alert>
  );
}
