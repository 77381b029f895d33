import { Autocomplete, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { hostSearchMinimum } from "#contract/people/host-search.ts";
import { getPreviousVisitors, type PreviousVisitor } from "#contract/visits/previous-visitors.ts";
import { read } from "../../lib/api.ts";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import type { ReserveValues } from "./use-reserve.ts";

const debounceMs = 300;

interface Props {
  readonly form: DraftForm<ReserveValues>;
  readonly onSelect: (visitor: PreviousVisitor) => void;
  readonly takesFocus: boolean;
}

/**
 * Name of the visitor, with suggestions of previous visitors. Enter without an arrow key submits the form, because most
 * names are new.
 */
export function VisitorName({ form, onSelect, takesFocus }: Props) {
  const t = useTranslate();
  const { name, previousVisit } = form.values;
  const [typed] = useDebouncedValue(name.trim(), debounceMs);
  const isSearching = previousVisit === null && typed.length >= hostSearchMinimum && typed === name.trim();
  const { data } = useQuery({ ...previousVisitorsQuery(typed, useLanguage()), enabled: isSearching });
  const suggestions = (isSearching && data) || [];
  return (
    <Autocomplete
      autoComplete="off"
      // within the form, for screen readers
      comboboxProps={{ withinPortal: false }}
      data={suggestions.map(({ id, name: label }) => ({ value: String(id), label }))}
      description={t("console.reserve.previousHint")}
      // the server filters
      filter={({ options }) => options}
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={t("console.person.name")}
      onOptionSubmit={(id) => {
        const selected = suggestions.find((visitor) => String(visitor.id) === id);
        if (selected) onSelect(selected);
      }}
      openOnFocus={false}
      ref={takesFocus ? focusOnMount : undefined}
      renderOption={({ option: { value } }) => {
        const visitor = suggestions.find(({ id }) => String(id) === value);
        return visitor && <Suggestion visitor={visitor} />;
      }}
      required
      {...form.getInputProps("name")}
      onChange={(text) => {
        form.clearFieldError("name");
        // another name is another person, so do not copy the earlier visitor's number
        form.setValues((values) => ({
          name: text,
          previousVisit: values.previousVisit?.name === text ? values.previousVisit : null,
        }));
      }}
    />
  );
}

function Suggestion({ visitor }: { readonly visitor: PreviousVisitor }) {
  const t = useTranslate();
  const { name, company, position, cellPhone, hostUser, purpose, startDate } = visitor;
  return (
    <Stack gap={0}>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="sm">{[company, position].filter(Boolean).join(" ")}</Text>
        <Text className="tabular" size="sm">
          {cellPhone}
        </Text>
      </Group>
      <Text c="dimmed" size="xs">
        {[t("console.reserve.lastVisit", { day: startDate.slice(0, 10) }), purpose?.name, hostUser?.name]
          .filter(Boolean)
          .join(" · ")}
      </Text>
    </Stack>
  );
}

/** Not under the "visits" keys: live changes would refetch it, and the server logs every read. */
const previousVisitorsQuery = (text: string, language: Language) =>
  queryOptions({
    queryKey: ["previous-visitors", text, language],
    queryFn: ({ signal }) => read(getPreviousVisitors, { query: { name: text } }, signal),
    // must not outlive an erasure
    gcTime: 0,
  });
