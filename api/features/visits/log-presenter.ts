/** Row of a visit's log → what staff see of it. */

import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { VisitLogAnswer } from "#contract/visits.ts";
import type { VisitLogRow } from "#db/queries/visits/logs.ts";

export const presentVisitLog = (
  row: VisitLogRow,
  { lang, timezone }: { lang: Language; timezone: string },
): VisitLogAnswer => ({
  id: row.id,
  action: row.action,
  fromCode: row.fromCode,
  toCode: row.toCode,
  actor: { kind: row.actorKind, name: inLanguage(lang, row.actorName ?? "", row.actorEnName ?? "") },
  note: row.note,
  passNo: row.passNo,
  at: fromInstant(row.at, timezone),
});
