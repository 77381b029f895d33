/** Task `format`: brings all files into form and mends what lint can mend. */
import { runTool } from "./tools.ts";

process.exitCode = (await runTool("biome", ["check", "--write"])).code;
