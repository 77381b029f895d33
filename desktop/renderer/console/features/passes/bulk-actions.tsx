import { Button, Group, Paper, Text } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { Pass } from "#contract/visits/passes.ts";
import { selectionText } from "../../components/table/row-selection.tsx";
import { call } from "../../lib/api.ts";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import { useTranslate } from "../../lib/language.ts";
import { passCallsOf } from "./queries.ts";
import { useBulkAction } from "./use-bulk-action.ts";

interface Props {
  readonly isVehicle: boolean;
  readonly chosen: readonly Pass[];
  /** Number of pages the selection spans. */
  readonly pages: number;
  /** Gets the ids of passes that failed, which stay selected. */
  readonly onDone: (remaining: readonly number[]) => void;
}

/** Retires or deletes the selected passes. */
export function BulkActions({ isVehicle, chosen, pages, onDone }: Props) {
  const t = useTranslate();
  const calls = passCallsOf(isVehicle);
  const { run, progress, stop } = useBulkAction<Pass>();
  const [isConfirming, setIsConfirming] = useState(false);
  if (chosen.length === 0) return null;

  const apply = async (name: "retire" | "remove") => {
    setIsConfirming(false);
    const { remaining, succeeded } = await run(chosen, ({ id }) => {
      const params = { id: String(id) };
      return name === "remove"
        ? call(calls.remove, { params })
        : call(calls.change, { params, body: { id, status: "retired" } });
    });
    if (succeeded > 0)
      toast.success(t(`console.passes.${name}Many`, { count: succeeded }), { toastId: `bulk-${name}` });
    if (remaining.length > 0)
      toast.warning(t("console.passes.failedMany", { count: remaining.length }), { toastId: "bulk-failed" });
    onDone(remaining.map(({ id }) => id));
  };

  return (
    <Paper aria-label={t("console.passes.bulk")} component="section" p="xs" px="md" radius="lg" withBorder>
      <Group gap="xs">
        <Text fw={600} role="status">
          {progress
            ? t("console.passes.progress", progress)
            : selectionText(
                t,
                pages,
                t(isConfirming ? "console.passes.removeManyAsk" : "console.passes.chosen", {
                  count: chosen.length,
                }),
              )}
        </Text>
        {progress && (
          <Button onClick={stop} size="compact-sm" variant="default">
            {t("console.passes.stop")}
          </Button>
        )}
        {!progress && isConfirming && (
          <>
            <Button color="red" onClick={() => void apply("remove")} ref={focusOnMount} size="compact-sm">
              {t("console.passes.remove")}
            </Button>
            <Button onClick={() => setIsConfirming(false)} size="compact-sm" variant="default">
              {t("console.shell.cancel")}
            </Button>
          </>
        )}
        {!progress && !isConfirming && (
          <>
            <Button onClick={() => void apply("retire")} size="compact-sm" variant="default">
              {t("console.passes.retire")}
            </Button>
            <Button color="red" onClick={() => setIsConfirming(true)} size="compact-sm" variant="light">
              {t("console.passes.remove")}
            </Button>
            <Button onClick={() => onDone([])} size="compact-sm" variant="subtle">
              {t("console.table.unchoose")}
            </Button>
          </>
        )}
      </Group>
    </Paper>
  );
}
