/** Row of a company or user code → answer. */

import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { ReferenceRecord } from "#contract/site/reference-data.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import type { NamedRow } from "#db/models/reference-record.ts";
import type { ReferenceRow } from "./records.ts";

export const presentRecord = (row: ReferenceRow, timezone: string): ReferenceRecord => ({
  ...row,
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});

export const presentNamed = ({ id, name, enName }: NamedRow, lang: Language): NamedItem => ({
  id,
  name: inLanguage(lang, name, enName),
});
