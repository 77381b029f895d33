import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { TrashRow } from "#contract/privacy/privacy-trash.ts";
import { selectionText } from "../../components/table/row-selection.tsx";
import { useTranslate } from "../../lib/language.ts";
import { ConfirmDestroy } from "./confirm-destroy.tsx";
import { canDestroy, canHide, canRestore, type TrashAction, useTrashAction } from "./trash-actions.ts";
import { TrashResult } from "./trash-result.tsx";

interface TrashBarProps {
  readonly chosen: readonly TrashRow[];
  /** Number of pages the selection spans. */
  readonly pages: number;
  /** Gets the ids of skipped rows, which stay selected. */
  readonly onDone: (skippedIds: readonly number[]) => void;
}

const isApplicable = { hide: canHide, restore: canRestore, destroy: canDestroy } as const;

/** Bulk actions of the selected rows, and their result. */
export function TrashBar({ chosen, pages, onDone }: TrashBarProps) {
  const t = useTranslate();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const action = useTrashAction(({ skipped }) => {
    setIsConfirmOpen(false);
    onDone(skipped.map(({ id }) => id));
  });
  const rowsFor = (name: TrashAction) => chosen.filter(isApplicable[name]);
  const run = (name: TrashAction) => {
    const rows = rowsFor(name);
    action.mutate({ action: name, rows, skipped: chosen.filter((row) => !rows.includes(row)) });
  };
  const destroyable = rowsFor("destroy");
  const isConfirming = isConfirmOpen && destroyable.length > 0;
  return (
    <Stack gap="sm">
      {!action.isIdle && !action.isPending && (
        <TrashResult error={action.error} request={action.variables} onClose={action.reset} />
      )}
      {chosen.length > 0 && (
        <Paper aria-label={t("console.trash.chosenRows")} component="section" p="sm" radius="lg" withBorder>
          <Stack gap="sm">
            <Group gap="xs">
              <Text fw={600} role="status">
                {selectionText(t, pages, t("console.trash.chosen", { count: chosen.length }))}
              </Text>
              {!isConfirming &&
                (["hide", "restore"] as const).map((name) => (
                  <Button
                    disabled={rowsFor(name).length === 0}
                    key={name}
                    loading={action.isPending && action.variables.action === name}
                    onClick={() => run(name)}
                    size="compact-sm"
                    variant="default"
                  >
                    {t(`console.trash.${name}`, { count: rowsFor(name).length })}
                  </Button>
                ))}
              {!isConfirming && (
                <>
                  <Button
                    color="red"
                    disabled={destroyable.length === 0}
                    onClick={() => setIsConfirmOpen(true)}
                    size="compact-sm"
                    variant="light"
                  >
                    {t("console.trash.destroy", { count: destroyable.length })}
                  </Button>
                  <Button onClick={() => onDone([])} size="compact-sm" variant="subtle">
                    {t("console.table.unchoose")}
                  </Button>
                </>
              )}
            </Group>
            {isConfirming && (
              <ConfirmDestroy
                isBusy={action.isPending}
                key={destroyable.map(({ id }) => id).join()}
                onCancel={() => setIsConfirmOpen(false)}
                onConfirm={() => run("destroy")}
                rows={destroyable}
              />
            )}
            {destroyable.length < chosen.length && (
              <Text c="dimmed" size="sm">
                {t("console.trash.someBlocked", { count: chosen.length - destroyable.length })}
              </Text>
            )}
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}
