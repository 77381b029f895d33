import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { type FoundHost, hostSearchMinimum } from "#contract/people/host-search.ts";
import { Dialog } from "../../components/feedback/dialog.tsx";
import { Button } from "../../components/form/button.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { hostsQuery } from "../../lib/queries.ts";
import { HostResults, optionId } from "./host-results.tsx";
import styles from "./hosts.module.css";

interface HostDialogProps {
  /** Filters by company if the site asks for it. */
  readonly company: number | undefined;
  readonly onChoose: (host: FoundHost) => void;
  readonly onClose: () => void;
}

/** Host search as you type. Arrow keys move through the results, Enter selects, Escape closes. */
export function HostDialog({ company, onChoose, onClose }: HostDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [active, setActive] = useState(-1);
  const [debouncedText, flush] = useDebounced(text.trim(), 300);
  const isLongEnough = [...debouncedText].length >= hostSearchMinimum;
  const search = useQuery({ ...hostsQuery(debouncedText, company, language), enabled: isLongEnough });
  const hosts = isLongEnough ? (search.data ?? []) : [];

  useEffect(() => input.current?.focus(), []);

  const moveActive = (event: KeyboardEvent) => {
    // During Hangul composition the keys belong to the input method.
    if (event.nativeEvent.isComposing || hosts.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = active < 0 && step < 0 ? hosts.length - 1 : (active + step + hosts.length) % hosts.length;
    setActive(next);
    document.getElementById(optionId(listId, next))?.scrollIntoView({ block: "nearest" });
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const host = hosts[active];
    if (host) onChoose(host);
    else flush();
  };

  return (
    <Dialog
      actions={<Button onClick={onClose}>{t("visitor.site.close")}</Button>}
      onClose={onClose}
      title={t("visitor.hosts.title")}
    >
      <form className={styles.search} onSubmit={submit}>
        <Field hint={t("visitor.hosts.hint")} label={t("visitor.hosts.label")}>
          {({ "aria-required": _, ...attributes }) => (
            <div className={styles.row}>
              <input
                {...attributes}
                aria-activedescendant={hosts[active] ? optionId(listId, active) : undefined}
                aria-autocomplete="list"
                aria-controls={listId}
                aria-expanded={hosts.length > 0}
                autoComplete="off"
                className={inputClass}
                enterKeyHint="search"
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  setActive(-1);
                }}
                onKeyDown={moveActive}
                ref={input}
                role="combobox"
                spellCheck={false}
                type="text"
                value={text}
              />
              <Button type="submit" variant="primary">
                {t("visitor.hosts.search")}
              </Button>
            </div>
          )}
        </Field>
      </form>
      <HostResults
        active={active}
        error={isLongEnough ? search.error : null}
        hasCompany={company !== undefined}
        hosts={hosts}
        isLoading={isLongEnough && search.isFetching && hosts.length === 0}
        isSettled={isLongEnough && search.isSuccess}
        listId={listId}
        onChoose={onChoose}
        onRetry={() => void search.refetch()}
        text={debouncedText}
      />
    </Dialog>
  );
}

/**
 * Debounces a value.
 * @returns the debounced value, and a function that updates it immediately
 */
function useDebounced(value: string, milliseconds: number): readonly [string, () => void] {
  const [debounced, setDebounced] = useState(value);

  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);

  return [debounced, () => setDebounced(value)];
}
