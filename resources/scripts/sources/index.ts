/** Checks that texts, docs/screens.md and style sheets fit the code, and rooms each other; prints what does not. */

import { styleProblems } from "./mantine-styles.ts";
import { roomProblems } from "./rooms.ts";
import { screenProblems } from "./screens.ts";
import { sqlProblems } from "./sql.ts";
import { textProblems } from "./texts.ts";

const problems = [
  ...textProblems(),
  ...(await screenProblems()),
  ...styleProblems(),
  ...roomProblems(),
  ...sqlProblems(),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
