import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../components/form/button.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./lookup.module.css";

interface CodeFormProps {
  /** Number to which the code was sent. */
  readonly cellPhone: string;
  readonly isBusy: boolean;
  /** Another code is being sent. */
  readonly isSending: boolean;
  /** Number of sent codes; each new one clears the field. */
  readonly sent: number;
  readonly refusal: string | undefined;
  readonly onConfirm: (code: string) => void;
  readonly onAgain: () => void;
}

const codeLength = 6;

/** Form for the code sent by message, if the site requires one (docs/behaviour.md, "Lookup"). */
export function CodeForm(props: CodeFormProps) {
  const { cellPhone, isBusy, isSending, sent, refusal, onConfirm, onAgain } = props;
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [isShort, setShort] = useState(false);
  const [checkedCode, setCheckedCode] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: reset for each sent code
  useEffect(() => {
    setCode("");
    setShort(false);
    setCheckedCode("");
    input.current?.focus();
  }, [sent]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setShort(code.length < codeLength);
    if (code.length < codeLength) return input.current?.focus();
    setCheckedCode(code);
    onConfirm(code);
  };

  const wrong = code === checkedCode && code !== "" ? refusal : undefined;
  return (
    <form className={`${styles.form} ${styles.codeForm}`} noValidate onSubmit={submit}>
      <p className={styles.codeSent} role="status">
        {t("visitor.result.codeSent", { cellPhone })}
      </p>
      <Field
        error={isShort ? t("error.format") : wrong}
        hint={t("visitor.result.codeHint")}
        label={t("visitor.result.code")}
      >
        {(attributes) => (
          <input
            {...attributes}
            autoComplete="one-time-code"
            className={`${inputClass} tabular`}
            inputMode="numeric"
            onChange={(event) => {
              setCode(event.currentTarget.value.replace(/\D/g, "").slice(0, codeLength));
              setShort(false);
            }}
            ref={input}
            type="text"
            value={code}
          />
        )}
      </Field>
      <Button busy={isBusy} className={styles.submit} type="submit" variant="primary">
        {t(isBusy ? "visitor.result.searching" : "visitor.result.codeConfirm")}
      </Button>
      <Button busy={isSending} className={styles.submit} onClick={() => isSending || onAgain()}>
        {t(isSending ? "visitor.result.codeSending" : "visitor.result.codeAgain")}
      </Button>
      <p className={styles.note}>{t("visitor.result.codeNone")}</p>
    </form>
  );
}
