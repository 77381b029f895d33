/** Read models of what a visitor chooses from. */
import type { Knex } from "knex";

export interface NamedRow {
  id: number;
  name: string;
  enName: string;
}

/** Codes of every kind that are in use, in their order. */
export const codesInUse = (db: Knex): Promise<(NamedRow & { readonly kind: number })[]> =>
  db("userCodes").where({ inUse: true }).orderBy(["dispOrder", "id"]).select("kind", "id", "name", "enName");

/** Companies that are in use, in their order. */
export const companiesInUse = (db: Knex): Promise<NamedRow[]> =>
  db("companies").where({ inUse: true }).orderBy(["dispOrder", "id"]).select("id", "name", "enName");
