import { NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type * as z from "zod/mini";
import type { ReferenceRecord } from "#contract/site/reference-data.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { changedFields } from "../../lib/forms/use-form.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { EntityConfiguration, RecordValues } from "./entities.ts";

interface Props {
  readonly entity: EntityConfiguration;
  /** Undefined for a new record. */
  readonly record: ReferenceRecord | undefined;
  readonly onClose: () => void;
}

const valuesOf = (record: ReferenceRecord | undefined): RecordValues => ({
  name: record?.name ?? "",
  enName: record?.enName ?? "",
  inUse: record?.inUse ?? true,
  dispOrder: record?.dispOrder ?? "",
});

const newBodyOf = ({ dispOrder, ...body }: RecordValues) => ({
  ...body,
  ...(dispOrder !== "" && { dispOrder }),
});

/** Names, order and use of a record. */
export function RecordForm(props: Props) {
  const { entity, record } = props;
  // Snapshot from when the form was opened, so that colleagues' changes to other fields are kept.
  const [initial] = useState(() => valuesOf(record));
  return record ? (
    <RecordFields
      {...props}
      bodyOf={(values) => changedFields(initial, values)}
      initial={initial}
      schema={entity.changeBody}
      send={(body) => entity.change(record.id, body)}
    />
  ) : (
    <RecordFields {...props} bodyOf={newBodyOf} initial={initial} schema={entity.addBody} send={entity.add} />
  );
}

interface RecordFieldsProps<Schema extends z.ZodMiniType> extends Props {
  readonly initial: RecordValues;
  readonly schema: Schema;
  readonly bodyOf: (values: RecordValues) => object;
  readonly send: (body: z.input<Schema>) => Promise<ReferenceRecord>;
}

function RecordFields<Schema extends z.ZodMiniType>({
  entity,
  record,
  onClose,
  ...saveOptions
}: RecordFieldsProps<Schema>) {
  const t = useTranslate();
  const key = `${entity.name}-${record?.id ?? "add"}`;
  const { form, unsaved, isBusy, submit } = useSaveForm({
    ...saveOptions,
    key,
    onSaved: ({ name }) => {
      toast.success(t(record ? "console.referenceData.saved" : "console.referenceData.added", { name }), {
        toastId: key,
      });
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [entity.key] }),
  });

  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          autoComplete="off"
          data-autofocus
          label={t("console.referenceData.name")}
          required
          {...form.getInputProps("name")}
        />
        <TextInput
          autoComplete="off"
          description={t("console.referenceData.enNameHint")}
          label={t("console.referenceData.enName")}
          {...form.getInputProps("enName")}
        />
        {entity.isNumbered && (
          <NumberInput
            allowDecimal={false}
            allowNegative={false}
            description={t(record ? "console.referenceData.orderHint" : "console.referenceData.orderAddHint")}
            hideControls
            label={t("console.referenceData.order")}
            {...form.getInputProps("dispOrder")}
          />
        )}
        <Switch
          description={t(`console.referenceData.inUseHint.${entity.name}`)}
          label={t("console.referenceData.inUse")}
          {...form.getInputProps("inUse", { type: "checkbox" })}
        />
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t(record ? "console.referenceData.save" : "console.referenceData.add")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
