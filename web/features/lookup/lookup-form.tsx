import { type FormEvent, useRef, useState } from "react";
import { parsePhone } from "#contract/phone.ts";
import { Button } from "../../components/button.tsx";
import { Field, inputClass } from "../../components/field.tsx";
import { PhoneInput } from "../../components/phone-input.tsx";
import { type TextKey, useTranslate } from "../../lib/language.ts";
import type { Asking } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./lookup.module.css";

export type Person = Omit<Asking, "code">;

interface LookupFormProps {
  readonly isBusy: boolean;
  /** Sentences of the server by field. */
  readonly refusals: Record<string, string> | undefined;
  /** What the button says, at rest and at work. */
  readonly says: readonly [rest: TextKey, busy: TextKey];
  readonly onSearch: (person: Person) => void;
  /** Something else stands there than what was searched for. */
  readonly onEdit: () => void;
}

/** Name and number; both are needed (specification, section 5). */
export function LookupForm({ isBusy, refusals, says, onSearch, onEdit }: LookupFormProps) {
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState("");
  const [cellPhone, setCellPhone] = useState("");
  const [isPhoneBad, setPhoneBad] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const inputs = form.current?.querySelectorAll("input");
    if (!name.trim() || !cellPhone.trim()) {
      toast("info", t("visitor.result.bothNeeded"));
      inputs?.[name.trim() ? 1 : 0]?.focus();
      return;
    }
    const number = parsePhone(cellPhone);
    setPhoneBad(!number);
    if (number) onSearch({ name: name.trim(), cellPhone: number });
    else inputs?.[1]?.focus();
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit} ref={form}>
      <Field error={refusals?.name} label={t("visitor.result.name")}>
        {(ties) => (
          <input
            {...ties}
            autoComplete="name"
            className={inputClass}
            onChange={(event) => {
              setName(event.currentTarget.value);
              onEdit();
            }}
            type="text"
            value={name}
          />
        )}
      </Field>
      <Field
        error={isPhoneBad ? t("error.format") : refusals?.cellPhone}
        label={t("visitor.result.cellPhone")}
      >
        {(ties) => (
          <PhoneInput
            {...ties}
            onChange={(value) => {
              setCellPhone(value);
              setPhoneBad(false);
              onEdit();
            }}
            placeholder="010-1234-1234"
            value={cellPhone}
          />
        )}
      </Field>
      <Button busy={isBusy} className={styles.search} look="primary" type="submit">
        {t(says[isBusy ? 1 : 0])}
      </Button>
      <p className={styles.note}>{t("visitor.result.note")}</p>
    </form>
  );
}
