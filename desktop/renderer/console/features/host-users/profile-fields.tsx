import { SimpleGrid, TextInput } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";
import { formatMobile } from "../../lib/mobile.ts";
import type { DraftForm } from "../../lib/use-draft-form.ts";
import { CompanySelect } from "./company-select.tsx";
import type { ProfileValues } from "./profile-values.ts";

interface Props {
  readonly form: Pick<DraftForm<ProfileValues>, "getInputProps" | "values">;
  readonly onCellPhone: (number: string) => void;
  /** The company as it is stored. */
  readonly company: string | null;
}

/** Who somebody is: the fields that a new and a known person have in common. */
export function ProfileFields({ form, onCellPhone, company }: Props) {
  const t = useTranslate();
  return (
    <>
      <TextInput
        autoComplete="off"
        data-autofocus
        label={t("console.hostUsers.name")}
        required
        {...form.getInputProps("name")}
      />
      <TextInput autoComplete="off" label={t("console.hostUsers.enName")} {...form.getInputProps("enName")} />
      <TextInput
        autoCapitalize="off"
        autoComplete="off"
        description={t("console.hostUsers.loginIdHint")}
        label={t("console.hostUsers.loginId")}
        required
        spellCheck={false}
        {...form.getInputProps("loginId")}
      />
      <CompanySelect allowDeselect={false} current={company} required {...form.getInputProps("company")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <TextInput
          autoComplete="off"
          label={t("console.hostUsers.department")}
          {...form.getInputProps("department")}
        />
        <TextInput
          autoComplete="off"
          label={t("console.hostUsers.position")}
          {...form.getInputProps("position")}
        />
        <TextInput
          autoComplete="off"
          inputMode="tel"
          label={t("console.hostUsers.cellPhone")}
          placeholder="010-1234-1234"
          {...form.getInputProps("cellPhone")}
          onChange={(event) => onCellPhone(formatMobile(event.currentTarget.value, form.values.cellPhone))}
        />
        <TextInput
          autoComplete="off"
          inputMode="tel"
          label={t("console.hostUsers.phone")}
          {...form.getInputProps("phone")}
        />
      </SimpleGrid>
      <TextInput
        autoComplete="off"
        inputMode="email"
        label={t("console.hostUsers.email")}
        {...form.getInputProps("email")}
      />
    </>
  );
}
