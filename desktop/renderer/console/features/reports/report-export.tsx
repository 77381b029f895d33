import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { type Sheet, saveSheets } from "../../components/export/sheets.ts";
import { useTranslate } from "../../lib/language.ts";
import type { Period } from "./periods.ts";

interface Props {
  readonly period: Period;
  /** Made when they are asked for. */
  readonly sheets: () => readonly Sheet[];
}

/** All tables of the report as one .xlsx file. */
export function ReportExport({ period: { from, to }, sheets }: Props) {
  const t = useTranslate();
  const save = useMutation({
    mutationFn: () => saveSheets(`${t("console.nav.visitReports")}_${from}_${to}`, sheets()),
    onSuccess: () => toast.success(t("console.reports.exported"), { toastId: "export" }),
    onError: () => toast.warning(t("console.failure.other"), { toastId: "export" }),
  });
  return (
    <Button
      leftSection={<IconDownload aria-hidden size={16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
      variant="default"
    >
      {t("console.export.xlsx")}
    </Button>
  );
}
