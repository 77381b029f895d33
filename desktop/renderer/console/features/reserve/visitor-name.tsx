import { Autocomplete, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { hostSearchMinimum } from "#contract/people/host-search.ts";
import { getPreviousVisitors, type PreviousVisitor } from "#contract/visits/previous-visitors.ts";
import { read } from "../../lib/api.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import type { ReserveValues } from "./use-reserve.ts";

const debounceMs = 300;

interface Props {
  readonly form: DraftForm<ReserveValues>;
  readonly onTake: (visitor: PreviousVisitor) => void;
  /** Nobody is named yet. */
  readonly takesFocus: boolean;
}

/**
 * The visitor's name. Who came before is offered below it, and taken with an arrow and Enter; Enter alone sends the form,
 * because most names are new.
 */
export function VisitorName({ form, onTake, takesFocus }: Props) {
  const t = useTranslate();
  const { name, previousVisit } = form.values;
  const [typed] = useDebouncedValue(name.trim(), debounceMs);
  const isAsked = previousVisit === null && typed.length >= hostSearchMinimum && typed === name.trim();
  const { data } = useQuery({ ...previousVisitorsQuery(typed, useLanguage()), enabled: isAsked });
  const offered = (isAsked && data) || [];
  return (
    <Autocomplete
      autoComplete="off"
      // a screen reader finds it with the form
      comboboxProps={{ withinPortal: false }}
      data={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
      description={t("console.reserve.previousHint")}
      // the server has searched
      filter={({ options }) => options}
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={t("console.person.name")}
      onOptionSubmit={(id) => {
        const taken = offered.find((one) => String(one.id) === id);
        if (taken) onTake(taken);
      }}
      openOnFocus={false}
      ref={takesFocus ? focusOnce : undefined}
      renderOption={({ option: { value } }) => {
        const one = offered.find(({ id }) => String(id) === value);
        return one && <Offer visitor={one} />;
      }}
      required
      {...form.getInputProps("name")}
      onChange={(text) => {
        form.clearFieldError("name");
        // another name is another person: the number of the one who was taken is not theirs
        form.setValues((values) => ({
          name: text,
          previousVisit: values.previousVisit?.name === text ? values.previousVisit : null,
        }));
      }}
    />
  );
}

function Offer({ visitor }: { readonly visitor: PreviousVisitor }) {
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

const focusOnce = (field: HTMLInputElement | null) => field?.focus();

/** Beside the lists of visits, not among them: nothing that happens elsewhere has it read, and logged, again. */
const previousVisitorsQuery = (text: string, language: Language) =>
  queryOptions({
    queryKey: ["previous-visitors", text, language],
    queryFn: ({ signal }) => read(getPreviousVisitors, { query: { name: text } }, signal),
  });
