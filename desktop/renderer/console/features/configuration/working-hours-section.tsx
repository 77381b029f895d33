import { Checkbox, Group, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { formatWeekday } from "#browser/formats.ts";
import { Section } from "../../components/section.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { IntegerInput } from "./integer-input.tsx";
import { Sample, SettingsWithSample } from "./samples.tsx";
import type { ConfigurationValues } from "./values.ts";

const weekdays = [1, 2, 3, 4, 5, 6, 7];

/** Working hours, and the time after which a pending request is escalated. */
export function WorkingHoursSection({ form }: { readonly form: DraftForm<ConfigurationValues> }) {
  const t = useTranslate();
  const language = useLanguage();
  const { workDays, escalateAfterHours } = form.values;
  const { error } = form.getInputProps("workDays");
  const hours = Number(escalateAfterHours);
  const steps =
    hours > 0
      ? [
          t("console.configuration.stepApply"),
          t("console.configuration.stepDeputy", { count: hours }),
          t("console.configuration.stepDesk", { count: hours * 2 }),
        ]
      : [t("console.configuration.stepApply"), t("console.configuration.stepWaits")];
  return (
    <Section
      hint={t("console.configuration.workHint")}
      id="configuration-work"
      title={t("console.configuration.work")}
    >
      <SettingsWithSample
        sample={
          <Sample title={t("console.configuration.escalateAfterHours")}>
            <ol className={styles.sampleSteps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Sample>
        }
      >
        <Checkbox.Group
          error={error}
          label={t("console.configuration.workDays")}
          onChange={(days) =>
            form.setFieldValue(
              "workDays",
              days.map(Number).sort((one, other) => one - other),
            )
          }
          value={workDays.map(String)}
        >
          <Group gap="md" mt="xs">
            {weekdays.map((day) => (
              <Checkbox key={day} label={formatWeekday(day, language)} value={String(day)} />
            ))}
          </Group>
        </Checkbox.Group>
        <SimpleGrid cols={2}>
          {(["workFrom", "workUntil"] as const).map((name) => (
            <TextInput
              key={name}
              label={t(`console.configuration.${name}`)}
              type="time"
              {...form.getInputProps(name)}
            />
          ))}
        </SimpleGrid>
        <Switch
          description={t("console.configuration.koreanHolidaysHint")}
          label={t("console.configuration.koreanHolidays")}
          {...form.getInputProps("koreanHolidays", { type: "checkbox" })}
        />
        <IntegerInput
          description={t("console.configuration.escalateAfterHoursHint")}
          label={t("console.configuration.escalateAfterHours")}
          maw={320}
          suffix={t("console.configuration.hourCount", { count: "" })}
          {...form.getInputProps("escalateAfterHours")}
        />
      </SettingsWithSample>
    </Section>
  );
}
