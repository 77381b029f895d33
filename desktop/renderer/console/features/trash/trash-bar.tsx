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
  /** On how many pages they were chosen. */
  readonly pages: number;
  /** Which stay chosen: those that it was not done to. */
  readonly onDone: (left: readonly number[]) => void;
}

const suits = { hide: canHide, restore: canRestore, destroy: canDestroy } as const;

/** What is done with the rows that are selected, and what became of it. */
export function TrashBar({ chosen, pages, onDone }: TrashBarProps) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const action = useTrashAction(({ left }) => {
    setIsAsking(false);
    onDone(left.map(({ id }) => id));
  });
  const rowsFor = (name: TrashAction) => chosen.filter(suits[name]);
  const begin = (name: TrashAction) => {
    const rows = rowsFor(name);
    action.mutate({ action: name, rows, left: chosen.filter((row) => !rows.includes(row)) });
  };
  const doomed = rowsFor("destroy");
  const asks = isAsking && doomed.length > 0;
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
              {!asks &&
                (["hide", "restore"] as const).map((name) => (
                  <Button
                    disabled={rowsFor(name).length === 0}
                    key={name}
                    loading={action.isPending && action.variables.action === name}
                    onClick={() => begin(name)}
                    size="compact-sm"
                    variant="default"
                  >
                    {t(`console.trash.${name}`, { count: rowsFor(name).length })}
                  </Button>
                ))}
              {!asks && (
                <>
                  <Button
                    color="red"
                    disabled={doomed.length === 0}
                    onClick={() => setIsAsking(true)}
                    size="compact-sm"
                    variant="light"
                  >
                    {t("console.trash.destroy", { count: doomed.length })}
                  </Button>
                  <Button onClick={() => onDone([])} size="compact-sm" variant="subtle">
                    {t("console.table.unchoose")}
                  </Button>
                </>
              )}
            </Group>
            {asks && (
              <ConfirmDestroy
                isBusy={action.isPending}
                key={doomed.map(({ id }) => id).join()}
                onNo={() => setIsAsking(false)}
                onYes={() => begin("destroy")}
                rows={doomed}
              />
            )}
            {doomed.length < chosen.length && (
              <Text c="dimmed" size="sm">
                {t("console.trash.someBlocked", { count: chosen.length - doomed.length })}
              </Text>
            )}
          </Stack>
        </Paper>
      )}
    </Stack>
  );
}
