import { Button, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { BaseRecord } from "#contract/base-data.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { changedFields } from "../../lib/changed-fields.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import type { RecordValues, Shelf } from "./shelves.ts";

interface Props {
  readonly shelf: Shelf;
  /** Undefined for a new one. */
  readonly record: BaseRecord | undefined;
  readonly onClose: () => void;
}

const valuesOf = (record: BaseRecord | undefined): RecordValues => ({
  name: record?.name ?? "",
  enName: record?.enName ?? "",
  inUse: record?.inUse ?? true,
  dispOrder: record?.dispOrder ?? "",
});

/** Both names of a record, its place in the order, and whether it is offered to anybody. */
export function RecordForm({ shelf, record, onClose }: Props) {
  const t = useTranslate();
  const key = `${shelf.name}-${record?.id ?? "add"}`;
  // As it was when the form was opened; what others change meanwhile is not taken back.
  const [initial] = useState(() => valuesOf(record));
  const form = useDraftForm<RecordValues>(key, initial);
  const unsaved = useUnsaved(key, form);
  const bodyOf = (values: RecordValues): Partial<RecordValues> => {
    if (record) return changedFields(initial, values);
    const { dispOrder, ...body } = values;
    return { ...body, ...(dispOrder !== "" && { dispOrder }) };
  };
  const save = useMutation({
    mutationFn: (values: RecordValues) =>
      record ? shelf.change(record.id, bodyOf(values)) : shelf.add(bodyOf(values)),
    onSuccess: ({ name }) => {
      form.forget();
      toast.success(t(record ? "console.baseData.saved" : "console.baseData.added", { name }), {
        toastId: key,
      });
      onClose();
    },
    onError: (error) => warn(form.refuse(error)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [shelf.key] }),
  });
  const submit = () => {
    const wrong = checkBody(record ? shelf.changeBody : shelf.addBody, bodyOf(form.values));
    if (wrong) warn(form.show(wrong));
    else save.mutate(form.values);
  };

  return (
    <PlainForm isBusy={save.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          autoComplete="off"
          data-autofocus
          label={t("console.baseData.name")}
          required
          {...form.getInputProps("name")}
        />
        <TextInput
          autoComplete="off"
          description={t("console.baseData.enNameHint")}
          label={t("console.baseData.enName")}
          {...form.getInputProps("enName")}
        />
        {shelf.isNumbered && (
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            description={t(record ? "console.baseData.orderHint" : "console.baseData.orderAddHint")}
            hideControls
            label={t("console.baseData.order")}
            {...form.getInputProps("dispOrder")}
          />
        )}
        <Switch
          description={t(`console.baseData.inUseHint.${shelf.name}`)}
          label={t("console.baseData.inUse")}
          {...form.getInputProps("inUse", { type: "checkbox" })}
        />
        <FormFoot unsaved={unsaved}>
          <Button disabled={!form.isChanged} loading={save.isPending} type="submit">
            {t(record ? "console.baseData.save" : "console.baseData.add")}
          </Button>
          <Button onClick={() => unsaved.leave(onClose)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
