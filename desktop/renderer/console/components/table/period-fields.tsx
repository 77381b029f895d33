import { Select } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSiteNow } from "#browser/use-site-now.ts";
import { type PeriodPreset, presetDays, presetOf } from "#contract/periods.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { DayField } from "../dates/day-field.tsx";

interface Period {
  /** YYYY-MM-DD */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface PeriodFieldsProps {
  readonly search: Period;
  readonly onSearch: (change: Period) => void;
  /** The list may contain future entries. */
  readonly hasFuture?: boolean;
}

/** Filters a list by a preset period or from and to. */
export function PeriodFields({ search, onSearch, hasFuture = false }: PeriodFieldsProps) {
  const t = useTranslate();
  return (
    <>
      <PeriodSelect hasFuture={hasFuture} onSearch={onSearch} search={search} />
      <DayField
        label={t("console.visits.from")}
        max={search.to}
        onChange={(day) => onSearch({ from: day || undefined })}
        value={search.from ?? ""}
      />
      <DayField
        label={t("console.visits.to")}
        min={search.from}
        onChange={(day) => onSearch({ to: day || undefined })}
        value={search.to ?? ""}
      />
    </>
  );
}

const past: readonly PeriodPreset[] = [
  ...(["today", "yesterday", "thisWeek", "lastWeek"] as const),
  ...(["thisMonth", "lastMonth", "last30"] as const),
];
const pastAndFuture: readonly PeriodPreset[] = [
  ...(["today", "tomorrow", "yesterday", "thisWeek", "nextWeek", "lastWeek"] as const),
  ...(["thisMonth", "nextMonth", "lastMonth", "last30"] as const),
];

/** Preset periods in the site's time zone. */
function PeriodSelect({ search, onSearch, hasFuture }: Required<PeriodFieldsProps>) {
  const t = useTranslate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const today = useSiteNow(timezone).slice(0, 10);
  const presets = hasFuture ? pastAndFuture : past;
  const choose = (preset: PeriodPreset | undefined) =>
    onSearch(preset ? presetDays(preset, today) : { from: undefined, to: undefined });
  return (
    <Select
      clearable
      data={presets.map((value) => ({ value, label: t(`console.period.${value}`) }))}
      label={t("console.period.label")}
      onChange={(value) => choose(presets.find((preset) => preset === value))}
      placeholder={t(search.from || search.to ? "console.period.own" : "console.period.any")}
      value={presetOf(search, today) ?? null}
    />
  );
}
