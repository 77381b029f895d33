import { Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { CodeSelect } from "../../../components/choices/code-select.tsx";
import { HostSelect } from "../../../components/choices/host-select.tsx";
import { Form, SubmitFooter } from "../../../components/form.tsx";
import { focusOnMount } from "../../../lib/focus-on-mount.ts";
import { useTranslate } from "../../../lib/language.ts";
import { EmailField, NumberField, PersonFields } from "../person-fields.tsx";
import { EditNotice, PlaceField, TimeFields } from "./edit-parts.tsx";
import { type EditProps, useEditVisit } from "./use-edit-visit.ts";

/** Edits a visit. A host can neither change the phone number nor keep the approval, and a deputy not change the host. */
export function EditForm(props: EditProps) {
  const t = useTranslate();
  const { visit, onDone } = props;
  const editing = useEditVisit(props);
  const { form, unsaved, isBusy, submit, isOwn, isDeputy, needsReapproval } = editing;
  const { startDate, endDate } = form.values;

  return (
    <Form aria-labelledby="edit-title" isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="edit-title" order={2} size="h3">
          {t("console.edit.title", { name: visit.name })}
        </Title>
        {visit.followersCnt > 0 && (
          <Text c="dimmed" size="sm">
            {t("console.edit.party", { count: visit.followersCnt })}
          </Text>
        )}
        <TextInput
          autoComplete="off"
          data-autofocus
          label={t("console.person.name")}
          ref={focusOnMount}
          required
          {...form.getInputProps("name")}
        />
        {!isOwn && <NumberField form={form} visit={visit} />}
        <EmailField
          form={form}
          hint={
            visit.emailMasked
              ? t("console.edit.emailHint", { email: visit.emailMasked })
              : t("console.edit.addressNone")
          }
        />
        <PersonFields form={form} />
        {!isDeputy && (
          <HostSelect
            error={form.errors.hostUser}
            onChange={(host) => form.setFieldValue("hostUser", host)}
            path="hostUser"
            period={{ startDate, endDate }}
            value={form.values.hostUser}
          />
        )}
        <CodeSelect current={visit.purpose} kind="purpose" required {...form.getInputProps("purpose")} />
        <PlaceField editing={editing} visit={visit} />
        <TimeFields editing={editing} visit={visit} />
        <Textarea
          autosize
          label={t("console.visit.note")}
          maxRows={8}
          minRows={2}
          {...form.getInputProps("note")}
        />
        <EditNotice editing={editing} visit={visit} />
        {needsReapproval && !isOwn && (
          <Switch
            description={t("console.edit.keepHint")}
            label={t("console.edit.keep")}
            {...form.getInputProps("keepApproval", { type: "checkbox" })}
          />
        )}
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.edit.submit")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
