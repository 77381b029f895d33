/** The trash and the destruction register as they are read, the first never without a trace. */

import type { Knex } from "knex";
import type { Reader } from "#api/auth/auth-context.ts";
import type { Deps } from "#api/deps.ts";
import { emptyPage } from "#api/paging.ts";
import { fromInstant, periodOfDays } from "#contract/dates.ts";
import type { RegisterQuery, TrashQuery } from "#contract/privacy/privacy-trash.ts";
import { registerRows } from "#db/queries/privacy/register.ts";
import { trashRows } from "#db/queries/privacy/trash.ts";
import { Accessed } from "../access-log/log-access.ts";
import { limitMisses } from "../access-log/number-search.ts";
import { readText } from "../visits/search-text.ts";

/** A page of the trash; `from` and `to` are days that the visit's period touches. @param timezone IANA name of the site's zone */
export async function readTrash(
  { db, cipher, limits }: Pick<Deps, "db" | "cipher" | "limits">,
  reader: Reader,
  query: TrashQuery,
  timezone: string,
) {
  const today = fromInstant(reader.at, timezone).slice(0, 10);
  const { from, to, isPossible } = periodOfDays(query, timezone);
  const read = query.q === undefined ? undefined : await readText(db, cipher, query.q);
  const isEmpty = !isPossible || (read && !read.text);
  const found = isEmpty
    ? emptyPage
    : await limitMisses({ limits }, reader, read, () =>
        trashRows(db, { ...query, today, from, to, text: read?.text }),
      );
  const rows = await Accessed.record(db, reader, found.rows, ({ id }) => [id], {
    personHash: read?.personHash,
  });
  return { ...found, rows, today };
}

/** A page of the register, which holds nothing personal. */
export async function readRegister(db: Knex, query: RegisterQuery, timezone: string) {
  const { from, to, isPossible } = periodOfDays(query, timezone);
  const { why: reasons, ...criteria } = query;
  return isPossible
    ? registerRows(db, { ...criteria, reasons, from, to })
    : { rows: [], total: 0, totalCapped: false };
}
