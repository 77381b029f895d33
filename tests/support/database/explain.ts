/** Looks at how PostgreSQL answers the statements that a query sends. */
import type { Knex } from "knex";
import pg from "pg";

export interface PlanMode {
  /** `generic`: the plan that is kept for every value, as after five executions of a prepared statement. */
  readonly mode: "custom" | "generic";
  /** An empty database that the query is sent to, where its answer is of no use: what it sends is looked at in `db` only. */
  readonly sentTo?: Knex;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly PlanNode[];
}

export interface Seen {
  readonly sql: string;
  /** Tables that were read from end to end. */
  readonly scanned: string[];
  readonly indexes: string[];
  /** 8 kB pages that were looked at, as often as they were. */
  readonly pages: number;
  /** Rows that the busiest scan took from a table or an index. */
  readonly rowsRead: number;
  /** Rows that the busiest scan took from what a WITH of the statement gave. */
  readonly rowsReadAgain: number;
}

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return "NULL";
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return `'\\x${value.toString("hex")}'`;
  if (Array.isArray(value) && value.length === 0) return "'{}'";
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join(",")}]::${arrayType(value)}`;
  return pg.escapeLiteral(String(value));
};
function arrayType([first]: unknown[]): string {
  if (Buffer.isBuffer(first)) return "bytea[]";
  if (first instanceof Date) return "timestamptz[]";
  return typeof first === "number" ? "integer[]" : "text[]";
}

async function look(db: Knex, sql: string, bindings: readonly unknown[]): Promise<Seen> {
  const connection: pg.Client = await db.client.acquireConnection();
  try {
    await connection.query(`PREPARE looked_at AS ${sql}`);
    const values = bindings.length === 0 ? "" : `(${bindings.map(literal).join(", ")})`;
    const { rows } = await connection.query(
      `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE looked_at${values}`,
    );
    await connection.query("DEALLOCATE looked_at");
    const root: PlanNode = rows[0]["QUERY PLAN"][0].Plan;
    const nodes = flat(root);
    const scans = nodes.filter((node) => node["Relation Name"] ?? node["Index Name"]);
    const rowsOf = (node: PlanNode) =>
      (node["Actual Rows"] +
        (node["Rows Removed by Filter"] ?? 0) +
        (node["Rows Removed by Index Recheck"] ?? 0)) *
      node["Actual Loops"];
    return {
      sql,
      scanned: scans
        .filter((node) => node["Node Type"] === "Seq Scan")
        .map((node) => node["Relation Name"] ?? ""),
      indexes: [...new Set(scans.flatMap((node) => node["Index Name"] ?? []))],
      pages: root["Shared Hit Blocks"] + root["Shared Read Blocks"],
      rowsRead: Math.max(0, ...scans.map(rowsOf)),
      rowsReadAgain: Math.max(0, ...nodes.filter((node) => node["Node Type"] === "CTE Scan").map(rowsOf)),
    };
  } finally {
    await db.client.releaseConnection(connection);
  }
}

/**
 * What the statements of a query did, each.
 * @param db a pool of one connection
 */
export async function lookAt(
  db: Knex,
  query: () => Promise<unknown>,
  { mode, sentTo = db }: PlanMode,
): Promise<Seen[]> {
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => asked.push({ sql, bindings });
  await db.raw(`SET plan_cache_mode = force_${mode}_plan`);
  sentTo.on("query", note);
  await query();
  sentTo.removeListener("query", note);
  const seen: Seen[] = [];
  const statements = asked.filter(({ sql }) => !/^(BEGIN|COMMIT|ROLLBACK)/.test(sql));
  for (const { sql, bindings } of statements) seen.push(await look(db, sql, bindings));
  await db.raw("RESET plan_cache_mode");
  return seen;
}
