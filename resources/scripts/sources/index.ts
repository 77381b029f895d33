/** Checks that texts and docs/screens.md fit the code, and rooms each other; prints what does not. */

import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../lib/paths.ts";
import { roomProblems } from "./rooms.ts";
import { screenProblems } from "./screens.ts";
import { textProblems } from "./texts.ts";

/** `db.raw(…)`, `.whereRaw(…)` */
const rawSql = /(?:\.raw(?:<|\()|\.\w+Raw\()/;
const queriesImport = /from "([^"]*\/queries(?:\.ts|\/[^"]*))"/;
/** The rate limiter brings its own statements. */
const isQueries = (file: string) => /\/queries(?:\.ts$|\/)/.test(file) || file === "api/limits.ts";

/** The folder that a `queries.ts` or `queries/` serves. */
const ownerOf = (file: string) => file.replace(/\/queries(?:\.ts$|\/.*)/, "");

/** Raw SQL is written in `db/` and in the `queries` of its subject, which nothing outside of that subject's folder imports. */
const sqlProblems = (): string[] =>
  globSync("api/**/*.ts", { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, at) => {
        const place = `${file}:${at + 1}`;
        if (rawSql.test(line) && !isQueries(file))
          return [`${place}: raw SQL belongs in the subject's queries`];
        const imported = queriesImport.exec(line)?.[1];
        if (!imported || imported.startsWith("#db/")) return [];
        const target = imported.startsWith("#") ? imported.slice(1) : join(dirname(file), imported);
        return file.startsWith(`${ownerOf(target)}/`) ? [] : [`${place}: imports another subject's SQL`];
      }),
  );

const problems = [...textProblems(), ...(await screenProblems()), ...roomProblems(), ...sqlProblems()];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
