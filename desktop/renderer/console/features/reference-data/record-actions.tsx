import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { ReferenceRecord } from "#contract/site/reference-data.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { RowActions } from "../../components/table/row-actions.tsx";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import type { EntityConfiguration } from "./entities.ts";

interface RecordProps {
  readonly entity: EntityConfiguration;
  readonly record: ReferenceRecord;
}

/** Administrators' actions in the list. */
export function RecordRowActions({ entity, record }: RecordProps) {
  const mayEdit = may(useCurrentUser(), "referenceData");
  if (!mayEdit) return null;
  return (
    <RowActions name={record.name}>
      {(close) => (
        <Group align="flex-start" gap="xs">
          <ToggleInUse entity={entity} onDone={close} record={record} />
          <RemoveRecord entity={entity} onRemoved={close} record={record} />
        </Group>
      )}
    </RowActions>
  );
}

function ToggleInUse({ entity, record, onDone }: RecordProps & { readonly onDone: () => void }) {
  const t = useTranslate();
  const { id, name, inUse } = record;
  const change = useMutation({
    mutationFn: () => entity.change(id, { inUse: !inUse }),
    onSuccess: () => {
      toast.success(t("console.referenceData.saved", { name }), { toastId: `${entity.name}-${id}` });
      onDone();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [entity.key] }),
  });
  return (
    <Button loading={change.isPending} onClick={() => change.mutate()} variant="default">
      {t(inUse ? "console.referenceData.takeOut" : "console.referenceData.takeIn")}
    </Button>
  );
}

interface RemoveProps extends RecordProps {
  readonly onRemoved: () => void;
}

/** Deletes a record permanently; the server refuses records that are used. */
export function RemoveRecord({ entity, record, onRemoved }: RemoveProps) {
  const t = useTranslate();
  const { id, name } = record;
  const remove = useMutation({
    mutationFn: () => entity.remove(id),
    onSuccess: () => {
      toast.success(t("console.referenceData.removed", { name }), { toastId: `remove-${entity.name}-${id}` });
      onRemoved();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [entity.key] }),
  });
  return (
    <div>
      <ConfirmButton
        isBusy={remove.isPending}
        label={t("console.referenceData.remove")}
        onConfirm={() => remove.mutate()}
        question={t("console.referenceData.removeAsk", { name })}
      />
    </div>
  );
}

/** Badge that shows whether a record is in use, with the colours of visit statuses. */
export function InUse({ isInUse }: { readonly isInUse: boolean }) {
  const t = useTranslate();
  return (
    <StatusBadge
      code={isInUse ? "approved" : "ended"}
      name={t(isInUse ? "console.referenceData.inUse" : "console.referenceData.outOfUse")}
    />
  );
}
