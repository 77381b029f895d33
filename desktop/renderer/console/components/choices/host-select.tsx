/** People who can be visited, by what somebody types of their name. */
import { Loader, Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Language } from "#browser/language.ts";
import { hostSearchMinimum } from "#contract/people/host-search.ts";
import { getHostUserOptions } from "#contract/people/host-users.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { read } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useFirstOption } from "./use-first-option.ts";

const debounceMs = 300;

interface Props {
  /** The name tells namesakes apart: company, department and position stand in it. */
  readonly value: NamedItem | null;
  readonly onChange: (host: NamedItem | null) => void;
  /** The field's name in its form. */
  readonly path: string;
  readonly error?: ReactNode;
  /** "Whom they visit" unless said. */
  readonly label?: string;
  readonly isOptional?: boolean;
}

/** Whom somebody visits: found by name, English name or initial consonants, from two characters on. */
export function HostSelect({ value, onChange, path, error, label, isOptional = false }: Props) {
  const t = useTranslate();
  const [text, setText] = useState(value?.name ?? "");
  const [typed] = useDebouncedValue(text.trim(), debounceMs);
  const isChosen = value !== null && text === value.name;
  const isAsked = !isChosen && typed.length >= hostSearchMinimum;
  const found = useQuery({ ...hostsQuery(typed, useLanguage()), enabled: isAsked });
  const hosts = isAsked ? (found.data ?? []) : [];
  const known = [...hosts, ...(value && !hosts.some(({ id }) => id === value.id) ? [value] : [])];
  const isAnswered = isAsked && found.isSuccess && !found.isPlaceholderData && typed === text.trim();
  const firstOption = useFirstOption(isAnswered);
  const nothing = () => {
    if (text.trim().length < hostSearchMinimum) return t("console.hosts.type");
    if (found.isError) return failureText(found.error);
    return found.isFetching || typed !== text.trim() ? t("console.hosts.searching") : t("console.hosts.none");
  };
  return (
    <Select
      allowDeselect={false}
      autoComplete="off"
      clearable={isOptional}
      // an empty list is none to a reader of the screen; it comes with the first letter
      openOnFocus={false}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      data-path={path}
      description={t("console.hosts.hint")}
      error={error}
      filter={({ options }) =>
        // the server has searched; what was chosen before is no answer to what is typed now
        isChosen
          ? options
          : options.filter((one) => "value" in one && hosts.some(({ id }) => String(id) === one.value))
      }
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={label ?? t("console.visit.host")}
      nothingFoundMessage={nothing()}
      onChange={(id) => onChange(known.find((host) => String(host.id) === id) ?? null)}
      onSearchChange={setText}
      // what is being searched for is not sent without an answer
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isChosen && text.trim() !== "") event.preventDefault();
      }}
      placeholder={t("console.hosts.placeholder")}
      required={!isOptional}
      rightSection={found.isFetching ? <Loader size={16} /> : undefined}
      searchable
      searchValue={text}
      {...firstOption}
      value={value ? String(value.id) : null}
    />
  );
}

/** Each named so that namesakes can be told apart: "김민수 (나루솔정밀 구매팀 대리)". */
const hostsQuery = (text: string, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "hosts", text, language],
    queryFn: ({ signal }) => read(getHostUserOptions, { query: { name: text } }, signal),
    placeholderData: keepPreviousData,
  });
