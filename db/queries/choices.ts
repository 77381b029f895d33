/** Read models of what a visitor chooses from. */
import type { Knex } from "knex";

export interface NamedRow {
  id: number;
  name: string;
  enName: string;
}

/** Codes of a kind that are in use, in their order. */
export const codesInUse = (db: Knex, kind: number): Promise<NamedRow[]> =>
  db("userCodes").where({ kind, inUse: true }).orderBy(["dispOrder", "id"]).select("id", "name", "enName");

/** Companies that are in use, in their order. */
export const companiesInUse = (db: Knex): Promise<NamedRow[]> =>
  db("companies").where({ inUse: true }).orderBy(["dispOrder", "id"]).select("id", "name", "enName");
