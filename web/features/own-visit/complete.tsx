import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Completable } from "#contract/visits/visit-links.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { PhoneInput } from "../../components/form/phone-input.tsx";
import { CallError } from "../../lib/call.ts";
import { useTranslate } from "../../lib/language.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import styles from "../request/request.module.css";
import { refusalOf, useComplete } from "./use-own-visit.ts";

const autoComplete = { email: "email", company: "organization", carNumber: "off" } as const;

interface CompleteProps {
  readonly token: string;
  readonly missing: readonly Completable[];
}

/** Form for missing details. All are optional. */
export function Complete({ token, missing }: CompleteProps) {
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Partial<Record<Completable, string>>>({});
  const { mutate, isPending, error, reset } = useComplete(token);
  const fields = error instanceof CallError ? error.fields : undefined;

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  const change = (field: Completable, value: string) => {
    reset();
    setValues((before) => ({ ...before, [field]: value }));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (!missing.some((field) => values[field]?.trim())) return toast("info", t("visitor.link.saveNothing"));
    dismissToasts();
    mutate(values);
  };

  return (
    <form className={styles.section} noValidate onSubmit={save} ref={form}>
      <h2>{t("visitor.link.completeTitle")}</h2>
      {missing.map((field) => (
        <Field
          error={fields?.[field]}
          hint={field === "company" ? undefined : t(hints[field])}
          key={field}
          label={t(`visitor.request.${field}`)}
          optional
        >
          {(attributes) =>
            field === "cellphone" ? (
              <PhoneInput
                {...attributes}
                onChange={(value) => change(field, value)}
                value={values[field] ?? ""}
              />
            ) : (
              <input
                {...attributes}
                autoComplete={autoComplete[field]}
                className={inputClass}
                onChange={({ currentTarget }) => change(field, currentTarget.value)}
                type={field === "email" ? "email" : "text"}
                value={values[field] ?? ""}
              />
            )
          }
        </Field>
      ))}
      {error && !fields && <Notice kind="danger">{refusalOf(error) ?? t("visitor.request.failed")}</Notice>}
      <Button busy={isPending} type="submit" variant="primary">
        {t("visitor.link.save")}
      </Button>
    </form>
  );
}

const hints = {
  cellphone: "visitor.request.phoneHint",
  email: "visitor.link.emailHint",
  carNumber: "visitor.request.carHint",
} as const;
