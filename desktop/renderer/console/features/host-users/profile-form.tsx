import { SimpleGrid, Stack, Switch, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeHostUserProfile, type HostUserAnswer } from "#contract/people/host-users.ts";
import { formatPhone } from "#contract/phone.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { CompanySelect } from "./company-select.tsx";
import { changeBodyOf, type ProfileValues, valuesOf } from "./profile-values.ts";
import { cacheHostUser } from "./use-account-action.ts";

interface ProfileFormProps {
  readonly user: HostUserAnswer;
  readonly onDone: () => void;
}

export const profileKey = (id: number) => `host-user-${id}`;

export function ProfileForm({ user, onDone }: ProfileFormProps) {
  const t = useTranslate();
  const key = profileKey(user.id);
  // Snapshot from when the form was opened, so that colleagues' changes to other fields are kept.
  const [initial] = useState(() => valuesOf(user));
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: changeHostUserProfile.body,
    bodyOf: (values) => changeBodyOf(user.id, initial, values),
    send: (body) => call(changeHostUserProfile, { params: { id: String(user.id) }, body }),
    onSaved: (after) => {
      cacheHostUser(after);
      toast.success(t("console.hostUsers.saved", { name: after.name }), { toastId: key });
      onDone();
    },
  });
  return (
    <Form aria-labelledby="profile-title" isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="profile-title" order={2} size="h3">
          {t("console.hostUsers.editTitle", { name: user.name })}
        </Title>
        <ProfileFields
          company={initial.company}
          form={form}
          onCellPhone={(number) => form.setFieldValue("cellPhone", number)}
        />
        <Switch
          description={t("console.hostUsers.inPublicSearchHint")}
          label={t("console.hostUsers.inPublicSearch")}
          {...form.getInputProps("inPublicSearch", { type: "checkbox" })}
        />
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.hostUsers.save")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}

interface ProfileFieldsProps {
  readonly form: Pick<DraftForm<ProfileValues>, "getInputProps" | "values">;
  readonly onCellPhone: (number: string) => void;
  /** Id of the stored company. */
  readonly company: string | null;
}

/** Fields shared by new and existing host users. */
export function ProfileFields({ form, onCellPhone, company }: ProfileFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <TextInput
        autoComplete="off"
        data-autofocus
        label={t("console.hostUsers.name")}
        required
        {...form.getInputProps("name")}
      />
      <TextInput autoComplete="off" label={t("console.hostUsers.enName")} {...form.getInputProps("enName")} />
      <TextInput
        autoCapitalize="off"
        autoComplete="off"
        description={t("console.hostUsers.loginIdHint")}
        label={t("console.hostUsers.loginId")}
        required
        spellCheck={false}
        {...form.getInputProps("loginId")}
      />
      <CompanySelect allowDeselect={false} current={company} required {...form.getInputProps("company")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput
          autoComplete="off"
          label={t("console.hostUsers.department")}
          {...form.getInputProps("department")}
        />
        <TextInput
          autoComplete="off"
          label={t("console.hostUsers.position")}
          {...form.getInputProps("position")}
        />
        <TextInput
          autoComplete="off"
          inputMode="tel"
          label={t("console.hostUsers.cellPhone")}
          placeholder="010-1234-1234"
          {...form.getInputProps("cellPhone")}
          onChange={(event) => onCellPhone(formatPhone(event.currentTarget.value, form.values.cellPhone))}
        />
        <TextInput
          autoComplete="off"
          inputMode="tel"
          label={t("console.hostUsers.phone")}
          {...form.getInputProps("phone")}
        />
      </SimpleGrid>
      <TextInput
        autoComplete="off"
        inputMode="email"
        label={t("console.hostUsers.email")}
        {...form.getInputProps("email")}
      />
    </>
  );
}
