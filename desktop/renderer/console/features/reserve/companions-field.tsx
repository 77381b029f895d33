import { Button, Group, Stack, Text } from "@mantine/core";
import { IconClipboardText, IconPlus } from "@tabler/icons-react";
import { type ClipboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { maxCompanions } from "#contract/visits/visit-actions.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { CompanionRow } from "./companion-row.tsx";
import { PastePanel } from "./paste-panel.tsx";
import { emptyPerson, isBlank, isTable, type Person, type PersonField, personFields } from "./people.ts";
import styles from "./reserve.module.css";
import type { ReserveValues } from "./use-reserve.ts";

/** Editable table of companions, typed or pasted from a spreadsheet. */
export function CompanionsField({ form }: { readonly form: DraftForm<ReserveValues> }) {
  const t = useTranslate();
  const { companions } = form.values;
  const [pasted, setPasted] = useState<string>();
  const latest = useRef(form);
  useEffect(() => {
    latest.current = form;
  });
  const change = useCallback((index: number, field: PersonField, value: string) => {
    const { setFieldValue, values } = latest.current;
    const person = values.companions[index];
    // another name is another person, so do not copy the earlier visitor's number
    if (field === "name" && person?.previousVisit !== undefined) {
      const { previousVisit: _, maskedNumber: __, ...typed } = person;
      setFieldValue(`companions.${index}`, { ...typed, name: value });
    } else setFieldValue(`companions.${index}.${field}`, value);
  }, []);
  const addButton = useRef<HTMLButtonElement>(null);
  const remove = useCallback((index: number) => {
    latest.current.removeListItem("companions", index);
    addButton.current?.focus();
  }, []);
  const errorsOf = (index: number) =>
    Object.fromEntries(
      personFields.flatMap((field) => {
        const copied = field === "cellphone" && form.errors[`companions.${index}.previousVisit`];
        const error = form.errors[`companions.${index}.${field}`] || copied;
        return typeof error === "string" ? [[field, error]] : [];
      }),
    );
  const add = () => {
    form.insertListItem("companions", { ...emptyPerson });
    const path = `companions.${companions.length}.name`;
    setTimeout(() => form.getInputNode(path)?.focus());
  };
  const addPeople = (people: readonly Person[]) => {
    form.clearErrors();
    form.setFieldValue("companions", [...companions.filter((person) => !isBlank(person)), ...people]);
  };
  /** Pasted spreadsheet cells fill the table instead of one field. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    if (!isTable(text)) return;
    event.preventDefault();
    setPasted(text);
  };
  const remaining = maxCompanions - companions.filter((person) => !isBlank(person)).length;
  const error = form.errors.companions;

  return (
    <Stack gap="sm">
      {companions.length > 0 && (
        <div className={styles.table} onPaste={paste}>
          <div aria-hidden className={styles.headings}>
            <span />
            {personFields.map((field) => (
              <span key={field}>{t(`console.person.${field}`)}</span>
            ))}
          </div>
          {companions.map((person, index) => (
            <CompanionRow
              errors={errorsOf(index)}
              index={index}
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are stateless
              key={index}
              onChange={change}
              onRemove={remove}
              person={person}
            />
          ))}
        </div>
      )}
      {error && (
        <Text c="var(--mantine-color-error)" role="alert" size="sm">
          {error}
        </Text>
      )}
      <Group gap="xs">
        <Button
          disabled={companions.length >= maxCompanions}
          leftSection={<IconPlus aria-hidden size={16} />}
          onClick={add}
          ref={addButton}
          variant="default"
        >
          {t("console.reserve.add")}
        </Button>
        <Button
          aria-expanded={pasted !== undefined}
          leftSection={<IconClipboardText aria-hidden size={16} />}
          onClick={() => setPasted(pasted === undefined ? "" : undefined)}
          variant="default"
        >
          {t("console.reserve.paste")}
        </Button>
        <Text c="dimmed" size="sm">
          {t("console.reserve.most", { count: companions.length, most: maxCompanions })}
        </Text>
      </Group>
      {pasted !== undefined && (
        <PastePanel
          onAdd={addPeople}
          onChange={setPasted}
          onClose={() => setPasted(undefined)}
          remaining={remaining}
          text={pasted}
        />
      )}
    </Stack>
  );
}
