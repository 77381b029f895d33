import { Field, inputClass } from "../../components/form/field.tsx";
import { PhoneInput } from "../../components/form/phone-input.tsx";
import { useConfiguration } from "../../lib/configuration.ts";
import { type TextKey, useTranslate } from "../../lib/language.ts";
import { setValues, useDraft } from "../../stores/draft.ts";
import { clearErrors } from "../../stores/form-view.ts";
import styles from "./request.module.css";
import { Section } from "./section.tsx";
import { SubmitCode } from "./submit-code.tsx";
import { useErrorText } from "./use-error-text.ts";

/** Visitor; company and car only if the site asks for them. */
export function VisitorSection() {
  const t = useTranslate();
  const { requestInputVisitorCompany, useCar, submitCode } = useConfiguration();
  const cellphone = useDraft((draft) => draft.values.cellphone);
  const errorOf = useErrorText();

  return (
    <Section title={t("visitor.request.visitor")}>
      <div className={styles.fieldPair}>
        <LineField autoComplete="name" field="name" label="visitor.request.name" />
        <Field
          error={errorOf("cellphone")}
          hint={t("visitor.request.phoneHint")}
          label={t("visitor.request.cellphone")}
        >
          {(attributes) => (
            <PhoneInput
              {...attributes}
              onChange={(value) => {
                clearErrors("cellphone");
                setValues({ cellphone: value });
              }}
              value={cellphone}
            />
          )}
        </Field>
        {submitCode && <SubmitCode />}
        {requestInputVisitorCompany && (
          <LineField autoComplete="organization" field="company" label="visitor.request.company" />
        )}
        {useCar && (
          <LineField
            autoComplete="off"
            field="carNumber"
            hint="visitor.request.carHint"
            label="visitor.request.carNumber"
            optional
          />
        )}
      </div>
    </Section>
  );
}

interface LineFieldProps {
  readonly field: "name" | "company" | "carNumber";
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly optional?: boolean;
  readonly autoComplete: string;
}

/** A single-line field of the draft. */
function LineField({ field, label, hint, optional, autoComplete }: LineFieldProps) {
  const t = useTranslate();
  const value = useDraft((draft) => draft.values[field]);
  const error = useErrorText()(field);
  return (
    <Field error={error} hint={hint && t(hint)} label={t(label)} optional={optional ?? false}>
      {(attributes) => (
        <input
          {...attributes}
          autoComplete={autoComplete}
          className={inputClass}
          onChange={(event) => {
            clearErrors(field);
            setValues({ [field]: event.currentTarget.value });
          }}
          type="text"
          value={value}
        />
      )}
    </Field>
  );
}
