import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { DayField } from "../../components/dates/day-field.tsx";
import { saveSheets } from "../../components/export/save-sheets.ts";
import type { Sheet } from "../../components/export/sheet-file.ts";
import { useTranslate } from "../../lib/language.ts";
import { type Period, presetPeriod, presets } from "./periods.ts";
import styles from "./reports.module.css";

interface PeriodBarProps {
  readonly period: Period;
  /** Today at the site. */
  readonly today: string;
  /** Error texts by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (period: Period) => void;
}

/** Period of a report: a preset, or first and last day. */
export function PeriodBar({ period, today, errors, onChange }: PeriodBarProps) {
  const t = useTranslate();
  const day = (name: "from" | "to") => (
    <DayField
      className={styles.dayField}
      error={errors[name]}
      label={t(`console.visits.${name}`)}
      onChange={(chosen) => onChange({ ...period, [name]: chosen })}
      value={period[name]}
    />
  );
  return (
    <div className={styles.periodBar}>
      <Group aria-label={t("console.reports.presets")} gap={6} role="group">
        {presets.map((preset) => {
          const { from, to } = presetPeriod(preset, today);
          const isChosen = from === period.from && to === period.to;
          return (
            <Button
              aria-pressed={isChosen}
              key={preset}
              onClick={() => onChange({ from, to })}
              variant={isChosen ? "light" : "default"}
            >
              {t(`console.reports.${preset}`)}
            </Button>
          );
        })}
      </Group>
      {day("from")}
      {day("to")}
    </div>
  );
}

interface ReportExportProps {
  readonly period: Period;
  /** Called on export. */
  readonly sheets: () => readonly Sheet[];
}

/** Exports all tables of the report as one .xlsx file. */
export function ReportExport({ period: { from, to }, sheets }: ReportExportProps) {
  const t = useTranslate();
  const save = useMutation({
    mutationFn: () => saveSheets(`${t("console.nav.visitReports")}_${from}_${to}`, sheets()),
    onSuccess: () => toast.success(t("console.reports.exported"), { toastId: "export" }),
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
