import { type FormEvent, useRef, useState } from "react";
import { parsePhone } from "#contract/phone.ts";
import { Button } from "../../components/button.tsx";
import { Field, inputClass } from "../../components/field.tsx";
import { PhoneInput } from "../../components/phone-input.tsx";
import { useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./lookup.module.css";

export interface Person {
  readonly name: string;
  readonly cellPhone: string;
}

interface LookupFormProps {
  readonly isBusy: boolean;
  /** Sentences of the server by field. */
  readonly refusals: Record<string, string> | undefined;
  readonly onSearch: (person: Person) => void;
}

/** Name and number; both are needed (specification, section 5). */
export function LookupForm({ isBusy, refusals, onSearch }: LookupFormProps) {
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
            onChange={(event) => setName(event.currentTarget.value)}
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
            }}
            placeholder="010-1234-1234"
            value={cellPhone}
          />
        )}
      </Field>
      <Button busy={isBusy} className={styles.search} look="primary" type="submit">
        {t(isBusy ? "visitor.result.searching" : "visitor.result.search")}
      </Button>
      <p className={styles.note}>{t("visitor.result.note")}</p>
    </form>
  );
}
