/** Read model of the destruction register. */

import type { Knex } from "knex";
import type { RegisterQuery } from "#contract/privacy/privacy-trash.ts";
import { DestructionRegister } from "#db/models/visits/erasure.ts";
import { anyOf, type Page, pageOf, readSort } from "../pages.ts";

export interface RegisterRow
  extends Pick<
    DestructionRegister,
    | "id"
    | "at"
    | "actorKind"
    | "hostUserId"
    | "reason"
    | "visitIds"
    | "persons"
    | "messages"
    | "retentionDays"
  > {
  readonly actorName: string | null;
  readonly actorEnName: string | null;
}

export interface RegisterCriteria extends Pick<RegisterQuery, "page" | "size" | "sort" | "q"> {
  readonly reasons?: RegisterQuery["why"];
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** A page of the register; `q` is part of the name of whoever did it. */
export function registerRows(
  db: Knex,
  { page, size, sort = "-at", reasons, q, from, to }: RegisterCriteria,
): Promise<Page<RegisterRow>> {
  const { way } = readSort(sort);
  const fits = DestructionRegister.query(db)
    .select(
      "destructionRegister.id",
      "at",
      "actorKind",
      "hostUserId",
      "actor.name as actorName",
      "actor.enName as actorEnName",
      "reason",
      "visitIds",
      "persons",
      "messages",
      "retentionDays",
    )
    .leftJoinRelated("actor")
    .orderBy([
      { column: "at", order: way },
      { column: "destructionRegister.id", order: way },
    ]);
  if (from) fits.where("at", ">=", from);
  if (to) fits.where("at", "<", to);
  if (reasons) fits.where("reason", anyOf(reasons, "text"));
  if (q !== undefined)
    fits.whereRaw("position(search_text(?) IN search_text(actor.name || ' ' || actor.en_name)) > 0", [q]);
  return pageOf<DestructionRegister, RegisterRow>(db, fits, { page, size });
}
