import { type FormEvent, useEffect, useRef, useState } from "react";
import { parsePhone } from "#contract/phone.ts";
import { Button } from "../../components/form/button.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { PhoneInput } from "../../components/form/phone-input.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { LookupCredentials } from "../../lib/queries.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import styles from "./lookup.module.css";

export type LookupInput = Omit<LookupCredentials, "code">;

interface LookupFormProps {
  readonly isBusy: boolean;
  /** Errors of the server by field. */
  readonly refusals: Record<string, string> | undefined;
  /** The lookup requires a code sent to the mobile number. */
  readonly asksForCode: boolean;
  readonly onSearch: (person: LookupInput) => void;
  /** Called when the input changes. */
  readonly onEdit: () => void;
}

/** Button labels, idle and busy. */
const buttonLabels = {
  search: ["visitor.result.search", "visitor.result.searching"],
  code: ["visitor.result.codeSend", "visitor.result.codeSending"],
} as const;

/** Name and mobile number, both required (docs/behaviour.md, "Lookup"), or the reservation number instead. */
export function LookupForm({ isBusy, refusals, asksForCode, onSearch, onEdit }: LookupFormProps) {
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState("");
  const [cellPhone, setCellPhone] = useState("");
  const [isPhoneBad, setPhoneBad] = useState(false);
  const [reserveNo, setReserveNo] = useState("");
  const [byReserveNo, setByReserveNo] = useState(false);
  const hasSwitched = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus the new field
  useEffect(() => {
    if (hasSwitched.current) form.current?.querySelectorAll("input")[1]?.focus();
  }, [byReserveNo]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const inputs = form.current?.querySelectorAll("input");
    const given = byReserveNo ? reserveNo : cellPhone;
    if (!name.trim() || !given.trim()) {
      toast("info", t(byReserveNo ? "visitor.result.bothNeededNumber" : "visitor.result.bothNeeded"));
      inputs?.[name.trim() ? 1 : 0]?.focus();
      return;
    }
    // toasts of the previous attempt would cover the results
    dismissToasts();
    if (byReserveNo) return onSearch({ name: name.trim(), reserveNo: reserveNo.trim().toUpperCase() });
    const number = parsePhone(cellPhone);
    setPhoneBad(!number);
    if (number) onSearch({ name: name.trim(), cellPhone: number });
    else inputs?.[1]?.focus();
  };

  const change = () => {
    hasSwitched.current = true;
    setByReserveNo(!byReserveNo);
    onEdit();
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit} ref={form}>
      <Field error={refusals?.name} label={t("visitor.result.name")}>
        {(attributes) => (
          <input
            {...attributes}
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
      {byReserveNo ? (
        <Field
          error={refusals?.reserveNo}
          hint={t("visitor.result.reserveNoHint")}
          label={t("visitor.result.reserveNo")}
        >
          {(attributes) => (
            <input
              {...attributes}
              autoCapitalize="characters"
              autoComplete="off"
              className={`${inputClass} tabular`}
              maxLength={20}
              onChange={(event) => {
                setReserveNo(event.currentTarget.value);
                onEdit();
              }}
              spellCheck={false}
              type="text"
              value={reserveNo}
            />
          )}
        </Field>
      ) : (
        <Field
          error={isPhoneBad ? t("error.format") : refusals?.cellPhone}
          label={t("visitor.result.cellPhone")}
        >
          {(attributes) => (
            <PhoneInput
              {...attributes}
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
      )}
      <Button busy={isBusy} className={styles.submit} type="submit" variant="primary">
        {t(buttonLabels[asksForCode && !byReserveNo ? "code" : "search"][isBusy ? 1 : 0])}
      </Button>
      <p className={styles.note}>
        {t("visitor.result.note")}{" "}
        <button className={styles.switchInput} onClick={change} type="button">
          {t(byReserveNo ? "visitor.result.byCellPhone" : "visitor.result.byReserveNo")}
        </button>
      </p>
    </form>
  );
}
