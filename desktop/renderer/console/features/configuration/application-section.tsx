import { NumberInput, Switch } from "@mantine/core";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { DraftForm } from "../../lib/use-draft-form.ts";
import { FormSample } from "./form-sample.tsx";
import { Split } from "./split.tsx";
import type { ConfigurationValues } from "./values.ts";

const switches = [
  "requestInputUserCompany",
  "requestInputPlace",
  "requestInputVisitorCompany",
  "useCar",
] as const;

/** What visitors are asked when they apply. */
export function ApplicationSection({ form }: { readonly form: DraftForm<ConfigurationValues> }) {
  const t = useTranslate();
  return (
    <Section hint={t("console.configuration.formHint")} title={t("console.configuration.form")}>
      <Split sample={<FormSample values={form.values} />}>
        {switches.map((name) => (
          <Switch
            description={t(`console.configuration.${name}Hint`)}
            key={name}
            label={t(`console.configuration.${name}`)}
            {...form.getInputProps(name, { type: "checkbox" })}
          />
        ))}
        <NumberInput
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          description={t("console.configuration.maxRequestDaysHint")}
          hideControls
          label={t("console.configuration.maxRequestDays")}
          maw={280}
          max={365}
          min={1}
          suffix={t("console.configuration.dayCount", { count: "" })}
          {...form.getInputProps("maxRequestDays")}
        />
      </Split>
    </Section>
  );
}
