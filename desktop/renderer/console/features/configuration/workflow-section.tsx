import { SimpleGrid, Switch, TextInput } from "@mantine/core";
import { Section } from "../../components/section.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { IntegerInput } from "./integer-input.tsx";
import { RequestFormSample, Sample, SettingsWithSample } from "./samples.tsx";
import type { ConfigurationValues } from "./values.ts";

/** How requests are approved and looked up, and when messages are sent. */
export function WorkflowSection({ form }: { readonly form: DraftForm<ConfigurationValues> }) {
  const t = useTranslate();
  const { autoApprove, lookupCode, submitCode } = form.values;
  const requestSteps = [
    ...(submitCode ? (["stepProof"] as const) : []),
    "stepApply",
    autoApprove ? "stepAuto" : "stepHost",
    "stepTold",
  ] as const;
  const lookupSteps = ["stepNumber", ...(lookupCode ? (["stepCode"] as const) : []), "stepState"] as const;
  const stepList = (label: string, steps: readonly (typeof requestSteps | typeof lookupSteps)[number][]) => (
    <>
      <p className={styles.sampleLabel}>{label}</p>
      <ol className={styles.sampleSteps}>
        {steps.map((step) => (
          <li data-new={["stepAuto", "stepCode", "stepProof"].includes(step) || undefined} key={step}>
            {t(`console.configuration.${step}`)}
          </li>
        ))}
      </ol>
    </>
  );
  return (
    <Section id="configuration-way" title={t("console.configuration.way")}>
      <SettingsWithSample
        sample={
          <Sample title={t("console.configuration.way")}>
            {stepList(t("console.configuration.applying"), requestSteps)}
            {stepList(t("console.configuration.looking"), lookupSteps)}
          </Sample>
        }
      >
        <Switch
          description={t("console.configuration.autoApproveHint")}
          label={t("console.configuration.autoApprove")}
          {...form.getInputProps("autoApprove", { type: "checkbox" })}
        />
        <Switch
          description={t("console.configuration.lookupCodeHint")}
          label={t("console.configuration.lookupCode")}
          {...form.getInputProps("lookupCode", { type: "checkbox" })}
        />
        <Switch
          description={t("console.configuration.submitCodeHint")}
          label={t("console.configuration.submitCode")}
          {...form.getInputProps("submitCode", { type: "checkbox" })}
        />
        <Switch
          description={t("console.configuration.requireConsentHint")}
          label={t("console.configuration.requireConsent")}
          {...form.getInputProps("requireConsent", { type: "checkbox" })}
        />
        <Switch
          description={t("console.configuration.decideByLinkHint")}
          label={t("console.configuration.decideByLink")}
          {...form.getInputProps("decideByLink", { type: "checkbox" })}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {(["quietFrom", "quietUntil", "remindAt"] as const).map((name) => (
            <TextInput
              description={t(`console.configuration.${name}Hint`)}
              inputWrapperOrder={["label", "input", "description", "error"]}
              key={name}
              label={t(`console.configuration.${name}`)}
              type="time"
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
      </SettingsWithSample>
    </Section>
  );
}

const switches = [
  "requestInputUserCompany",
  "requestInputPlace",
  "requestInputVisitorCompany",
  "useCar",
  "companions",
] as const;

/** Fields of the request form. */
export function RequestFormSection({ form }: { readonly form: DraftForm<ConfigurationValues> }) {
  const t = useTranslate();
  return (
    <Section
      hint={t("console.configuration.formHint")}
      id="configuration-form"
      title={t("console.configuration.form")}
    >
      <SettingsWithSample sample={<RequestFormSample values={form.values} />}>
        {switches.map((name) => (
          <Switch
            description={t(`console.configuration.${name}Hint`)}
            key={name}
            label={t(`console.configuration.${name}`)}
            {...form.getInputProps(name, { type: "checkbox" })}
          />
        ))}
        <IntegerInput
          description={t("console.configuration.maxRequestDaysHint")}
          label={t("console.configuration.maxRequestDays")}
          maw={280}
          max={365}
          min={1}
          suffix={t("console.configuration.dayCount", { count: "" })}
          {...form.getInputProps("maxRequestDays")}
        />
      </SettingsWithSample>
    </Section>
  );
}
