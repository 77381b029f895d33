import { Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fromInstant } from "#contract/dates.ts";
import {
  fieldsFor,
  knownValues,
  optionalPlaceholders,
  type PlaceholderValues,
} from "#contract/messages/template-placeholders.ts";
import { Form } from "../../components/form.tsx";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { siteConfigurationQuery } from "../configuration/queries.ts";

interface Props {
  readonly step: "policy" | "terms";
  readonly placeholders: readonly string[];
  readonly isBusy: boolean;
  readonly onCancel: () => void;
  readonly onFill: (values: PlaceholderValues) => void;
}

/** Values entered in one step, as defaults for the other: contacts are the same in all texts. */
const filledKey = ["filledPlaceholders"];

/** Draft key of a step's values; kept until the drafts are created. */
export const placeholdersDraft = (step: string): string => `set-up-${step}`;

/** Values of the templates' placeholders, prefilled from the configuration. */
export function PlaceholdersForm({ step, placeholders, isBusy, onCancel, onFill }: Props) {
  const t = useTranslate();
  const site = useSuspenseQuery(siteConfigurationQuery).data;
  const [initial] = useState(
    (): PlaceholderValues => ({
      ...knownValues(site, fromInstant(new Date(), site.timezone).slice(0, 10)),
      ...queryClient.getQueryData<PlaceholderValues>(filledKey),
    }),
  );
  const form = useDraftForm<PlaceholderValues>(placeholdersDraft(step), initial);
  const submit = () => {
    queryClient.setQueryData(filledKey, form.values);
    onFill(form.values);
  };
  const cancel = () => {
    form.forget();
    onCancel();
  };
  return (
    <Form aria-label={t("console.setUp.fill")} isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">{t("console.setUp.fillHint")}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
          {fieldsFor(placeholders).flatMap(({ placeholder, fields }) =>
            fields.map((field) => (
              <TextInput
                autoComplete="off"
                description={
                  optionalPlaceholders.has(placeholder)
                    ? t(`console.setUp.empty_${placeholder as "message"}`)
                    : undefined
                }
                inputWrapperOrder={["label", "input", "description", "error"]}
                key={field}
                label={
                  fields.length === 1
                    ? t(`console.setUp.blank_${placeholder}`)
                    : t(field.endsWith("En") ? "console.setUp.blankEn" : "console.setUp.blankKo", {
                        name: t(`console.setUp.blank_${placeholder}`),
                      })
                }
                {...form.getInputProps(field)}
              />
            )),
          )}
        </SimpleGrid>
        <Group gap="xs">
          <Button loading={isBusy} size="compact-sm" type="submit">
            {t("console.setUp.createDrafts")}
          </Button>
          <Button onClick={cancel} size="compact-sm" variant="default">
            {t("console.shell.cancel")}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
