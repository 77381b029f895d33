import { TextInput } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";
import type { DraftForm } from "../../lib/use-form.ts";

interface Props {
  readonly form: Pick<DraftForm<{ company: string; position: string; carNumber: string }>, "getInputProps">;
}

/** What of a visitor stands behind name and number. */
export function PersonFields({ form }: Props) {
  const t = useTranslate();
  return (["company", "position", "carNumber"] as const).map((field) => (
    <TextInput
      autoComplete="off"
      key={field}
      label={t(`console.person.${field}`)}
      {...form.getInputProps(field)}
    />
  ));
}
