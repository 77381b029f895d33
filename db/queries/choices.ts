/** Read models of what a visitor chooses from. */
import type { Knex } from "knex";
import { Company, UserCode } from "../models/reference-record.ts";

export type NamedRow = Pick<Company, "id" | "name" | "enName">;

/** Codes of every kind that are in use, in their order. */
export const codesInUse = async (db: Knex): Promise<(NamedRow & Pick<UserCode, "kind">)[]> =>
  UserCode.query(db)
    .select("kind", "id", "name", "enName")
    .where({ inUse: true })
    .orderBy(["dispOrder", "id"]);

/** Companies that are in use, in their order. */
export const companiesInUse = async (db: Knex): Promise<NamedRow[]> =>
  Company.query(db).select("id", "name", "enName").where({ inUse: true }).orderBy(["dispOrder", "id"]);
