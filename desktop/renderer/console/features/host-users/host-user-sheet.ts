/** Host users as a sheet: the same headings for what is exported, for the template, and for what is imported. */
import type { HostUserAnswer } from "#contract/host-users.ts";
import type { SheetColumn } from "../../components/export/sheets.ts";
import type { Translate } from "../../lib/language.ts";
import { importFields } from "../host-import/import-fields.ts";
import { accountStateOf } from "./account-state.tsx";

/** The sheet of an export; its first columns are those of the template. */
export const hostUserSheetColumns = (t: Translate): readonly SheetColumn<HostUserAnswer>[] => [
  ...importFields.map((field) => ({
    heading: t(`console.hostUsers.${field}`),
    value: (user: HostUserAnswer) => {
      if (field === "company") return user.company.name;
      return field === "role" ? t(`console.role.${user.role}`) : user[field];
    },
  })),
  { heading: t("console.hostUsers.status"), value: ({ status }) => t(`console.hostUsers.${status}`) },
  {
    heading: t("console.hostUsers.account"),
    value: (user) => t(`console.hostUsers.state.${accountStateOf(user)}`),
  },
  { heading: t("console.hostUsers.lastSignInAt"), value: ({ lastSignInAt }) => lastSignInAt },
  { heading: t("console.hostUsers.createdAt"), value: ({ createdAt }) => createdAt },
];
