import { Select, type SelectProps } from "@mantine/core";
import type { Role } from "#contract/roles.ts";
import { roles } from "#contract/roles.ts";
import { useTranslate } from "../../lib/language.ts";

type Props = Omit<SelectProps, "data" | "label" | "description">;

/** What somebody may do, with a sentence about the chosen role. */
export function RoleSelect(props: Props) {
  const t = useTranslate();
  return (
    <Select
      {...props}
      allowDeselect={false}
      data={roles.map((value) => ({ value, label: t(`console.role.${value}`) }))}
      description={t(`console.hostUsers.roleHint.${props.value as Role}`)}
      inputWrapperOrder={["label", "input", "description", "error"]}
      label={t("console.hostUsers.role")}
      required
    />
  );
}
