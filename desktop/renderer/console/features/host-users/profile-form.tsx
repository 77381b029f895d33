import { Stack, Title } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeHostUserProfile, type HostUserAnswer } from "#contract/host-users.ts";
import { PlainForm } from "../../components/form.tsx";
import { SubmitFoot } from "../../components/submit-foot.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { useSaveForm } from "../../lib/use-save-form.ts";
import { ProfileFields } from "./profile-fields.tsx";
import { changeBodyOf, valuesOf } from "./profile-values.ts";
import { takeUpHostUser } from "./use-account-action.ts";

interface Props {
  readonly user: HostUserAnswer;
  readonly onDone: () => void;
}

export const profileKey = (id: number) => `host-user-${id}`;

/** Who somebody is, changed in their drawer. */
export function ProfileForm({ user, onDone }: Props) {
  const t = useTranslate();
  const key = profileKey(user.id);
  // As it was when the form was opened; what others change meanwhile is not taken back.
  const [initial] = useState(() => valuesOf(user));
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: changeHostUserProfile.body,
    bodyOf: (values) => changeBodyOf(user.id, initial, values),
    send: (body) => call(changeHostUserProfile, { params: { id: String(user.id) }, body }),
    onSaved: (after) => {
      takeUpHostUser(after);
      toast.success(t("console.hostUsers.saved", { name: after.name }), { toastId: key });
      onDone();
    },
  });
  return (
    <PlainForm aria-labelledby="profile-title" isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="profile-title" order={2} size="h3">
          {t("console.hostUsers.editTitle", { name: user.name })}
        </Title>
        <ProfileFields
          company={initial.company}
          form={form}
          onCellPhone={(number) => form.setFieldValue("cellPhone", number)}
        />
        <SubmitFoot disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.hostUsers.save")}
        </SubmitFoot>
      </Stack>
    </PlainForm>
  );
}
