import { Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import type { HostUserAnswer } from "#contract/host-users.ts";
import type { Role } from "#contract/roles.ts";
import { PlainForm } from "../../components/form.tsx";
import { SubmitFoot } from "../../components/submit-foot.tsx";
import { useTranslate } from "../../lib/language.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { RoleSelect } from "./role-select.tsx";
import { useAccountAction } from "./use-account-action.ts";

interface Props {
  readonly user: HostUserAnswer;
  readonly onDone: () => void;
}

export const roleKey = (id: number) => `host-user-role-${id}`;

/** Another role for somebody: what they have open ends with the old one. */
export function RoleForm({ user, onDone }: Props) {
  const t = useTranslate();
  const key = roleKey(user.id);
  const [initial] = useState<{ role: Role }>(() => ({ role: user.role }));
  const form = useDraftForm<{ role: Role }>(key, initial);
  const unsaved = useUnsaved(key, form);
  const change = useAccountAction(user);
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
    <PlainForm aria-labelledby="role-title" isBusy={change.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="role-title" order={2} size="h3">
          {t("console.hostUsers.roleTitle", { name: user.name })}
        </Title>
        <RoleSelect data-autofocus {...form.getInputProps("role")} />
        <Text c="dimmed" size="sm">
          {t("console.hostUsers.roleEnds")}
        </Text>
        <SubmitFoot disabled={!form.isChanged} isBusy={change.isPending} onLeave={onDone} unsaved={unsaved}>
          {t("console.hostUsers.changeRole")}
        </SubmitFoot>
      </Stack>
    </PlainForm>
  );
}
