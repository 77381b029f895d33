/** Checks that texts, docs/screens.md and style sheets fit the code; prints what does not. */
import { styleProblems } from "./mantine-styles.ts";
import { screenProblems } from "./screens.ts";
import { textProblems } from "./texts.ts";

const problems = [...textProblems(), ...(await screenProblems()), ...styleProblems()];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
