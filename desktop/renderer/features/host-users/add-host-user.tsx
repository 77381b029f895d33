import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { addHostUser } from "#contract/host-users.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import type { Invited } from "./invited.ts";
import { ProfileFields } from "./profile-fields.tsx";
import { type NewPersonValues, newBodyOf, nobodyYet } from "./profile-values.ts";
import { RoleSelect } from "./role-select.tsx";
import { takeUpHostUser } from "./use-account-action.ts";

interface Props {
  /** Gives the link by which the new person chooses a password. */
  readonly onAdded: (invited: Invited) => void;
  readonly onClose: () => void;
}

const key = "host-user-add";

/** Somebody new: who they are and what they may do. */
export function AddHostUser({ onAdded, onClose }: Props) {
  const t = useTranslate();
  const form = useDraftForm<NewPersonValues>(key, nobodyYet);
  const unsaved = useUnsaved(key, form);
  const add = useMutation({
    mutationFn: (values: NewPersonValues) => call(addHostUser, { body: newBodyOf(values) as never }),
    onSuccess: ({ invitation, ...user }) => {
      form.forget();
      takeUpHostUser(user);
      toast.success(t("console.hostUsers.added", { name: user.name }), { toastId: `host-user-${user.id}` });
      onAdded({ ...invitation, id: user.id, loginId: user.loginId, name: user.name });
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const wrong = checkBody(addHostUser.body, newBodyOf(form.values));
    if (wrong) warn(form.show(wrong));
    else add.mutate(form.values);
  };
  return (
    <PlainForm isBusy={add.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <ProfileFields
          company={null}
          form={form as never}
          onCellPhone={(number) => form.setFieldValue("cellPhone", number)}
        />
        <RoleSelect {...form.getInputProps("role")} />
        <FormFoot unsaved={unsaved}>
          <Button loading={add.isPending} type="submit">
            {t("console.hostUsers.add")}
          </Button>
          <Button onClick={() => unsaved.leave(onClose)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
