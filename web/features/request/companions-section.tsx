import { useEffect, useRef, useState } from "react";
import { maxLengths } from "#contract/visits/requests.ts";
import { Button } from "../../components/form/button.tsx";
import { Field, FieldErrorText, inputClass } from "../../components/form/field.tsx";
import { PhoneInput } from "../../components/form/phone-input.tsx";
import { useTranslate } from "../../lib/language.ts";
import { type DraftCompanion, setCompanions, useDraft } from "../../stores/draft.ts";
import { clearErrors, clearErrorsUnder } from "../../stores/form-view.ts";
import styles from "./request.module.css";
import { Section } from "./section.tsx";
import { useErrorText } from "./use-error-text.ts";

const none: readonly DraftCompanion[] = [];

/** Companions, if the site allows them. */
export function CompanionsSection() {
  const t = useTranslate();
  const companions = useDraft((draft) => draft.values.companions ?? none);
  const error = useErrorText()("companions");
  const [added, setAdded] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);

  const add = () => {
    const key = Math.max(0, ...companions.map((one) => one.key)) + 1;
    setAdded(key);
    setCompanions((all) => [...all, { key, name: "" }]);
  };
  const remove = (key: number) => {
    // errors are by index, and later companions move up
    clearErrorsUnder("companions");
    setCompanions((all) => all.filter((one) => one.key !== key));
    addButton.current?.focus();
  };
  return (
    <Section title={t("visitor.request.companions")}>
      <p className={styles.hint}>{t("visitor.request.companionsHint", { count: maxLengths.companions })}</p>
      {companions.map((companion, index) => (
        <CompanionFields
          companion={companion}
          index={index}
          isAdded={companion.key === added}
          key={companion.key}
          onRemove={() => remove(companion.key)}
        />
      ))}
      <FieldErrorText error={error} id="companions-error" />
      <div>
        <Button disabled={companions.length >= maxLengths.companions} onClick={add} ref={addButton}>
          {t("visitor.request.addCompanion")}
        </Button>
      </div>
    </Section>
  );
}

interface CompanionFieldsProps {
  readonly companion: DraftCompanion;
  readonly index: number;
  /** Just added: takes the focus. */
  readonly isAdded: boolean;
  readonly onRemove: () => void;
}

function CompanionFields({ companion, index, isAdded, onRemove }: CompanionFieldsProps) {
  const t = useTranslate();
  const errorOf = useErrorText();
  const field = (name: "name" | "cellphone" | "email") => `companions.${index}.${name}`;
  const number = index + 1;
  const nameInput = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: on mount only
  useEffect(() => {
    if (isAdded) nameInput.current?.focus();
  }, []);

  const change = (values: Partial<DraftCompanion>, name: string) => {
    clearErrors(name);
    setCompanions((all) => all.map((one) => (one.key === companion.key ? { ...one, ...values } : one)));
  };
  return (
    <fieldset className={styles.companion}>
      <legend>{t("visitor.request.companion", { number })}</legend>
      <div className={styles.fieldPair}>
        <Field error={errorOf(field("name"))} label={t("visitor.request.name")}>
          {(attributes) => (
            <input
              {...attributes}
              autoComplete="off"
              className={inputClass}
              onChange={({ currentTarget }) => change({ name: currentTarget.value }, field("name"))}
              ref={nameInput}
              type="text"
              value={companion.name}
            />
          )}
        </Field>
        <Field error={errorOf(field("cellphone"))} label={t("visitor.request.cellphone")} optional>
          {(attributes) => (
            <PhoneInput
              {...attributes}
              autoComplete="off"
              onChange={(cellphone) => change({ cellphone }, field("cellphone"))}
              value={companion.cellphone ?? ""}
            />
          )}
        </Field>
        <Field error={errorOf(field("email"))} label={t("visitor.request.email")} optional>
          {(attributes) => (
            <input
              {...attributes}
              autoComplete="off"
              className={inputClass}
              inputMode="email"
              onChange={({ currentTarget }) => change({ email: currentTarget.value }, field("email"))}
              type="text"
              value={companion.email ?? ""}
            />
          )}
        </Field>
      </div>
      <div>
        <Button
          aria-label={t("visitor.request.removeCompanion", { number })}
          onClick={onRemove}
          variant="quiet"
        >
          {t("visitor.request.remove")}
        </Button>
      </div>
    </fieldset>
  );
}
