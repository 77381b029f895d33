/** Read models of what a visitor chooses from. */
import type { Knex } from "knex";
import { Company } from "../models/reference-record.ts";

export type NamedRow = Pick<Company, "id" | "name" | "enName">;

/** Companies that are in use, in their order. */
export const companiesInUse = async (db: Knex): Promise<NamedRow[]> =>
  Company.query(db).select("id", "name", "enName").where({ inUse: true }).orderBy(["dispOrder", "id"]);
