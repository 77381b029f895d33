/**
 * Rules that span tables, which constraints cannot express: each query returns violations (`npm run db:check`).
 */
import type { Knex } from "knex";
import { phoneTables } from "./rotate-keys.ts";

export interface Check {
  /** The rule. */
  readonly name: string;
  /** Returns `what` of each violating row. */
  readonly query: string;
}

const usedKeys = phoneTables
  .flatMap(({ table }) => [
    `SELECT '${table} ' || id AS what, 'data' AS kind, cell_key AS key FROM ${table} WHERE cell_key IS NOT NULL`,
    `SELECT '${table} ' || id, 'hash', cell_hash_key FROM ${table} WHERE cell_hash_key IS NOT NULL`,
  ])
  .join(" UNION ALL ");

export const checks: readonly Check[] = [
  {
    name: "the log of every visit begins with its creation",
    query: `SELECT 'visit ' || v.id AS what FROM visits v
      WHERE NOT EXISTS (SELECT FROM visit_logs l WHERE l.visit_id = v.id AND l.from_code IS NULL)`,
  },
  {
    name: "a visit has the status that its log last gave it",
    query: `SELECT 'visit ' || v.id AS what FROM visits v
      JOIN LATERAL (SELECT to_code FROM visit_logs l WHERE l.visit_id = v.id ORDER BY l.id DESC LIMIT 1) AS l ON true
      WHERE l.to_code <> v.status_code`,
  },
  {
    name: "a companion's leader is not a companion",
    query: `SELECT 'visit ' || v.id AS what FROM visits v JOIN visits leader ON leader.id = v.leader_id
      WHERE leader.leader_id IS NOT NULL`,
  },
  {
    name: "a pass is out only with a visitor who has entered",
    query: `SELECT 'pass ' || p.id AS what FROM passes p JOIN visits v ON v.id = p.visit_id
      WHERE v.entered_at IS NULL OR v.status_code NOT IN ('entered', 'exited', 'ended')`,
  },
  {
    name: "a delegation has deputies or an absence, and none of its host",
    query: `SELECT 'delegation ' || d.id AS what FROM delegations d
      WHERE (NOT d.is_away AND NOT EXISTS (SELECT FROM delegation_deputies m WHERE m.delegation_id = d.id))
        OR EXISTS (SELECT FROM delegation_deputies m WHERE m.delegation_id = d.id AND m.deputy_id = d.host_user_id)`,
  },
  {
    name: "the search index matches the visits",
    query: `SELECT 'visit ' || coalesce(v.id, s.visit_id) AS what
      FROM visits v FULL JOIN visit_search s ON s.visit_id = v.id
      WHERE v.id IS NULL OR (v.hidden_at IS NULL AND s.visit_id IS NULL)
        OR (v.hidden_at IS NULL AND (s.start_at, s.letters) IS DISTINCT FROM
          (v.start_at, visit_letters(v.name, v.company, v.car_number)))`,
  },
  {
    name: "visits in the destruction register are deleted",
    query: `SELECT 'visit ' || v.id AS what FROM destruction_register r
      CROSS JOIN unnest(r.visit_ids) AS erased(id) JOIN visits v ON v.id = erased.id`,
  },
  {
    name: "every key that encrypted a number has left its canary",
    query: `SELECT encrypted.what FROM (${usedKeys}) AS encrypted
      WHERE NOT EXISTS (SELECT FROM key_canaries c WHERE c.kind = encrypted.kind AND c.key = encrypted.key)`,
  },
  {
    name: "a resigned user has no session",
    query: `SELECT 'host user ' || h.id AS what FROM sessions s JOIN host_users h ON h.id = s.host_user_id
      WHERE h.status = 'resigned'`,
  },
  {
    name: "an erased message belongs to no visit",
    query: `SELECT 'message ' || id AS what FROM messages WHERE erased_at IS NOT NULL AND visit_id IS NOT NULL`,
  },
];

/** Tables whose sequence would repeat an id. */
async function sequencesBehind(db: Knex): Promise<string[]> {
  const { rows: columns } = await db.raw<{ rows: { table: string; column: string; sequence: string }[] }>(
    `SELECT c.relname::text AS table, a.attname::text AS column,
       pg_get_serial_sequence(format('public.%I', c.relname), a.attname) AS sequence
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
     WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  const behind: string[] = [];
  for (const { table, column, sequence } of columns) {
    const { lastValue } = await db(sequence).first("last_value");
    if (await db(table).where(column, ">", lastValue).first(column)) behind.push(table);
  }
  return behind;
}

export interface Violation {
  readonly rule: string;
  readonly count: number;
  /** The first few violations. */
  readonly examples: readonly string[];
}

const shown = 5;

/** @returns violated rules; empty for a consistent database */
export async function violatedRules(db: Knex): Promise<Violation[]> {
  const broken: Violation[] = [];
  for (const { name, query } of checks) {
    const { rows } = await db.raw<{ rows: [{ count: number; examples: string[] | null }] }>(
      `WITH broken AS MATERIALIZED (${query})
       SELECT count(*), (SELECT array_agg(what) FROM (SELECT what FROM broken LIMIT ${shown}) AS few) AS examples
       FROM broken`,
    );
    if (rows[0].count > 0)
      broken.push({ rule: name, count: rows[0].count, examples: rows[0].examples ?? [] });
  }
  const behind = await sequencesBehind(db);
  if (behind.length > 0)
    broken.push({
      rule: "a sequence is as far as its table",
      count: behind.length,
      examples: behind.slice(0, shown),
    });
  return broken;
}

/** @returns a line per violated rule */
export const describeViolations = (broken: readonly Violation[]): string[] =>
  broken.map(({ rule, count, examples }) => `Not so: ${rule} (${count}: ${examples.join(", ")}).`);
