import { Loader, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatDays } from "#browser/formats.ts";
import type { Language } from "#browser/language.ts";
import { isWallTime } from "#contract/dates.ts";
import { hostSearchMinimum } from "#contract/people/host-search.ts";
import { getHostUserOptions, type HostOption } from "#contract/people/host-users.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { read } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useFirstOption } from "./use-first-option.ts";

const debounceMs = 300;

interface Props {
  /** The name includes company, department and position to distinguish namesakes. */
  readonly value: NamedItem | null;
  readonly onChange: (host: NamedItem | null) => void;
  /** The field's path in its form. */
  readonly path: string;
  readonly error?: ReactNode;
  /** Defaults to "Host". */
  readonly label?: string;
  readonly isOptional?: boolean;
  /** Period of the visit in local time, to show absences; omit if irrelevant. */
  readonly period?: { readonly startDate: string; readonly endDate: string };
}

type Days = { readonly from?: string; readonly to?: string };

const daysOf = (period: Props["period"]): Days => {
  const [from, to] = [period?.startDate.slice(0, 10) ?? "", period?.endDate.slice(0, 10) ?? ""];
  return isDay(from) && isDay(to) && from <= to ? { from, to } : {};
};

const isDay = (text: string) => isWallTime(`${text} 00:00`);

/** Searches hosts by name, English name or initial consonants, from two characters. */
export function HostSelect({ value, onChange, path, error, label, isOptional = false, period }: Props) {
  const t = useTranslate();
  const [text, setText] = useState(value?.name ?? "");
  const [searchText] = useDebouncedValue(text.trim(), debounceMs);
  const isChosen = value !== null && text === value.name;
  const isSearching = !isChosen && searchText.length >= hostSearchMinimum;
  const language = useLanguage();
  const days = daysOf(period);
  const found = useQuery({ ...hostsQuery(searchText, days, language), enabled: isSearching });
  const awayText = useAwayText();
  const absence = useQuery({
    ...hostQuery(value?.id ?? 0, days, language),
    enabled: period !== undefined && value !== null,
  });
  const away = value && period && absence.data?.find(({ id }) => id === value.id)?.away;
  const hosts = isSearching ? (found.data ?? []) : [];
  const options = [...hosts, ...(value && !hosts.some(({ id }) => id === value.id) ? [value] : [])];
  const isFound = isSearching && found.isSuccess && !found.isPlaceholderData && searchText === text.trim();
  const firstOption = useFirstOption(isFound);
  const emptyMessage = () => {
    if (text.trim().length < hostSearchMinimum) return t("console.hosts.type");
    if (found.isError) return failureText(found.error);
    return found.isFetching || searchText !== text.trim()
      ? t("console.hosts.searching")
      : t("console.hosts.none");
  };
  const select = (
    <Select
      allowDeselect={false}
      autoComplete="off"
      clearable={isOptional}
      // screen readers must not announce an empty list; it opens with the first letter
      openOnFocus={false}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      data-path={path}
      description={t("console.hosts.hint")}
      error={error}
      filter={({ options: shown }) =>
        // the server has filtered already; hides the previous choice while searching
        isChosen
          ? shown
          : shown.filter((option) => "value" in option && hosts.some(({ id }) => String(id) === option.value))
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={label ?? t("console.visit.host")}
      nothingFoundMessage={emptyMessage()}
      onChange={(id) => onChange(options.find((host) => String(host.id) === id) ?? null)}
      onSearchChange={setText}
      // Enter must not submit the form with an unfinished search
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isChosen && text.trim() !== "") event.preventDefault();
      }}
      placeholder={t("console.hosts.placeholder")}
      renderOption={({ option }) => {
        const host = hosts.find(({ id }) => String(id) === option.value);
        return (
          <span>
            {option.label}
            {period && host?.away && (
              <Text c="var(--mantine-color-orange-text)" size="sm">
                {awayText(host.away)}
              </Text>
            )}
          </span>
        );
      }}
      required={!isOptional}
      rightSection={found.isFetching ? <Loader size={16} /> : undefined}
      searchable
      searchValue={text}
      {...firstOption}
      value={value ? String(value.id) : null}
    />
  );
  if (period === undefined) return select;
  return (
    <div>
      {select}
      <Text c="var(--mantine-color-orange-text)" mt={away ? 4 : 0} role="status" size="sm">
        {away && awayText(away)}
      </Text>
    </div>
  );
}

/** "부재 11.23–11.27 · 대리 김하나", "Away 23–27 Nov · deputy Kim". */
function useAwayText() {
  const t = useTranslate();
  const language = useLanguage();
  return ({ from, to, deputies }: NonNullable<HostOption["away"]>): string => {
    const period = formatDays(from, to, language);
    if (deputies.length === 0) return t("console.hosts.away", { period });
    const names = deputies.map(({ name }) => name).join(", ");
    return t("console.hosts.awayDeputies", { period, names });
  };
}

/** Host options with distinguishing names: "김민수 (나루솔정밀 구매팀 대리)". */
const hostsQuery = (text: string, days: Days, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "hosts", text, days, language],
    queryFn: ({ signal }) => read(getHostUserOptions, { query: { name: text, ...days } }, signal),
    placeholderData: keepPreviousData,
  });

/** The selected host with absences in the period. */
const hostQuery = (id: number, days: Days, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "hosts", id, days, language],
    queryFn: ({ signal }) => read(getHostUserOptions, { query: { id: String(id), ...days } }, signal),
  });
