import { Select, type SelectProps, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import { isGuarded, type Role, roles } from "#contract/roles.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { type Invited, useAccountAction } from "./use-account-action.ts";

interface Props {
  readonly user: HostUserAnswer;
  readonly onDone: () => void;
  readonly onInvited: (invited: Invited) => void;
}

export const roleKey = (id: number) => `host-user-role-${id}`;

/** Changes the role; the host user's sessions end. */
export function RoleForm({ user, onDone, onInvited }: Props) {
  const t = useTranslate();
  const key = roleKey(user.id);
  const [initial] = useState<{ role: Role }>(() => ({ role: user.role }));
  const form = useDraftForm<{ role: Role }>(key, initial);
  const unsaved = useUnsaved(key, form);
  const change = useAccountAction(user, onInvited);
  const submit = () =>
    change.mutate(
      { action: "role", role: form.values.role },
      {
        onSuccess: () => {
          form.forget();
          onDone();
        },
      },
    );
  return (
    <Form aria-labelledby="role-title" isBusy={change.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="role-title" order={2} size="h3">
          {t("console.hostUsers.roleTitle", { name: user.name })}
        </Title>
        <RoleSelect data-autofocus {...form.getInputProps("role")} />
        <Text c="dimmed" size="sm">
          {t("console.hostUsers.roleEnds")}
        </Text>
        {isGuarded(form.values.role) && !isGuarded(user.role) && (
          <Text size="sm">{t("console.hostUsers.roleGuarded")}</Text>
        )}
        <SubmitFooter disabled={!form.isChanged} isBusy={change.isPending} onLeave={onDone} unsaved={unsaved}>
          {t("console.hostUsers.changeRole")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}

type RoleSelectProps = Omit<SelectProps, "data" | "label" | "description">;

/** Role field with a description of the selected role. */
export function RoleSelect(props: RoleSelectProps) {
  const t = useTranslate();
  return (
    <Select
      {...props}
      allowDeselect={false}
      data={roles.map((value) => ({ value, label: t(`console.role.${value}`) }))}
      description={t(`console.hostUsers.roleHint.${props.value as Role}`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={t("console.hostUsers.role")}
      required
    />
  );
}
