import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { TrashRow } from "#contract/privacy/privacy-trash.ts";
import { RowActions } from "../../components/table/row-actions.tsx";
import { failureText } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { ConfirmDestroy } from "./confirm-destroy.tsx";
import {
  canDestroy,
  canHide,
  canRestore,
  countPeople,
  type TrashAction,
  useTrashAction,
} from "./trash-actions.ts";

/** The privacy officer's actions on a row. */
export function TrashRowActions({ row }: { readonly row: TrashRow }) {
  if (!canHide(row) && !canRestore(row) && !canDestroy(row)) return null;
  return <RowActions name={row.name}>{(close) => <Actions onDone={close} row={row} />}</RowActions>;
}

function Actions({ row, onDone }: { readonly row: TrashRow; readonly onDone: () => void }) {
  const t = useTranslate();
  const [isConfirming, setIsConfirming] = useState(false);
  const request = useTrashAction(({ action }) => {
    toast.success(t(`console.trash.${action}Done`, { visits: 1, people: countPeople([row]) }), {
      toastId: `${action}-${row.id}`,
    });
    onDone();
  });
  const run = (action: TrashAction) => request.mutate({ action, rows: [row], skipped: [] });
  return (
    <Stack gap="xs">
      {request.isError && (
        <Text role="alert" size="sm">
          {failureText(request.error)}
        </Text>
      )}
      {isConfirming ? (
        <ConfirmDestroy
          isBusy={request.isPending}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => run("destroy")}
          rows={[row]}
        />
      ) : (
        <Group gap="xs">
          {canHide(row) && (
            <Button loading={request.isPending} onClick={() => run("hide")} variant="default">
              {t("console.trash.hideOne")}
            </Button>
          )}
          {canRestore(row) && (
            <Button loading={request.isPending} onClick={() => run("restore")} variant="default">
              {t("console.trash.restoreOne")}
            </Button>
          )}
          {canDestroy(row) && (
            <Button color="red" onClick={() => setIsConfirming(true)} variant="light">
              {t("console.trash.destroyOne")}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}
