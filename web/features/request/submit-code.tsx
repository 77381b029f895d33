import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { parsePhone } from "#contract/phone.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { CallError, call } from "../../lib/call.ts";
import { callChallenged } from "../../lib/challenge.ts";
import { requestSubmitCode } from "../../lib/endpoints.ts";
import { useTranslate } from "../../lib/language.ts";
import { setValues, useDraft } from "../../stores/draft.ts";
import { clearErrors, setErrors, useFormView } from "../../stores/form-view.ts";
import { failureDetail } from "./failure-detail.ts";
import styles from "./request.module.css";
import { useErrorText } from "./use-error-text.ts";

const codeLength = 6;

/** Code that verifies the phone number, if the site requires one (docs/behaviour.md, "Request form"). */
export function SubmitCode() {
  const t = useTranslate();
  const input = useRef<HTMLInputElement>(null);
  const { cellphone, code = "" } = useDraft((draft) => draft.values);
  const error = useErrorText()("code");
  const sending = useMutation({
    mutationFn: (number: string) =>
      callChallenged((headers) => call(requestSubmitCode, { body: { cellphone: number } }, { headers })),
    onSuccess: () => {
      setValues({ code: "" });
      clearErrors("code");
      input.current?.focus();
    },
  });
  const sentTo = sending.isSuccess ? sending.variables : undefined;

  const send = () => {
    if (sending.isPending) return;
    const number = parsePhone(cellphone);
    if (number !== undefined) return sending.mutate(number);
    const { errors } = useFormView.getState();
    setErrors({ ...errors, cellphone: { code: cellphone === "" ? "required" : "format" } });
    input.current?.form?.querySelector<HTMLElement>('input[type="tel"]')?.focus();
  };

  return (
    <div className={styles.submitCode}>
      <Field error={error} hint={t("visitor.result.codeHint")} label={t("visitor.result.code")}>
        {(attributes) => (
          <input
            {...attributes}
            autoComplete="one-time-code"
            className={`${inputClass} tabular`}
            inputMode="numeric"
            onChange={(event) => {
              clearErrors("code");
              setValues({ code: event.currentTarget.value.replace(/\D/g, "").slice(0, codeLength) });
            }}
            ref={input}
            type="text"
            value={code}
          />
        )}
      </Field>
      <Button busy={sending.isPending} onClick={send}>
        {t(
          sending.isPending
            ? "visitor.result.codeSending"
            : sentTo
              ? "visitor.result.codeAgain"
              : "visitor.result.codeSend",
        )}
      </Button>
      <p className={styles.submitCodeNote} role="status">
        {t(sentTo ? "visitor.request.codeSent" : "visitor.request.codeHint", { cellPhone: sentTo ?? "" })}
      </p>
      {sending.error && (
        <Notice kind="danger">
          {sending.error instanceof CallError
            ? (sending.error.fields?.cellphone ?? failureDetail(sending.error))
            : t("visitor.request.failed")}
        </Notice>
      )}
    </div>
  );
}
