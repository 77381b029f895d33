import { Button, Stack, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeHostUserProfile, type HostUserAnswer } from "#contract/host-users.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { ProfileFields } from "./profile-fields.tsx";
import { changeBodyOf, type ProfileValues, valuesOf } from "./profile-values.ts";
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
  const form = useDraftForm<ProfileValues>(key, initial);
  const unsaved = useUnsaved(key, form);
  const bodyOf = (values: ProfileValues) => changeBodyOf(user.id, initial, values);
  const change = useMutation({
    mutationFn: (values: ProfileValues) =>
      call(changeHostUserProfile, { params: { id: String(user.id) }, body: bodyOf(values) as never }),
    onSuccess: (after) => {
      form.forget();
      takeUpHostUser(after);
      toast.success(t("console.hostUsers.saved", { name: after.name }), { toastId: key });
      onDone();
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const wrong = checkBody(changeHostUserProfile.body, bodyOf(form.values));
    if (wrong) warn(form.show(wrong));
    else change.mutate(form.values);
  };
  return (
    <PlainForm aria-labelledby="profile-title" isBusy={change.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="profile-title" order={2} size="h3">
          {t("console.hostUsers.editTitle", { name: user.name })}
        </Title>
        <ProfileFields
          company={initial.company}
          form={form}
          onCellPhone={(number) => form.setFieldValue("cellPhone", number)}
        />
        <FormFoot unsaved={unsaved}>
          <Button disabled={!form.isChanged} loading={change.isPending} type="submit">
            {t("console.hostUsers.save")}
          </Button>
          <Button onClick={() => unsaved.leave(onDone)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
