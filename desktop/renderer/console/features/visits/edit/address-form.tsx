import { Stack, Text, Title } from "@mantine/core";
import { Form, SubmitFooter } from "../../../components/form.tsx";
import { useTranslate } from "../../../lib/language.ts";
import { EmailField } from "../person-fields.tsx";
import { type EditProps, useEditVisit } from "./use-edit-visit.ts";

/** Edits the e-mail address only, if it bounced or is missing. */
export function AddressForm(props: EditProps) {
  const t = useTranslate();
  const { visit, onDone } = props;
  const { form, unsaved, isBusy, submit } = useEditVisit(props);
  const { emailMasked: email } = visit;
  return (
    <Form aria-labelledby="address-title" isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Title id="address-title" order={2} size="h3">
          {t("console.edit.address", { name: visit.name })}
        </Title>
        <Text c="dimmed" size="sm">
          {t("console.edit.addressHint")}
        </Text>
        <EmailField
          form={form}
          hint={email ? t("console.edit.addressNow", { email }) : t("console.edit.addressNone")}
          takesFocus
        />
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.edit.submit")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
