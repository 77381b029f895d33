import { Fieldset, Select, SimpleGrid } from "@mantine/core";
import { useSiteNow } from "#browser/use-site-now.ts";
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { roles } from "#contract/roles.ts";
import { Section } from "../../components/section.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { IntegerInput } from "./integer-input.tsx";
import { Sample, SettingsWithSample } from "./samples.tsx";
import type { ConfigurationValues } from "./values.ts";

/** Time zones of this browser, and the current one, which it may know by another name. */
const zonesWith = (current: string) => [...new Set([current, "UTC", ...Intl.supportedValuesOf("timeZone")])];

/** Time zone, retention period and idle timeouts. */
export function TimeSection({ form }: { readonly form: DraftForm<ConfigurationValues> }) {
  const t = useTranslate();
  const { timezone, retentionDays } = form.values;
  const now = useSiteNow(timezone);
  const days = Number(retentionDays);
  const isValid = Number.isInteger(days) && days >= 1 && days <= 3650;
  return (
    <Section id="configuration-time" title={t("console.configuration.time")}>
      <SettingsWithSample
        sample={
          <Sample title={t("console.configuration.time")}>
            <p className={styles.sampleLabel}>{t("console.configuration.clock")}</p>
            <p className={styles.sampleClock}>{now}</p>
            {isValid && (
              <p className={styles.sampleNote}>
                {t("console.configuration.destroyed", {
                  today: now.slice(0, 10),
                  day: addMinutes(fromInstant(new Date(), timezone), days * 24 * 60).slice(0, 10),
                })}
              </p>
            )}
          </Sample>
        }
      >
        <Select
          allowDeselect={false}
          data={zonesWith(timezone)}
          description={t("console.configuration.timezoneHint")}
          label={t("console.configuration.timezone")}
          limit={60}
          nothingFoundMessage={t("console.choices.none")}
          searchable
          {...form.getInputProps("timezone")}
        />
        <IntegerInput
          description={t("console.configuration.retentionDaysHint")}
          label={t("console.configuration.retentionDays")}
          maw={280}
          suffix={t("console.configuration.dayCount", { count: "" })}
          {...form.getInputProps("retentionDays")}
        />
        <Fieldset legend={t("console.configuration.idle")} variant="filled">
          <SimpleGrid cols={2} spacing="sm">
            {roles.map((role) => (
              <IntegerInput
                key={role}
                label={t(`console.role.${role}`)}
                suffix={t("console.configuration.minuteCount", { count: "" })}
                {...form.getInputProps(`idleMinutes.${role}`)}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      </SettingsWithSample>
    </Section>
  );
}
