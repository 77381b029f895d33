/** Task `format`: formats all files and applies lint fixes. */
import { runTool } from "./lib/tools.ts";

process.exitCode = (await runTool("biome", ["check", "--write"])).code;
