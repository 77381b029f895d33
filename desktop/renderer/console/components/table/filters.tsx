import { CloseButton, MultiSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSiteNow } from "#browser/use-site-now.ts";
import { type PeriodPreset, presetDays, presetOf } from "#contract/periods.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { DayField } from "../dates/day-field.tsx";

interface SearchFieldProps {
  readonly label: string;
  /** What can be typed. */
  readonly hint: string;
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** Searches after 300 ms without typing (docs/behaviour.md, "Console"). */
const debounceMs = 300;

/** The text that a list is narrowed by; two letters at least. */
export function SearchField({ label, hint, value = "", onChange }: SearchFieldProps) {
  const t = useTranslate();
  const [text, setText] = useState(value);
  const said = useRef(value);
  const announce = useDebouncedCallback((next: string) => {
    const wanted = next.trim().length >= 2 ? next.trim() : "";
    if (wanted === said.current) return;
    said.current = wanted;
    onChange(wanted || undefined);
  }, debounceMs);

  // the address was changed by another hand: back, a link
  useEffect(() => {
    if (value === said.current) return;
    said.current = value;
    setText(value);
  }, [value]);

  const type = (next: string) => {
    setText(next);
    announce(next);
  };
  return (
    <TextInput
      autoComplete="off"
      data-search
      label={label}
      leftSection={<IconSearch aria-hidden size={16} />}
      maxLength={100}
      onChange={(event) => type(event.currentTarget.value)}
      placeholder={hint}
      rightSection={
        text !== "" && (
          <CloseButton aria-label={t("console.table.clear")} onClick={() => type("")} size="sm" />
        )
      }
      value={text}
    />
  );
}

interface ChoiceFilterProps<Choice extends string> {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly nameOf: (choice: Choice) => string;
  /** What stands there while nothing is chosen. */
  readonly placeholder: string;
  /** The chosen values as they stand in the address, with commas. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Narrows a list by some of the values that there are. */
export function ChoiceFilter<Choice extends string>({
  choices,
  nameOf,
  placeholder,
  value,
  onChange,
  label,
}: ChoiceFilterProps<Choice>) {
  return (
    <MultiSelect
      clearable
      data={choices.map((choice) => ({ value: choice, label: nameOf(choice) }))}
      label={label}
      onChange={(chosen) => onChange(chosen.join(",") || undefined)}
      placeholder={value ? undefined : placeholder}
      value={value?.split(",") ?? []}
    />
  );
}

interface Period {
  /** YYYY-MM-DD */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface PeriodFieldsProps {
  readonly search: Period;
  readonly onSearch: (change: Period) => void;
  /** What the list holds may be ahead. */
  readonly hasFuture?: boolean;
}

/** The days that a list is narrowed to: by a word, or from one to another. */
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

/** The periods that are asked for most, by a word; days are the site's. */
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
