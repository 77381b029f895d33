import { TextInput } from "@mantine/core";
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
