/** Read model of the destruction register. */

import type { Knex } from "knex";
import { deepest } from "#contract/lists.ts";
import type { RegisterQuery } from "#contract/privacy/privacy-trash.ts";
import { where } from "../visits/criteria.ts";

export interface RegisterRow {
  readonly id: number;
  readonly at: Date;
  readonly actorKind: "staff" | "job";
  readonly hostUserId: number | null;
  readonly actorName: string | null;
  readonly actorEnName: string | null;
  readonly reason: "due" | "officer" | "request";
  readonly visitIds: number[];
  readonly persons: number;
  readonly messages: number;
  readonly retentionDays: number[];
}

export interface RegisterCriteria extends Pick<RegisterQuery, "page" | "size" | "sort" | "q"> {
  readonly reasons?: RegisterQuery["why"];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A page of the register; `q` is part of the name of whoever did it. */
export async function registerRows(
  db: Knex,
  { page, size, sort = "-at", reasons, q, from, to }: RegisterCriteria,
): Promise<{ rows: RegisterRow[]; total: number }> {
  const way = sort.startsWith("-") ? "DESC" : "ASC";
  const conditions = [
    ...(from ? ["r.at >= :from"] : []),
    ...(to ? ["r.at < :to"] : []),
    ...(reasons ? ["r.reason = ANY(:reasons::text[])"] : []),
    ...(q === undefined ? [] : ["position(search_text(:q) IN search_text(h.name || ' ' || h.en_name)) > 0"]),
  ];
  const fits = `FROM destruction_register r LEFT JOIN host_users h ON h.id = r.host_user_id ${where(conditions)}`;
  const bindings = { from, to, reasons, q };
  const { rows: counted } = await db.raw<{ rows: [{ total: number }] }>(
    `SELECT count(*)::integer AS total FROM (SELECT ${fits} LIMIT ${deepest + 1}) AS fits`,
    bindings,
  );
  const { rows } = await db.raw<{ rows: RegisterRow[] }>(
    `SELECT r.id, r.at, r.actor_kind AS "actorKind", r.host_user_id AS "hostUserId", h.name AS "actorName",
       h.en_name AS "actorEnName", r.reason, r.visit_ids AS "visitIds", r.persons, r.messages,
       r.retention_days AS "retentionDays"
     ${fits} ORDER BY r.at ${way}, r.id ${way} LIMIT :size OFFSET :offset`,
    { ...bindings, size, offset: (page - 1) * size },
  );
  return { rows, total: counted[0].total };
}
