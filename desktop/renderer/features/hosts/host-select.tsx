import { Loader, Select, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type FoundHost, hostSearchMinimum } from "#contract/host-users.ts";
import { failureText } from "../../lib/failures.ts";
import { type Language, useLanguage, useTranslate } from "../../lib/language.ts";
import { hostsQuery } from "./queries.ts";

const debounceMs = 300;

const placeOf = ({ company, department, position }: FoundHost) =>
  [department, position, company.name].filter(Boolean).join(" · ");

const nameOf = ({ name, enName }: FoundHost, language: Language) =>
  language === "en" && enName ? enName : name;

/** Namesakes stay apart in the closed box too. */
const labelIn = (language: Language) => (host: FoundHost) =>
  [nameOf(host, language), [host.department, host.position].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(" · ");

interface Props {
  readonly value: FoundHost | null;
  readonly onChange: (host: FoundHost | null) => void;
  /** The field's name in its form. */
  readonly path: string;
  readonly error?: ReactNode;
  readonly hint?: string | undefined;
}

/** Whom somebody visits: found by name, English name or initial consonants, from two characters on. */
export function HostSelect({ value, onChange, path, error, hint }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const labelOf = labelIn(language);
  const [text, setText] = useState(value ? labelOf(value) : "");
  const [typed] = useDebouncedValue(text.trim(), debounceMs);
  const isChosen = value !== null && text === labelOf(value);
  const isAsked = !isChosen && typed.length >= hostSearchMinimum;
  const found = useQuery({ ...hostsQuery(typed, language), enabled: isAsked });
  const hosts = isAsked ? (found.data ?? []) : [];
  const known = [...hosts, ...(value && !hosts.some(({ id }) => id === value.id) ? [value] : [])];
  const nothing = () => {
    if (text.trim().length < hostSearchMinimum) return t("console.hosts.type");
    if (found.isError) return failureText(found.error);
    return found.isFetching || typed !== text.trim() ? t("console.hosts.searching") : t("console.hosts.none");
  };
  return (
    <Select
      autoComplete="off"
      data={known.map((host) => ({ value: String(host.id), label: labelOf(host) }))}
      data-path={path}
      description={hint}
      error={error}
      allowDeselect={false}
      inputWrapperOrder={["label", "input", "description", "error"]}
      filter={({ options }) =>
        isChosen
          ? options
          : options.filter((one) => "value" in one && hosts.some(({ id }) => String(id) === one.value))
      }
      label={t("console.visit.host")}
      nothingFoundMessage={nothing()}
      onChange={(id) => onChange(known.find((host) => String(host.id) === id) ?? null)}
      onSearchChange={setText}
      placeholder={t("console.hosts.placeholder")}
      renderOption={({ option }) => {
        const host = known.find(({ id }) => String(id) === option.value);
        return (
          <div>
            <Text component="span" fw={600}>
              {host && nameOf(host, language)}
            </Text>
            <Text c="dimmed" size="xs">
              {host && placeOf(host)}
            </Text>
          </div>
        );
      }}
      required
      rightSection={found.isFetching ? <Loader size={16} /> : undefined}
      searchable
      searchValue={text}
      value={value ? String(value.id) : null}
    />
  );
}
