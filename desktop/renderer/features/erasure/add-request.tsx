import { Alert, Button, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { addErasureRequest, answerDays } from "#contract/erasure-requests.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";

interface Props {
  readonly isOpen: boolean;
  /** The visit that the request is about, where no name and number are asked for. */
  readonly visit: number | undefined;
  readonly onClose: () => void;
  readonly onAdded: (id: number) => void;
}

/** Takes the request of a person: by name and number, or about the visit it came from. */
export function AddRequest({ isOpen, ...more }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={more.onClose} title={t("console.erasure.add")}>
      {isOpen && <AddForm key={more.visit ?? 0} {...more} />}
    </SideDrawer>
  );
}

const empty = { name: "", cellPhone: "", note: "" };

function AddForm({ visit, onClose, onAdded }: Omit<Props, "isOpen">) {
  const t = useTranslate();
  const key = `erasure-add-${visit ?? 0}`;
  const form = useDraftForm(key, empty);
  const unsaved = useUnsaved(key, form);
  const { name, cellPhone, note } = form.values;
  const body = visit === undefined ? { name, cellPhone, note } : { visitIDs: [visit], note };
  const add = useMutation({
    mutationFn: () => call(addErasureRequest, { body }),
    onSuccess: ({ id, requestNo }) => {
      form.forget();
      void queryClient.invalidateQueries({ queryKey: ["visits", "erasure"] });
      toast.success(t("console.erasure.added", { no: requestNo }), { toastId: `erasure-${id}` });
      onAdded(id);
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const missing = Object.fromEntries(
      (["name", "cellPhone"] as const)
        .filter((field) => visit === undefined && form.values[field].trim() === "")
        .map((field) => [field, t("error.required")]),
    );
    const wrong = { ...checkBody(addErasureRequest.body, body), ...missing };
    if (Object.keys(wrong).length > 0) warn(form.show(wrong));
    else add.mutate();
  };
  return (
    <PlainForm isBusy={add.isPending} onSubmit={submit}>
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
        <FormFoot unsaved={unsaved}>
          <Button loading={add.isPending} type="submit">
            {t("console.erasure.addSubmit")}
          </Button>
          <Button onClick={() => unsaved.leave(onClose)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
