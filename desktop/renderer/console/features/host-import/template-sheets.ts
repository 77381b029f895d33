/** The template: headings, a made-up example, and drop-down lists for company and role. */
import { roles } from "#contract/roles.ts";
import { type Sheet, sheetOf } from "../../components/export/sheet-file.ts";
import type { Translate } from "../../lib/language.ts";
import { importColumns } from "./columns.ts";
import { exampleLoginId, importFields, type KnownCompany } from "./import-sheet.ts";

export function templateSheets(t: Translate, companies: readonly KnownCompany[]): Sheet[] {
  const names = companies.filter(({ inUse }) => inUse).map(({ name }) => name);
  const example: Record<(typeof importFields)[number], string> = {
    loginId: exampleLoginId,
    name: t("console.hostImport.exampleName"),
    enName: "",
    company: names[0] ?? "",
    department: t("console.hostImport.exampleDepartment"),
    position: "",
    cellPhone: "010-0000-0000",
    phone: "",
    email: "example@example.com",
    role: t("console.role.host"),
  };
  const columns = importColumns(t).map((column) => ({ ...column, meta: { fileWidth: 18 } }));
  const sheet = sheetOf(t("console.hostImport.template"), columns, [
    { cells: importFields.map((field) => example[field]) },
  ]);
  const lists = t("console.hostImport.lists");
  const roleNames = roles.map((role) => t(`console.role.${role}`));
  const lines = Array.from({ length: Math.max(names.length, roleNames.length) }, (_, index) => [
    names[index] ?? null,
    roleNames[index] ?? null,
  ]);
  const choices = {
    [importFields.indexOf("company")]: `'${lists}'!$A$2:$A$${names.length + 1}`,
    [importFields.indexOf("role")]: `'${lists}'!$B$2:$B$${roleNames.length + 1}`,
  };
  const headings = [t("console.hostUsers.company"), t("console.hostUsers.role")];
  return [
    { ...sheet, choices },
    { name: lists, headings, lines, widths: [30, 18] },
  ];
}
