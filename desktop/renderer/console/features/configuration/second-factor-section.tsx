import { Checkbox, Fieldset, Group, TagsInput } from "@mantine/core";
import { roles } from "#contract/roles.ts";
import { Section } from "../../components/section.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import type { ConfigurationValues } from "./values.ts";

/** Roles that always need a second factor, and the address ranges outside of which every role needs one. */
export function SecondFactorSection({ form }: { readonly form: DraftForm<ConfigurationValues> }) {
  const t = useTranslate();
  return (
    <Section
      id="configuration-secondFactor"
      hint={t("console.configuration.secondFactorHint")}
      title={t("console.configuration.secondFactor")}
    >
      <Fieldset legend={t("console.configuration.secondFactorRoles")} variant="filled">
        <Checkbox.Group {...form.getInputProps("secondFactorRoles")}>
          <Group gap="md">
            {roles.map((role) => (
              <Checkbox key={role} label={t(`console.role.${role}`)} value={role} />
            ))}
          </Group>
        </Checkbox.Group>
      </Fieldset>
      <TagsInput
        description={t("console.configuration.companyAddressesHint")}
        label={t("console.configuration.companyAddresses")}
        maw={560}
        {...form.getInputProps("companyAddresses")}
      />
    </Section>
  );
}
