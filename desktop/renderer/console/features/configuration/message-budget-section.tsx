import { SimpleGrid, TagsInput, Text } from "@mantine/core";
import type { SiteConfiguration } from "#contract/site/configuration.ts";
import { Section } from "../../components/section.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { IntegerInput } from "./integer-input.tsx";
import type { ConfigurationValues } from "./values.ts";

interface Props {
  readonly form: DraftForm<ConfigurationValues>;
  readonly status: SiteConfiguration["publicMessages"];
}

/** Limits of text messages caused by the public site, with the remaining numbers. */
export function MessageBudgetSection({ form, status }: Props) {
  const t = useTranslate();
  const { leftThisHour, leftToday, usedUpAt } = status;
  return (
    <Section
      id="configuration-messages"
      hint={t("console.configuration.messageBudgetHint")}
      title={t("console.configuration.messageBudget")}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} maw={560}>
        {(["publicMessagesPerHour", "publicMessagesPerDay"] as const).map((name) => (
          <IntegerInput
            key={name}
            label={t(`console.configuration.${name}`)}
            thousandSeparator
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <TagsInput
        description={t("console.configuration.messageCountriesHint")}
        label={t("console.configuration.messageCountries")}
        maw={560}
        {...form.getInputProps("messageCountries")}
      />
      <Text className="tabular" size="sm">
        {t("console.configuration.messagesLeft", {
          hour: leftThisHour.toLocaleString(),
          day: leftToday.toLocaleString(),
        })}
        {usedUpAt && ` ${t("console.configuration.messagesUsedUp", { at: usedUpAt })}`}
      </Text>
    </Section>
  );
}
