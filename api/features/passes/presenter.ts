/** Pass row → answer. */

import { fromInstant } from "#contract/dates.ts";
import type { Pass } from "#contract/visits/passes.ts";
import type { PassRow } from "#db/queries/passes/list.ts";
import type { Accessed } from "../access-log/log-access.ts";

export const presentPass = ({ row }: Accessed<PassRow>, timezone: string): Pass => ({
  id: row.id,
  passNo: row.passNo,
  kind: row.kind,
  status: row.status,
  visit:
    row.visitId === null
      ? null
      : { id: row.visitId, reserveNo: row.reserveNo ?? "", name: row.visitName ?? "" },
  createdAt: fromInstant(row.createdAt, timezone),
  updatedAt: fromInstant(row.updatedAt, timezone),
});
