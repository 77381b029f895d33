import { Text } from "@mantine/core";
import { type Columns, figures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { type Person, personFields } from "./people.ts";

interface PastedRow {
  readonly person: Person;
  /** Sentences by field. */
  readonly errors: Readonly<Record<string, string>> | undefined;
}

/** The columns of companions that were pasted, with what is wrong below each field. */
export const pastedColumns = (t: Translate): Columns<PastedRow> => [
  { id: "number", header: "#", accessorFn: (_, index) => index + 1, meta: figures },
  ...personFields.map((field) => ({
    id: field,
    header: t(`console.person.${field}`),
    cell: ({ row: { original } }: { readonly row: { readonly original: PastedRow } }) => (
      <>
        {original.person[field]}
        {original.errors?.[field] && (
          <Text c="var(--mantine-color-error)" size="xs">
            {original.errors[field]}
          </Text>
        )}
      </>
    ),
  })),
];
