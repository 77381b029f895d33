import { Combobox, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { Period } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { findPassesByNumber } from "../passes/queries.ts";
import { focusRow } from "../shortcuts/table-rows.ts";
import { visitSearchQuery } from "../visits/find-visits.ts";
import styles from "./today.module.css";
import { useOptionKeys } from "./use-option-keys.ts";

interface Props {
  /** Today at the site. */
  readonly day: string;
  readonly onFound: (visitId: number) => void;
}

const debounceMs = 300;

/**
 * Searches by name, last four digits, reservation number or pass number; Enter opens the visit. Searches today's visits
 * first, and all visits if there are none.
 */
export function QuickSearch({ day, onFound }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState("");
  const [debounced] = useDebouncedValue(text.trim(), debounceMs);
  /** Text submitted with Enter that has several results; not debounced. */
  const [submitted, setSubmitted] = useState("");
  const isSubmitted = submitted !== "" && submitted === text.trim();
  const query = isSubmitted ? submitted : debounced;

  const options = (q: string) => visitSearchQuery(queryClient, q, day, language);
  const found = useQuery({ ...options(query), enabled: query.length >= 2, staleTime: 5_000 });
  const rows = query.length >= 2 ? (found.data ?? []) : [];

  // After Enter with several results, select the first one once the list is rendered.
  const isChoosing = isSubmitted && combobox.dropdownOpened && rows.length > 0;
  useEffect(() => {
    if (!isChoosing) return;
    const timer = setTimeout(() => combobox.selectFirstOption());
    return () => clearTimeout(timer);
  }, [isChoosing, combobox.selectFirstOption]);

  /** Answers for a text that has been replaced are dropped. */
  const latestText = useRef("");
  latestText.current = text.trim();

  const choose = (id: number) => {
    setText("");
    setSubmitted("");
    combobox.closeDropdown();
    onFound(id);
  };

  /** Opens the holder of an issued pass, or the only search result; else shows the results. */
  const submit = async (q: string) => {
    const [pass] = await findPassesByNumber(q, AbortSignal.timeout(10_000), "issued").catch(() => []);
    if (latestText.current !== q) return;
    if (pass?.visit) return choose(pass.visit.id);
    const answer = await queryClient.query(options(q)).catch(() => undefined);
    if (answer === undefined || latestText.current !== q) return;
    const [first] = answer;
    if (!first) return void toast.warning(t("console.search.none", { text: q }), { toastId: `none-${q}` });
    if (answer.length === 1 || first.reserveNo === q.toUpperCase()) return choose(first.id);
    setText(q);
    setSubmitted(q);
    combobox.openDropdown();
  };

  const { target, onKeyDown } = useOptionKeys(combobox);

  return (
    <Combobox
      keepMounted={false}
      onOptionSubmit={(value) => choose(Number(value))}
      store={combobox}
      width="target"
      withinPortal={false}
    >
      <Combobox.DropdownTarget>
        <TextInput
          {...target}
          autoComplete="off"
          className={styles.searchField}
          data-search
          label={t("console.search.label")}
          leftSection={
            found.isFetching && query !== "" ? <Loader size={16} /> : <IconSearch aria-hidden size={18} />
          }
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.openDropdown();
          }}
          onFocus={() => {
            if (rows.length > 0) combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            if (event.key === "ArrowDown" && rows.length === 0) {
              event.preventDefault();
              focusRow(1);
            } else if (
              event.key === "Enter" &&
              !event.nativeEvent.isComposing &&
              combobox.getSelectedOptionIndex() < 0
            ) {
              event.preventDefault();
              if (text.trim().length >= 2) void submit(text.trim());
            }
            onKeyDown(event);
          }}
          placeholder={t("console.search.hint")}
          size="md"
          value={text}
        />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={query.length < 2 || found.isPending}>
        <Combobox.Options aria-label={t("console.search.results")}>
          {rows.map((row) => (
            <Combobox.Option key={row.id} value={String(row.id)}>
              <div className={styles.option}>
                <span>
                  <Text component="span" fw={600}>
                    {row.name}
                  </Text>{" "}
                  <Text c="dimmed" component="span" size="sm">
                    {[row.company, row.hostUser.name].filter(Boolean).join(" → ")}
                  </Text>
                  <Text c="dimmed" className="tabular" size="xs">
                    <Period end={row.endDate} start={row.startDate} /> ·{" "}
                    <span className="nowrap">{row.reserveNo}</span>
                  </Text>
                </span>
                <StatusBadge code={row.statusCode} name={row.status.name} />
              </div>
            </Combobox.Option>
          ))}
          {rows.length === 0 && <Combobox.Empty>{t("console.search.none", { text: query })}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
