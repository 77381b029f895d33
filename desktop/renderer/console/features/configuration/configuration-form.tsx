import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { changeSiteConfiguration, type SiteConfiguration } from "#contract/site/configuration.ts";
import { Form, FormFooter } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { checkBody, useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { AppearanceSection } from "./appearance-section.tsx";
import { MessageBudgetSection } from "./message-budget-section.tsx";
import { siteConfigurationQuery } from "./queries.ts";
import { SecondFactorSection } from "./second-factor-section.tsx";
import { TimeSection } from "./time-section.tsx";
import { bodyOf, type ConfigurationValues, valuesOf } from "./values.ts";
import { RequestFormSection, WorkflowSection } from "./workflow-section.tsx";
import { WorkingHoursSection } from "./working-hours-section.tsx";

const key = "configuration";

/** All settings except logos and holidays, saved together. */
export function ConfigurationForm({ configuration }: { readonly configuration: SiteConfiguration }) {
  const t = useTranslate();
  const [initial, setInitial] = useState(() => valuesOf(configuration));
  const form = useDraftForm<ConfigurationValues>(key, initial);
  const unsaved = useUnsaved(key, form);
  const load = (saved: SiteConfiguration) => {
    form.forget();
    setInitial(valuesOf(saved));
    form.setValues(valuesOf(saved));
  };

  // Take over a colleague's change unless there is unsaved input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per change on the server
  useEffect(() => {
    if (!form.isChanged) load(configuration);
  }, [configuration]);

  const change = useMutation({
    mutationFn: (values: ConfigurationValues) =>
      call(changeSiteConfiguration, { body: bodyOf(initial, values) }),
    onSuccess: (saved) => {
      load(saved);
      queryClient.setQueryData(siteConfigurationQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: ["configuration"] });
      toast.success(t("console.configuration.saved"), { toastId: key });
    },
    onError: (error) => warn(form.showServerErrors(error)),
  });
  const submit = () => {
    const errors = checkBody(changeSiteConfiguration.body, bodyOf(initial, form.values));
    if (errors) warn(form.showErrors(errors));
    else change.mutate(form.values);
  };

  return (
    <Form aria-label={t("console.nav.configuration")} isBusy={change.isPending} onSubmit={submit}>
      <Stack gap="md">
        <AppearanceSection form={form} />
        <RequestFormSection form={form} />
        <WorkflowSection form={form} />
        <MessageBudgetSection form={form} status={configuration.publicMessages} />
        <WorkingHoursSection form={form} />
        <TimeSection form={form} />
        <SecondFactorSection form={form} />
        <FormFooter unsaved={unsaved}>
          <Button disabled={!form.isChanged} loading={change.isPending} type="submit">
            {t("console.configuration.save")}
          </Button>
          {form.isChanged && (
            <Button disabled={change.isPending} onClick={form.forget} variant="default">
              {t("console.configuration.undo")}
            </Button>
          )}
        </FormFooter>
      </Stack>
    </Form>
  );
}
