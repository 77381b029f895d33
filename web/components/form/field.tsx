import { type ReactNode, useId } from "react";
import { useTextLang, useTranslate } from "../../lib/language.ts";
import styles from "./field.module.css";

/** Attributes that connect an input to its label, hint and error. */
interface InputAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
  readonly "aria-required": true | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly optional?: boolean;
  readonly children: (attributes: InputAttributes) => ReactNode;
}

/** A label, an optional hint and error of an input. */
export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const t = useTranslate();
  const langOf = useTextLang();
  const id = useId();
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}>{t("visitor.site.optional")}</span>}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": optional ? undefined : true,
      })}
      {hint && (
        <p className={styles.hint} id={`${id}hint`} lang={langOf(hint)}>
          {hint}
        </p>
      )}
      <FieldErrorText error={error} id={`${id}error`} />
    </div>
  );
}

/** The error of a field or group, with an icon in addition to colour. */
export function FieldErrorText({ error, id }: { readonly error: string | undefined; readonly id: string }) {
  return error ? (
    <p className={styles.error} id={id}>
      {error}
    </p>
  ) : null;
}

export const inputClass = styles.input ?? "";
