import { Button, Group, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import type { RowData } from "@tanstack/react-table";
import { useEffect, useRef, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { fromInstant } from "#contract/dates.ts";
import { failureText } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import type { ColumnsIn } from "../table/use-table.ts";
import type { Collected, Collecting } from "./collect.ts";
import { saveSheets } from "./save-sheets.ts";
import { sheetOf } from "./sheet-file.ts";

interface Props<Row extends RowData> {
  /** What the file is called, before the day and the time; its sheet too. */
  readonly name: string;
  readonly columns: ColumnsIn<Row>;
  /** Reads every row, as the list on the screen is filtered and sorted. */
  readonly collect: (collecting: Collecting) => Promise<Collected<Row>>;
}

/** Every row that fits, up to 10,000, as an .xlsx file; tells how far it is, and can be called off. */
export function ExportButton<Row extends RowData>({ name, columns, collect }: Props<Row>) {
  const t = useTranslate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const [progress, setProgress] = useState("");
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const save = useMutation({
    mutationFn: async () => {
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      const { rows, isCut } = await collect({
        signal,
        onProgress: (done, total) => setProgress(t("console.export.progress", { done, total })),
      });
      const at = fromInstant(new Date(), timezone).replace(" ", "_").replace(":", "");
      await saveSheets(`${name}_${at}`, [sheetOf(name, columns(t), rows)]);
      return { count: rows.length, isCut };
    },
    onSuccess: ({ count, isCut }) => {
      if (isCut) toast.warning(t("console.export.cut", { count }), { toastId: "export" });
      else toast.success(t("console.export.done", { count }), { toastId: "export" });
    },
    onError: (error) => {
      if (!stopping.current?.signal.aborted)
        toast.warning(failureText(error), { toastId: failureText(error) });
    },
    onSettled: () => setProgress(""),
  });

  if (save.isPending)
    return (
      <Group gap="xs" wrap="nowrap">
        <Text className="tabular" role="status" size="sm">
          {progress || t("console.export.begun")}
        </Text>
        <Button onClick={() => stopping.current?.abort()} size="compact-sm" variant="default">
          {t("console.frame.cancel")}
        </Button>
      </Group>
    );
  return (
    <Button
      leftSection={<IconDownload aria-hidden size={16} />}
      onClick={() => save.mutate()}
      size="compact-sm"
      variant="default"
    >
      {t("console.export.xlsx")}
    </Button>
  );
}
