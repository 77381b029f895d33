import { TextInput } from "@mantine/core";
import { formatPhone } from "#contract/phone.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";

const allFields = ["company", "position", "carNumber"] as const;

interface Props {
  readonly form: Pick<DraftForm<Record<(typeof allFields)[number], string>>, "getInputProps">;
  /** Default: all. */
  readonly fields?: readonly (typeof allFields)[number][];
}

/** Optional fields of a visitor. */
export function PersonFields({ form, fields = allFields }: Props) {
  const t = useTranslate();
  return fields.map((field) => (
    <TextInput
      autoComplete="off"
      key={field}
      label={t(`console.person.${field}`)}
      {...form.getInputProps(field)}
    />
  ));
}

interface NumberProps {
  readonly form: Pick<DraftForm<Record<"cellphone", string>>, "getInputProps" | "setFieldValue" | "values">;
  readonly visit: Pick<VisitAnswer, "cellPhone">;
}

/** A new phone number; the current one is only known masked. */
export function NumberField({ form, visit }: NumberProps) {
  const t = useTranslate();
  return (
    <TextInput
      autoComplete="off"
      description={
        visit.cellPhone
          ? t("console.edit.cellphoneHint", { number: visit.cellPhone })
          : t("console.edit.numberNone")
      }
      inputMode="tel"
      label={t("console.person.cellphone")}
      {...form.getInputProps("cellphone")}
      onChange={(event) =>
        form.setFieldValue("cellphone", formatPhone(event.currentTarget.value, form.values.cellphone))
      }
    />
  );
}

interface EmailProps {
  readonly form: Pick<DraftForm<Record<"email", string>>, "getInputProps">;
  readonly hint: string;
  readonly takesFocus?: boolean;
}

/** A new e-mail address; the current one is only known masked. */
export function EmailField({ form, hint, takesFocus }: EmailProps) {
  const t = useTranslate();
  return (
    <TextInput
      autoComplete="off"
      description={hint}
      data-autofocus={takesFocus}
      inputMode="email"
      label={t("console.person.email")}
      ref={takesFocus ? focusOnMount : undefined}
      {...form.getInputProps("email")}
    />
  );
}
