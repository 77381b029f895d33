import { Combobox, Loader, Text, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { Period } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { passesNumbered } from "../passes/queries.ts";
import { toRow } from "../shortcuts/table-rows.ts";
import { foundVisitsQuery } from "../visits/find-visits.ts";
import styles from "./today.module.css";
import { useOptionKeys } from "./use-option-keys.ts";

interface Props {
  /** Today by the site's calendar. */
  readonly day: string;
  readonly onFound: (visitId: number) => void;
}

const debounceMs = 300;

/**
 * One box for a name, the last four digits, or the number of a reservation or a pass; Enter leads to the visit. Today's
 * visits first, and where there are none of that name, any.
 */
export function QuickSearch({ day, onFound }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setText] = useState("");
  const [waited] = useDebouncedValue(text.trim(), debounceMs);
  /** What Enter asked for and has several answers; it does not wait. */
  const [asked, setAsked] = useState("");
  const isAsked = asked !== "" && asked === text.trim();
  const typed = isAsked ? asked : waited;

  const options = (q: string) => foundVisitsQuery(queryClient, q, day, language);
  const found = useQuery({ ...options(typed), enabled: typed.length >= 2, staleTime: 5_000 });
  const rows = typed.length >= 2 ? (found.data ?? []) : [];

  // The first of several stands ready for the next Enter, once the list is drawn.
  const isChoosing = isAsked && combobox.dropdownOpened && rows.length > 0;
  useEffect(() => {
    if (!isChoosing) return;
    const timer = setTimeout(() => combobox.selectFirstOption());
    return () => clearTimeout(timer);
  }, [isChoosing, combobox.selectFirstOption]);

  const choose = (id: number) => {
    setText("");
    setAsked("");
    combobox.closeDropdown();
    onFound(id);
  };

  /** What Enter means: a pass that is out, or a search with one clear answer. */
  const settle = async (q: string) => {
    const [pass] = await passesNumbered(q, AbortSignal.timeout(10_000), "issued").catch(() => []);
    if (pass?.visit) return choose(pass.visit.id);
    const answer = await queryClient.query(options(q)).catch(() => undefined);
    if (answer === undefined) return;
    const [first] = answer;
    if (!first) return void toast.warning(t("console.search.none", { text: q }), { toastId: `none-${q}` });
    if (answer.length === 1 || first.reserveNo === q.toUpperCase()) return choose(first.id);
    setText(q);
    setAsked(q);
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
          className={styles.box}
          data-search
          label={t("console.search.label")}
          leftSection={
            found.isFetching && typed !== "" ? <Loader size={16} /> : <IconSearch aria-hidden size={18} />
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
              toRow(1);
            } else if (
              event.key === "Enter" &&
              !event.nativeEvent.isComposing &&
              combobox.getSelectedOptionIndex() < 0
            ) {
              event.preventDefault();
              if (text.trim().length >= 2) void settle(text.trim());
            }
            onKeyDown(event);
          }}
          placeholder={t("console.search.hint")}
          size="md"
          value={text}
        />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={typed.length < 2 || found.isPending}>
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
          {rows.length === 0 && <Combobox.Empty>{t("console.search.none", { text: typed })}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
