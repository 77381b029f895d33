/** Row of a company or user code → answer. */

import type { BaseRecord } from "#contract/base-data.ts";
import { fromInstant } from "#contract/dates.ts";
import type { ReferenceRow } from "#db/queries/reference-records.ts";

export const presentRecord = (row: ReferenceRow, timezone: string): BaseRecord => ({
  id: row.id,
  name: row.name,
  enName: row.enName,
  inUse: row.inUse,
  dispOrder: row.dispOrder,
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});
