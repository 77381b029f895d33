/** Checks that SQL is written in `db/` and nowhere else: the server's rules ask models, queries and statements. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../lib/paths.ts";

/** `db.raw(…)`, `.whereRaw(…)`, `trx("table")`. */
const ownSql = /(?:\.raw|\.\w+Raw)\(|\b(?:db|trx|knex)\(["'`]/;

/** @returns a line for each place */
export const sqlProblems = (): string[] =>
  globSync("api/**/*.ts", { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, at) => (ownSql.test(line) ? [`${file}:${at + 1}: SQL belongs in db/`] : [])),
  );
