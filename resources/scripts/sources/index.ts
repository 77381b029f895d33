/** Checks that texts, docs/screens.md and style sheets fit the code, and rooms each other; prints what does not. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../lib/paths.ts";
import { styleProblems } from "./mantine-styles.ts";
import { roomProblems } from "./rooms.ts";
import { screenProblems } from "./screens.ts";
import { textProblems } from "./texts.ts";

/** `db.raw(…)`, `.whereRaw(…)`, `trx("table")`. */
const ownSql = /(?:\.raw|\.\w+Raw)\(|\b(?:db|trx|knex)\(["'`]/;

/** SQL is written in `db/` and nowhere else: the server's rules ask models, queries and statements. */
const sqlProblems = (): string[] =>
  globSync("api/**/*.ts", { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, at) => (ownSql.test(line) ? [`${file}:${at + 1}: SQL belongs in db/`] : [])),
  );

const problems = [
  ...textProblems(),
  ...(await screenProblems()),
  ...styleProblems(),
  ...roomProblems(),
  ...sqlProblems(),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
