import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { TrashRow } from "#contract/privacy-trash.ts";
import { useTranslate } from "../../lib/language.ts";
import { DestroyQuestion } from "./confirm-destroy.tsx";
import { type TrashMove, useTrashMove } from "./trash-actions.ts";
import { TrashResult } from "./trash-result.tsx";
import { canDestroy, canHide, canRestore } from "./trash-rules.ts";

interface Props {
  readonly chosen: readonly TrashRow[];
  /** Which stay chosen: those that it was not done to. */
  readonly onDone: (left: readonly number[]) => void;
}

const suits = { hide: canHide, restore: canRestore, destroy: canDestroy } as const;

/** What is done with the rows that are ticked, and what became of it. */
export function TrashBar({ chosen, onDone }: Props) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const move = useTrashMove(({ left }) => {
    setIsAsking(false);
    onDone(left.map(({ id }) => id));
  });
  const rowsFor = (name: TrashMove) => chosen.filter(suits[name]);
  const begin = (name: TrashMove) => {
    const rows = rowsFor(name);
    move.mutate({ move: name, rows, left: chosen.filter((row) => !rows.includes(row)) });
  };
  const doomed = rowsFor("destroy");
  const asks = isAsking && doomed.length > 0;
  return (
    <Stack gap="sm">
      {!move.isIdle && !move.isPending && (
        <TrashResult error={move.error} moving={move.variables} onClose={move.reset} />
      )}
      {chosen.length > 0 && (
        <Paper aria-label={t("console.trash.chosenRows")} component="section" p="sm" radius="lg" withBorder>
          <Stack gap="sm">
            <Group gap="xs">
              <Text fw={600} role="status">
                {t("console.trash.chosen", { count: chosen.length })}
              </Text>
              {!asks &&
                (["hide", "restore"] as const).map((name) => (
                  <Button
                    disabled={rowsFor(name).length === 0}
                    key={name}
                    loading={move.isPending && move.variables.move === name}
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
              <DestroyQuestion
                isBusy={move.isPending}
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
