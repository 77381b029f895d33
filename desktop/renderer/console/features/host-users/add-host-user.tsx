import { Stack } from "@mantine/core";
import { toast } from "react-toastify/unstyled";
import { addHostUser } from "#contract/people/host-users.ts";
import type { Role } from "#contract/roles.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { ProfileFields } from "./profile-form.tsx";
import { emptyHostUser, newBodyOf } from "./profile-values.ts";
import { RoleSelect } from "./role-form.tsx";
import { cacheHostUser, type Invited } from "./use-account-action.ts";

interface Props {
  /** Gets the invitation, whose link lets the new host user choose a password. */
  readonly onAdded: (invited: Invited) => void;
  readonly onClose: () => void;
  readonly role?: Role | undefined;
}

const key = "host-user-add";

export function AddHostUser({ onAdded, onClose, role = "host" }: Props) {
  const t = useTranslate();
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial: { ...emptyHostUser, role },
    schema: addHostUser.body,
    bodyOf: newBodyOf,
    send: (body) => call(addHostUser, { body }),
    onSaved: ({ invitation, ...user }) => {
      cacheHostUser(user);
      toast.success(t("console.hostUsers.added", { name: user.name }), { toastId: `host-user-${user.id}` });
      onAdded({ ...invitation, id: user.id, loginId: user.loginId, name: user.name });
    },
  });
  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <ProfileFields
          company={null}
          form={form}
          onCellPhone={(number) => form.setFieldValue("cellPhone", number)}
        />
        <RoleSelect {...form.getInputProps("role")} />
        <SubmitFooter isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t("console.hostUsers.add")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
