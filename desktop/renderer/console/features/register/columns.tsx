/** Columns of the destruction register, on screen, in the file and on paper. */
import { Text } from "@mantine/core";
import { type Destruction, visitNumbers } from "#contract/privacy/privacy-trash.ts";
import { DateTime } from "../../components/date-time.tsx";
import { accessor, type Columns } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";

/** Characters on screen; paper and file have all visit ids. */
const maxCharacters = 60;

export const registerColumns = (t: Translate): Columns<Destruction> => [
  {
    id: "number",
    header: t("console.register.number"),
    accessorFn: ({ id }) => id,
    meta: { isFileOnly: true, isNumber: true, paperWidth: "7%" },
  },
  accessor("at", {
    header: t("console.register.at"),
    enableHiding: false,
    enableSorting: true,
    meta: { paperWidth: "14%" },
    cell: ({ row: { original } }) => (
      <>
        <DateTime at={original.at} />
        <Text c="dimmed" className="tabular" size="xs">
          {t("console.register.no", { id: original.id })}
        </Text>
      </>
    ),
  }),
  {
    id: "why",
    header: t("console.register.why"),
    accessorFn: ({ why }) => t(`console.register.${why}`),
    meta: { paperWidth: "14%" },
  },
  {
    id: "by",
    header: t("console.register.by"),
    accessorFn: ({ by }) => (by.kind === "job" ? t("console.log.by.job") : by.name),
    meta: { paperWidth: "13%" },
  },
  accessor("visits", {
    header: t("console.register.visits"),
    meta: { isTabular: true, isNumber: true, paperWidth: "7%" },
  }),
  accessor("persons", {
    header: t("console.register.persons"),
    meta: { isTabular: true, isNumber: true, paperWidth: "7%" },
  }),
  accessor("messages", {
    header: t("console.register.messages"),
    meta: { isWide: true, isTabular: true, isNumber: true, paperWidth: "7%" },
  }),
  {
    id: "kept",
    header: t("console.register.kept"),
    // "365, 180": retention periods in days
    accessorFn: ({ retentionDays }) => retentionDays.join(", "),
    meta: { isWide: true, isTabular: true, paperWidth: "9%" },
  },
  {
    id: "visitIds",
    header: t("console.register.visitIds"),
    accessorFn: visitNumbers,
    meta: { isWide: true, minWidth: "text", paperWidth: "22%" },
    cell: ({ row }) => {
      const all = visitNumbers(row.original);
      return all.length > maxCharacters ? `${all.slice(0, maxCharacters).replace(/, [\d–]*$/, "")} …` : all;
    },
  },
];
