import { saveSheet } from "../../components/export/sheets.ts";
import { errorText } from "../../lib/check-body.ts";
import type { Translate } from "../../lib/language.ts";
import { importFields } from "./import-fields.ts";
import type { Loaded } from "./state.ts";

/** What is wrong in a row: each field with its sentence. */
function faultsOf({ rows, refused }: Loaded, place: number, t: Translate): string {
  const told = {
    ...Object.fromEntries(
      Object.entries(rows[place]?.errors ?? {}).map(([field, code]) => [field, errorText(code)]),
    ),
    ...refused.get(place),
  };
  return Object.entries(told)
    .map(([field, sentence]) => {
      const known = importFields.find((one) => one === field);
      return known ? `${t(`console.hostUsers.${known}`)}: ${sentence}` : sentence;
    })
    .join("\n");
}

/** The rows that are left over as a file of the template's shape, to be put right and taken in again. */
export const saveWrongRows = (state: Loaded, places: readonly number[], t: Translate): Promise<void> =>
  saveSheet(
    t("console.hostImport.wrongFile"),
    [
      ...importFields.map((field, column) => ({
        heading: t(`console.hostUsers.${field}`),
        value: (place: number) => state.rows[place]?.cells[column] ?? null,
      })),
      {
        heading: t("console.hostImport.faults"),
        width: 50,
        value: (place: number) => faultsOf(state, place, t),
      },
    ],
    places,
  );
