import { TextInput } from "@mantine/core";
import { formatPhone } from "#contract/phone.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";

const all = ["company", "position", "carNumber"] as const;

interface Props {
  readonly form: Pick<DraftForm<Record<(typeof all)[number], string>>, "getInputProps">;
  /** Some of them; all unless said. */
  readonly fields?: readonly (typeof all)[number][];
}

/** What of a visitor stands behind name and number. */
export function PersonFields({ form, fields = all }: Props) {
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

interface ContactProps {
  readonly form: Pick<
    DraftForm<Record<"cellphone" | "email", string>>,
    "getInputProps" | "setFieldValue" | "values"
  >;
  readonly visit: Pick<VisitAnswer, "cellPhone" | "emailMasked">;
}

/** A new number and a new address: those of now are known masked only. */
export function ContactFields({ form, visit }: ContactProps) {
  const t = useTranslate();
  return (
    <>
      <TextInput
        autoComplete="off"
        description={t("console.edit.cellphoneHint", { number: visit.cellPhone || "-" })}
        inputMode="tel"
        label={t("console.person.cellphone")}
        {...form.getInputProps("cellphone")}
        onChange={(event) =>
          form.setFieldValue("cellphone", formatPhone(event.currentTarget.value, form.values.cellphone))
        }
      />
      <TextInput
        autoComplete="off"
        description={t("console.edit.emailHint", { email: visit.emailMasked || "-" })}
        inputMode="email"
        label={t("console.person.email")}
        {...form.getInputProps("email")}
      />
    </>
  );
}
