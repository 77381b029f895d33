import { Alert, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { toast } from "react-toastify/unstyled";
import { addErasureRequest, answerDays } from "#contract/privacy/erasure-requests.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

interface Props {
  readonly isOpen: boolean;
  /** The visit that the request is about; then name and phone number are not needed. */
  readonly visit: number | undefined;
  readonly onClose: () => void;
  readonly onAdded: (id: number) => void;
}

/** Logs an erasure request, by name and phone number or for a visit. */
export function AddRequest({ isOpen, ...formProps }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={formProps.onClose} title={t("console.erasure.add")}>
      {isOpen && <AddRequestForm key={formProps.visit ?? 0} {...formProps} />}
    </SideDrawer>
  );
}

const empty = { name: "", cellPhone: "", note: "" };

function AddRequestForm({ visit, onClose, onAdded }: Omit<Props, "isOpen">) {
  const t = useTranslate();
  const key = `erasure-add-${visit ?? 0}`;
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial: empty,
    schema: addErasureRequest.body,
    bodyOf: ({ name, cellPhone, note }) =>
      visit === undefined ? { name, cellPhone, note } : { visitIDs: [visit], note },
    send: (body) => call(addErasureRequest, { body }),
    onSaved: ({ id, requestNo }) => {
      void queryClient.invalidateQueries({ queryKey: ["visits", "erasure"] });
      toast.success(t("console.erasure.added", { no: requestNo }), { toastId: `erasure-${id}` });
      onAdded(id);
    },
    adjustErrors: (errors, values) => {
      const missing = (["name", "cellPhone"] as const)
        .filter((field) => visit === undefined && values[field].trim() === "")
        .map((field) => [field, t("error.required")]);
      return { ...errors, ...Object.fromEntries(missing) };
    },
  });
  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          {t("console.erasure.addHint", { days: answerDays })}
        </Text>
        {visit !== undefined && <Alert color="blue">{t("console.erasure.aboutVisit", { id: visit })}</Alert>}
        {visit === undefined && (
          <>
            <TextInput
              autoComplete="off"
              data-autofocus
              label={t("console.person.name")}
              required
              {...form.getInputProps("name")}
            />
            <TextInput
              autoComplete="off"
              description={t("console.reserve.mobileHint")}
              inputMode="tel"
              label={t("console.visit.cellPhone")}
              placeholder="010-0000-1234"
              required
              {...form.getInputProps("cellPhone")}
            />
          </>
        )}
        <Textarea
          autosize
          description={t("console.erasure.noteHint")}
          label={t("console.erasure.note")}
          maxRows={8}
          minRows={2}
          {...form.getInputProps("note")}
        />
        <SubmitFooter isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t("console.erasure.addSubmit")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
